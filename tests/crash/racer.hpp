#pragma once

#include <string>
#include <vector>

namespace baton::test {

/// One of several processes that assign and settle the tasks of one store, until there are none; tells of every answer.
struct Race {
  std::string url;
  std::string name;          ///< of the process
  std::size_t callers = 16;  ///< each with an agent of its own
};

int run_race(const Race& race);

std::vector<std::string> to_arguments(const Race& race);
Race parse_race(const std::vector<std::string>& arguments);

}  // namespace baton::test
