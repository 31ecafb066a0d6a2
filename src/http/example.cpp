#include "http/example.hpp"

#include <chrono>

#include "http/settling.hpp"

namespace baton::http {

namespace {

using std::chrono::seconds;

Json json(const char* text) { return Json::trusted(text); }

}  // namespace

// The path names the task, so the fence need not.
Verb as_verb(Fence fence) {
  fence.task = sample_task();
  return Settle{.fence = std::move(fence)};
}

Verb as_verb(LockFence fence) { return PutThread{.thread = sample<ThreadId>(), .fence = std::move(fence)}; }

Verb as_verb(LineRef line) { return QueueStats{.after = std::move(line)}; }

Verb as_verb(NextClaim next) { return Settle{.fence = sample<Fence>(), .next = std::move(next)}; }

// A task without an id gets one.
Verb as_verb(NewTask task) {
  task.id = sample_task();
  Submit submit;
  submit.tasks.push_back(std::move(task));
  return submit;
}

Verb as_verb(Completion body) { return to_settle(std::move(body)); }
Verb as_verb(Failure body) { return to_settle(std::move(body)); }
Verb as_verb(Release body) { return to_settle(std::move(body)); }
Verb as_verb(Decline body) { return to_settle(std::move(body)); }
Verb as_verb(Lanes body) { return SetPaused{.lane = std::move(body.lane)}; }
Verb as_verb(Nothing /*body*/) { return Health{}; }

template <>
Register example<Register>() {
  return {.agent = sample<AgentId>(),
          .incarnation = sample<Incarnation>(),
          .lanes = {sample<Lane>()},
          .version = "1.4.0",
          .metadata = json(R"({"host":"box-3"})")};
}

template <>
NewTask example<NewTask>() {
  return {.id = sample_task(), .kind = sample<KindName>(), .priority = 10, .payload = sample_json()};
}

template <>
Progress example<Progress>() {
  return {.fence = sample<Fence>(), .progress = json(R"({"percent":50})")};
}

template <>
Settle example<Settle>() {
  return {.fence = sample<Fence>(), .kind = SettleKind::release};
}

template <>
Completion example<Completion>() {
  return {.fence = sample<Fence>(), .result = json(R"({"text":"bonjour"})"), .next = {}};
}

template <>
Failure example<Failure>() {
  return {.fence = sample<Fence>(), .error = json(R"({"reason":"no dictionary"})"), .next = {}};
}

template <>
Decline example<Decline>() {
  return {.fence = sample<Fence>(), .reason = json(R"("not my language")"), .next = {}};
}

template <>
Cancel example<Cancel>() {
  return {.task = sample_task(), .reason = "no longer needed"};
}

template <>
ReadLog example<ReadLog>() {
  return {.types = {EventType::task_created, EventType::task_completed}};
}

template <>
PutGroup example<PutGroup>() {
  return {.group = sample<GroupName>(), .after = Position{}};
}

template <>
Ack example<Ack>() {
  return {.group = sample<GroupName>(), .positions = {Position{1}}};
}

template <>
Redrive example<Redrive>() {
  return {.group = sample<GroupName>(), .positions = {Position{1}}, .dry_run = true};
}

template <>
PutThread example<PutThread>() {
  return {.thread = sample<ThreadId>(), .metadata = json(R"({"customer":"ACME"})")};
}

template <>
Append example<Append>() {
  return {
      .thread = sample<ThreadId>(), .id = sample<MessageId>(), .role = sample<MessageRole>(), .body = sample_json()};
}

template <>
SetResult example<SetResult>() {
  return {.task = sample_task(), .attempt = Attempt{1}, .value = json(R"({"text":"bonjour"})")};
}

template <>
OpenCorrelation example<OpenCorrelation>() {
  return {.id = sample<CorrelationId>(),
          .expected = {sample<SignalName>()},
          .timeout = seconds{60},
          .pattern = "collect",
          .document = json(R"({"symbol":"ACME"})")};
}

template <>
Signal example<Signal>() {
  return {.id = sample<CorrelationId>(), .name = sample<SignalName>(), .body = json(R"({"score":0.7})")};
}

template <>
Advance example<Advance>() {
  return {.id = sample<CorrelationId>(), .version = Version{3}, .event = CorrelationEvent::orchestrate};
}

template <>
PutRecord example<PutRecord>() {
  return {.kind = sample<RecordKind>(), .key = sample<RecordKey>(), .body = json(R"({"action":"buy"})")};
}

}  // namespace baton::http
