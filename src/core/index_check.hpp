#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "core/findings.hpp"
#include "core/inspector.hpp"
#include "core/picture.hpp"

namespace baton {

/// Compares one index with what the rows imply for it. Pure.
class IndexCheck {
 public:
  IndexCheck(Index index, const Picture& picture);

  void take(const IndexEntry& entry, Findings& findings, const std::string& mend);
  /// After the last entry.
  void finish(Findings& findings, const std::string& mend) const;

 private:
  struct Expected {
    std::string value;
    bool seen = false;
  };
  Index index_;
  std::unordered_map<std::string, Expected> expected_;
};

/// What an index says of a time.
std::string index_time(Time time);

}  // namespace baton
