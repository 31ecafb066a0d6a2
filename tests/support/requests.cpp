#include "support/requests.hpp"

#include <array>
#include <atomic>
#include <stdexcept>

namespace baton::test {
namespace {

std::uint64_t count() {
  static std::atomic<std::uint64_t> counter{0};
  return ++counter;
}

}  // namespace

TaskId new_task_id() {
  std::array<std::uint8_t, 16> bytes{};
  const std::uint64_t number = count();
  for (std::size_t i = 0; i < 8; ++i) bytes.at(15 - i) = static_cast<std::uint8_t>(number >> (8 * i));
  bytes[6] = 0x70;
  bytes[8] = 0x80;
  return TaskId(bytes);
}

std::string new_text(std::string_view stem) { return std::string(stem) + "-" + std::to_string(count()); }

Json json(std::string_view text) {
  auto value = Json::parse(text);
  if (!value) throw std::invalid_argument("not JSON in a test: " + std::string(text) + ": " + value.error().detail);
  return *std::move(value);
}

Incarnation incarnation(std::string_view agent, int start) {
  return Incarnation::of(std::string(agent) + "-" + std::to_string(start));
}

std::vector<Lane> lanes(std::initializer_list<std::string_view> names) { return each_of(names, &Lane::of); }

Register agent(std::string_view id, std::initializer_list<std::string_view> lane_names) {
  return {.agent = agent_id(id), .incarnation = incarnation(id), .lanes = lanes(lane_names)};
}

Register again(std::string_view id, int start) {
  return {.agent = agent_id(id), .incarnation = incarnation(id, start), .lanes = lanes({"*"})};
}

Beat beat(std::string_view agent, int start) {
  return {.agent = agent_id(agent), .incarnation = incarnation(agent, start)};
}

Beat beat(const Grant& grant) {
  return {.agent = grant.fence.agent,
          .incarnation = grant.fence.incarnation,
          .task = grant.fence.task,
          .attempt = grant.fence.attempt};
}

Transition transition(std::string_view agent, AgentState expected, AgentEvent event) {
  return {.agent = agent_id(agent), .expected = expected, .event = event};
}

NewTask task(std::string_view kind) { return {.id = new_task_id(), .kind = KindName::of(kind)}; }

Submit submit(NewTask task) {
  Submit request;
  request.tasks.push_back(std::move(task));
  return request;
}

Submit submit(std::vector<NewTask> tasks) { return {.tasks = std::move(tasks)}; }

Claim claim(std::string_view agent, int start) {
  return {
      .agent = agent_id(agent), .incarnation = incarnation(agent, start), .claim_id = ClaimId::of(new_text("claim"))};
}

Claim push(std::string_view agent, int start) {
  Claim request = claim(agent, start);
  request.pushed = true;
  return request;
}

Progress progress(const Grant& grant, std::string_view body) { return {.fence = grant.fence, .progress = json(body)}; }

Settle settle(const Grant& grant, SettleKind kind, std::string_view body) {
  return {.fence = grant.fence, .kind = kind, .body = json(body)};
}
Settle complete(const Grant& grant, std::string_view body) { return settle(grant, SettleKind::complete, body); }
Settle fail_it(const Grant& grant, std::string_view body) { return settle(grant, SettleKind::fail, body); }
Settle release(const Grant& grant) { return settle(grant, SettleKind::release, "null"); }
Settle decline(const Grant& grant, std::string_view reason) { return settle(grant, SettleKind::decline, reason); }

TryLock want_lock(std::string_view name, std::string_view owner, Duration ttl) {
  return {.name = LockName::of(name), .owner = LockOwner::of(owner), .ttl = ttl};
}

ReleaseLock release(const Lock& lock) { return {.name = lock.name, .owner = lock.owner, .token = lock.token}; }

RenewLock renew(const Lock& lock, Duration ttl) {
  return {.name = lock.name, .owner = lock.owner, .token = lock.token, .ttl = ttl};
}

PutThread thread(std::string_view id, std::string_view metadata) {
  return {.thread = ThreadId::of(id), .metadata = json(metadata)};
}

Append append(std::string_view thread, std::string_view body) {
  return {.thread = ThreadId::of(thread),
          .id = MessageId::of(new_text("message")),
          .role = MessageRole::of("user"),
          .body = json(body)};
}

Messages messages(std::string_view thread, std::uint32_t limit) {
  return {.thread = ThreadId::of(thread), .limit = limit};
}

OpenCorrelation correlation(std::string_view id, std::initializer_list<std::string_view> expected) {
  OpenCorrelation request{.id = CorrelationId::of(id)};
  for (const auto name : expected) request.expected.push_back(SignalName::of(name));
  return request;
}

Signal signal(std::string_view id, std::string_view name, std::string_view body) {
  return {.id = CorrelationId::of(id), .name = SignalName::of(name), .body = json(body)};
}

Advance advance(const Correlation& correlation, CorrelationEvent event) {
  return {.id = correlation.id, .version = correlation.version, .event = event};
}

PutRecord record(std::string_view key, std::string_view body) {
  return {.kind = RecordKind::of("audit"), .key = RecordKey::of(key), .body = json(body)};
}

GetRecord get_record(std::string_view key) { return {.kind = RecordKind::of("audit"), .key = RecordKey::of(key)}; }

PutGroup group(std::string_view name, Position after) { return {.group = GroupName::of(name), .after = after}; }

ReadGroup read_group(std::string_view name, std::uint32_t limit, std::string_view consumer) {
  return {.group = GroupName::of(name), .consumer = ConsumerName::of(consumer), .limit = limit};
}

}  // namespace baton::test
