#pragma once

#include <string>
#include <vector>

#include "engine/child_process.hpp"
#include "engine/job_spawner.hpp"

namespace baton {

/// A program that is run for jobs, as it is configured.
struct JobCommand {
  std::vector<std::string>
      arguments;  ///< `{task}`, `{attempt}`, `{thread}`, `{kind}` and `{name}` stand for the run's own
  std::vector<std::string> environment{};  ///< beside what every run has: `NAME=value`
  std::string directory{};
  std::size_t output_limit = 256 * 1024;
  Duration grace = std::chrono::seconds{10};

  bool operator==(const JobCommand&) const = default;
};

/// A name for the run that every scheduler accepts: lower case letters, digits and dashes, at most 63.
std::string name_of(const JobRun& run);

/// The program for that run. `token` empty: it gets none.
ChildOptions child_for(const JobCommand& command, const JobRun& run, const JobSurroundings& where, std::string token);

/// What a program printed, as JSON if it is that, else as a text.
Json printed(std::string text);

}  // namespace baton
