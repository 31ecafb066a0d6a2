#include "support/log_story.hpp"

#include "support/http_client.hpp"

namespace baton::test {
namespace {

std::string word_of(const Event& event, const std::string& name) {
  return json_word(std::string(event.payload.text()), name);
}

}  // namespace

void LogStory::complain(const Event& event, const std::string& what) {
  broken_.push_back("event " + std::to_string(event.position.value) + ", " + std::string(to_text(event.type)) + ": " +
                    what);
}

void LogStory::tell(const Event& event) {
  if (event.at < last_) complain(event, "its time lies before that of the event before it");
  last_ = event.at;
  switch (event.type) {
    case EventType::task_created:
    case EventType::task_assigned:
    case EventType::task_completed:
    case EventType::task_failed:
    case EventType::task_retrying:
    case EventType::task_requeued:
    case EventType::task_dead:
    case EventType::task_cancelled: return tell_task(event);
    case EventType::lock_acquired:
    case EventType::lock_released:
    case EventType::lock_expired: return tell_lock(event);
    case EventType::message_appended: return tell_message(event);
    default: return;
  }
}

void LogStory::tell_task(const Event& event) {
  TaskStory& task = tasks_[*event.task];
  const bool is_new = event.type == EventType::task_created;
  if (task.created == is_new) complain(event, is_new ? "it was created before" : "it was never created");
  task.created = true;
  const bool revived = event.type == EventType::task_requeued && word_of(event, "reason") == "retried";
  if (task.ended && !revived) complain(event, "it had ended");
  if (event.type == EventType::task_assigned) {
    const std::uint64_t attempt = std::stoull(word_of(event, "attempt"));
    if (task.held) complain(event, "somebody has it");
    if (attempt <= task.attempt) complain(event, "its attempt does not grow");
    task.attempt = attempt;
  }
  if (event.type == EventType::task_completed && !task.held) complain(event, "nobody had it");
  task.held = event.type == EventType::task_assigned;
  task.ended = event.type == EventType::task_completed || event.type == EventType::task_failed ||
               event.type == EventType::task_dead || event.type == EventType::task_cancelled;
}

void LogStory::tell_lock(const Event& event) {
  const std::string name = word_of(event, "lock");
  if (event.type == EventType::lock_acquired) {
    if (!held_locks_.insert(name).second) complain(event, name + " was held");
  } else if (held_locks_.erase(name) == 0) {
    complain(event, name + " was not held");
  }
}

void LogStory::tell_message(const Event& event) {
  const std::string thread = word_of(event, "thread");
  if (std::stoull(word_of(event, "number")) != ++message_counts_[thread]) complain(event, "its number is not the next");
  if (!messages_.emplace(thread, word_of(event, "message")).second) complain(event, "it was appended before");
}

}  // namespace baton::test
