#include "http/sample.hpp"

#include <chrono>

namespace baton::http {

namespace {

using std::chrono::seconds;

Time after(seconds elapsed) { return sample_time() + elapsed; }

}  // namespace

TaskId sample_task() {
  static const TaskId id = *TaskId::parse("019a86ff-1234-7abc-8def-0123456789ab");
  return id;
}

Time sample_time() {
  static const Time time = *parse_time("2026-11-15T10:24:57Z");
  return time;
}

Json sample_json() { return Json::trusted(R"({"text":"hello"})"); }

template <>
Agent sample<Agent>() {
  return {.id = sample<AgentId>(),
          .state = AgentState::idle,
          .incarnation = sample<Incarnation>(),
          .deadline = after(seconds{30}),
          .current_task = {},
          .attempt = {},
          .lanes = {sample<Lane>()},
          .version = "1.4.0",
          .metadata = Json::trusted(R"({"host":"box-3"})"),
          .claims_from = {},
          .crashes = {},
          .last_claim = {},
          .registered_at = sample_time()};
}

template <>
Beat sample<Beat>() {
  return {.agent = sample<AgentId>(), .incarnation = sample<Incarnation>()};
}

template <>
Correlation sample<Correlation>() {
  Correlation correlation;
  correlation.id = sample<CorrelationId>();
  correlation.status = CorrelationStatus::ready;
  correlation.version = Version{3};
  correlation.expected = {sample<SignalName>()};
  correlation.timeout_at = after(seconds{300});
  correlation.pattern = "collect";
  correlation.document = Json::trusted(R"({"symbol":"ACME"})");
  correlation.digest = "8f14e45f";
  correlation.created_at = sample_time();
  correlation.updated_at = after(seconds{1});
  correlation.signals = {
      {.name = sample<SignalName>(), .body = Json::trusted(R"({"score":0.7})"), .at = after(seconds{1})}};
  return correlation;
}

template <>
Edit sample<Edit>() {
  return {.task = sample_task(), .priority = 5};
}

template <>
Event sample<Event>() {
  return {.position = Position{1},
          .at = sample_time(),
          .type = EventType::task_created,
          .task = sample_task(),
          .agent = {},
          .payload = Json::trusted(R"({"lane":"translate","status":"pending"})")};
}

template <>
Group sample<Group>() {
  Group group;
  group.name = sample<GroupName>();
  group.cursor = Position{12};
  group.visibility = seconds{60};
  group.lag = 3;
  group.created_at = sample_time();
  return group;
}

template <>
HealthReport sample<HealthReport>() {
  return {.now = sample_time(),
          .backend = "sqlite",
          .version = "3.40.1",
          .durable = true,
          .durability = "full",
          .degraded = false,
          .frozen = false,
          .notes = {},
          .first = Position{1},
          .last = Position{15}};
}

template <>
Line sample<Line>() {
  return {.lane = sample<Lane>(), .priority = 10, .depth = 1, .oldest = sample_time()};
}

template <>
Lock sample<Lock>() {
  return {.name = sample<LockName>(),
          .owner = sample<LockOwner>(),
          .token = LockToken{1},
          .acquired_at = sample_time(),
          .expires_at = after(seconds{300}),
          .session = {},
          .agent = {}};
}

template <>
NewTask sample<NewTask>() {
  return {.id = sample_task(), .kind = sample<KindName>(), .payload = sample_json()};
}

// As many as there may be, which also bounds min_agents.
template <>
OpenCorrelation sample<OpenCorrelation>() {
  OpenCorrelation verb{.id = sample<CorrelationId>(), .expected = {}};
  for (std::size_t i = 1; i <= baton::limits::expected_signals; ++i) {
    verb.expected.push_back(SignalName::of(std::string(i, 'a')));
  }
  return verb;
}

template <>
Task sample<Task>() {
  Task task;
  task.id = sample_task();
  task.seq = Seq{1};
  task.place = Seq{1};
  task.kind = sample<KindName>();
  task.lane = sample<Lane>();
  task.priority = 10;
  task.status = TaskStatus::running;
  task.payload = sample_json();
  task.attempt = Attempt{1};
  task.holder = sample<AgentId>();
  task.digest = "5d41402a";
  task.created_at = sample_time();
  task.updated_at = after(seconds{2});
  task.started_at = after(seconds{2});
  return task;
}

}  // namespace baton::http
