#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "baton/event.hpp"

namespace baton {

/// Tells the log to a person: one line for each event that says something about work, its workers or what they decided.
class Story {
 public:
  std::optional<std::string> tell(const Event& event);

 private:
  static std::optional<std::string> tell_correlation(const Event& event);
  std::string kind_of(const Event& event);

  std::unordered_map<TaskId, std::string> kinds_;  ///< of tasks that have not ended
};

}  // namespace baton
