#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "baton/event.hpp"

namespace baton::test {

/// What the log says, event by event from the first on, and what of it cannot be: a task created twice, given to two,
/// completed twice or changed after its end; an attempt, a time or a number that goes back; a lock that two have.
class LogStory {
 public:
  void tell(const Event& event);
  const std::vector<std::string>& broken() const { return broken_; }

 private:
  struct TaskStory {
    bool created = false;
    bool held = false;
    bool ended = false;
    std::uint64_t attempt = 0;
  };

  void tell_task(const Event& event);
  void tell_lock(const Event& event);
  void tell_message(const Event& event);
  void complain(const Event& event, const std::string& what);

  Time last_;
  std::map<TaskId, TaskStory> tasks_;
  std::set<std::string> held_locks_;
  std::map<std::string, std::uint64_t> message_counts_;
  std::set<std::pair<std::string, std::string>> messages_;
  std::vector<std::string> broken_;
};

}  // namespace baton::test
