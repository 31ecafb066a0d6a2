#include "core/drafts.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace baton::draft {

namespace {

/// A JSON object written member by member.
class Object {
 public:
  Object& text(std::string_view name, std::string_view value) { return raw(name, Json::string(value).text()); }
  Object& number(std::string_view name, std::uint64_t value) { return raw(name, std::to_string(value)); }
  Object& flag(std::string_view name, bool value) { return raw(name, value ? "true" : "false"); }
  Object& json(std::string_view name, const std::optional<Json>& value) {
    return value ? raw(name, value->text()) : *this;
  }
  /// Nothing for a task that belongs to no trace.
  Object& trace_of(const Task& task) {
    return task.traceparent.empty() ? *this : text("traceparent", task.traceparent);
  }
  Object& raw(std::string_view name, std::string_view value) {
    text_ += text_.empty() ? "{\"" : ",\"";
    text_ += name;
    text_ += "\":";
    text_ += value;
    return *this;
  }
  Json done() { return Json::trusted(text_.empty() ? "{}" : std::move(text_) + "}"); }

 private:
  std::string text_;
};

Draft about_task(EventType type, const Task& task, std::optional<AgentId> agent, Object payload) {
  return {.type = type, .task = task.id, .agent = std::move(agent), .payload = payload.done()};
}

Object attempt_of(const Task& task) { return Object().number("attempt", task.attempt.value).trace_of(task); }

Draft about_lock(EventType type, const Lock& lock, Object payload) {
  return {.type = type,
          .agent = lock.agent,
          .payload = payload.text("lock", lock.name.str()).text("owner", lock.owner.str()).done()};
}

}  // namespace

Draft agent_registered(const Agent& agent) {
  std::string lanes;
  for (const Lane& lane : agent.lanes) lanes += (lanes.empty() ? "[" : ",") + Json::string(lane.str()).text();
  return {.type = EventType::agent_registered,
          .agent = agent.id,
          .payload = Object().text("incarnation", agent.incarnation.str()).raw("lanes", lanes + "]").done()};
}
Draft agent_changed(const Agent& after, AgentState before, AgentEvent event) {
  return {
      .type = EventType::agent_changed,
      .agent = after.id,
      .payload =
          Object().text("from", to_text(before)).text("to", to_text(after.state)).text("event", to_text(event)).done()};
}
Draft agent_removed(const Agent& agent) {
  return {.type = EventType::agent_removed, .agent = agent.id, .payload = Object().done()};
}

Draft task_created(const Task& task) {
  Object payload;
  payload.text("kind", task.kind.str()).text("lane", task.lane.str());
  payload.number("priority", task.priority).text("status", to_text(task.status)).trace_of(task);
  return about_task(EventType::task_created, task, std::nullopt, payload);
}
Draft task_assigned(const Task& task, bool pushed) {
  return about_task(EventType::task_assigned, task, task.holder, attempt_of(task).flag("pushed", pushed));
}
Draft task_completed(const Task& task, const AgentId& agent) {
  return about_task(EventType::task_completed, task, agent, attempt_of(task));
}
Draft task_failed(const Task& task, std::optional<AgentId> agent) {
  return about_task(EventType::task_failed, task, std::move(agent), attempt_of(task).json("error", task.error));
}
Draft task_retrying(const Task& task, const AgentId& agent) {
  return about_task(EventType::task_retrying, task, agent,
                    attempt_of(task)
                        .number("failures", task.failures)
                        .text("run_at", to_text(*task.run_at))
                        .json("error", task.error));
}
Draft task_requeued(const Task& task, std::optional<AgentId> agent, std::string_view reason) {
  return about_task(EventType::task_requeued, task, std::move(agent),
                    attempt_of(task).text("lane", task.lane.str()).text("reason", reason));
}
Draft task_declined(const Task& task, const AgentId& agent, const Json& why) {
  return about_task(EventType::task_requeued, task, agent,
                    attempt_of(task).text("lane", task.lane.str()).text("reason", "declined").json("why", why));
}
Draft task_dead(const Task& task, const AgentId& agent) {
  return about_task(EventType::task_dead, task, agent, attempt_of(task).number("crashes", task.crashes));
}
Draft task_cancelled(const Task& task, std::optional<AgentId> agent) {
  return about_task(EventType::task_cancelled, task, std::move(agent), attempt_of(task).json("error", task.error));
}
Draft task_edited(const Task& task) {
  return about_task(EventType::task_edited, task, std::nullopt,
                    Object().text("lane", task.lane.str()).number("priority", task.priority).trace_of(task));
}
Draft task_late_result(const Task& task, const Fence& fence, const Json& result) {
  return about_task(EventType::task_late_result, task, fence.agent,
                    Object().number("attempt", fence.attempt.value).trace_of(task).json("result", result));
}
Draft task_purged(const TaskId& task) {
  return {.type = EventType::task_purged, .task = task, .payload = Object().done()};
}

Draft lock_acquired(const Lock& lock) {
  return about_lock(EventType::lock_acquired, lock, Object().text("expires_at", to_text(lock.expires_at)));
}
Draft lock_released(const Lock& lock) {
  return about_lock(EventType::lock_released, lock, Object().number("token", lock.token.value));
}
Draft lock_expired(const Lock& lock, std::string_view reason) {
  return about_lock(EventType::lock_expired, lock, Object().number("token", lock.token.value).text("reason", reason));
}

Draft thread_created(const Thread& thread) {
  return {.type = EventType::thread_created, .payload = Object().text("thread", thread.id.str()).done()};
}
Draft thread_updated(const Thread& thread) {
  return {.type = EventType::thread_updated, .payload = Object().text("thread", thread.id.str()).done()};
}
Draft thread_purged(const ThreadId& thread) {
  return {.type = EventType::thread_purged, .payload = Object().text("thread", thread.str()).done()};
}
Draft message_appended(const ThreadId& thread, const Message& message) {
  return {.type = EventType::message_appended,
          .task = message.task,
          .payload = Object()
                         .text("thread", thread.str())
                         .text("message", message.id.str())
                         .number("number", message.number)
                         .text("role", message.role.str())
                         .done()};
}

Draft correlation_opened(const Correlation& correlation) {
  return {.type = EventType::correlation_opened,
          .payload = Object().text("correlation", correlation.id.str()).text("pattern", correlation.pattern).done()};
}
Draft correlation_signalled(const CorrelationId& id, const SignalEntry& signal) {
  return {.type = EventType::correlation_signalled,
          .payload = Object()
                         .text("correlation", id.str())
                         .text("signal", signal.name.str())
                         .number("version", signal.version)
                         .flag("late", signal.late)
                         .done()};
}
Draft correlation_changed(const Correlation& after, CorrelationStatus before) {
  return {.type = EventType::correlation_changed,
          .payload = Object()
                         .text("correlation", after.id.str())
                         .text("from", to_text(before))
                         .text("to", to_text(after.status))
                         .number("version", after.version.value)
                         .text("step", after.step)
                         .done()};
}
Draft correlation_expired(const CorrelationId& id) {
  return {.type = EventType::correlation_expired, .payload = Object().text("correlation", id.str()).done()};
}
Draft correlation_purged(const CorrelationId& id) {
  return {.type = EventType::correlation_purged, .payload = Object().text("correlation", id.str()).done()};
}

Draft queue_paused(const std::optional<Lane>& lane, bool paused) {
  Object payload;
  if (lane) payload.text("lane", lane->str());
  return {.type = paused ? EventType::queue_paused : EventType::queue_resumed, .payload = payload.done()};
}
Draft group_dead_lettered(const GroupName& group, Position position, std::uint32_t count) {
  return {
      .type = EventType::group_dead_lettered,
      .payload = Object().text("group", group.str()).number("position", position.value).number("count", count).done()};
}

Json without_words(const Json& payload) {
  const std::string& text = payload.text();
  std::size_t end = std::string::npos;
  // A quote inside of a text is written with a backslash, so none of these can stand in one.
  for (const std::string_view mark : {R"(,"error":)", R"(,"why":)", R"(,"result":)"}) {
    end = std::min(end, text.find(mark));
  }
  return end == std::string::npos ? payload : Json::trusted(text.substr(0, end) + "}");
}

}  // namespace baton::draft
