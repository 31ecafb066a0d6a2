#include <algorithm>
#include <array>

#include "support/generator_makes.hpp"

namespace baton::test {

using namespace std::chrono_literals;

template <>
ReadLog Generator::make<ReadLog>() {
  ReadLog verb{.limit = limit()};
  if (chance_.percent(70)) verb.after = Position{chance_.below(seen_.last.value + 2)};
  if (chance_.percent(60)) verb.after = Position{seen_.last.value - std::min(seen_.last.value, chance_.below(40))};
  for (std::uint64_t i = chance_.percent(30) ? chance_.between(1, 4) : 0; i > 0; --i) {
    verb.types.push_back(static_cast<EventType>(chance_.below(event_types)));
  }
  if (chance_.percent(15)) verb.task = task();
  if (chance_.percent(15)) verb.agent = agent();
  return verb;
}

template <>
PutGroup Generator::make<PutGroup>() {
  PutGroup verb{.group = group()};
  if (chance_.percent(60)) verb.after = Position{chance_.below(seen_.last.value + 5)};
  if (chance_.percent(70)) verb.visibility = chance_.duration(100ms, 2min);
  if (chance_.percent(70)) verb.max_deliveries = static_cast<std::uint32_t>(chance_.between(1, 3));
  verb.update = chance_.percent(40);
  return verb;
}

template <>
DropGroup Generator::make<DropGroup>() {
  return {.group = group()};
}

template <>
ListGroups Generator::make<ListGroups>() {
  return {};
}

template <>
ReadGroup Generator::make<ReadGroup>() {
  return {.group = group(), .consumer = ConsumerName::of(chance_.percent(50) ? "x" : "X"), .limit = limit()};
}

template <>
Ack Generator::make<Ack>() {
  Ack verb{.group = group(), .positions = {}};
  verb.positions = positions(seen_.delivered[verb.group]);
  return verb;
}

template <>
InspectGroup Generator::make<InspectGroup>() {
  InspectGroup verb{.group = group(), .limit = limit()};
  if (chance_.percent(40)) verb.after = Position{chance_.below(seen_.last.value + 2)};
  return verb;
}

template <>
DeadLetters Generator::make<DeadLetters>() {
  DeadLetters verb{.group = group(), .limit = limit()};
  if (chance_.percent(40)) verb.after = Position{chance_.below(seen_.last.value + 2)};
  return verb;
}

template <>
Redrive Generator::make<Redrive>() {
  Redrive verb{.group = group(), .limit = limit(), .dry_run = chance_.percent(25)};
  if (chance_.percent(50)) verb.positions = positions(seen_.dead[verb.group]);
  return verb;
}

template <>
PutThread Generator::make<PutThread>() {
  return {.thread = thread(), .metadata = json(), .update = chance_.percent(40), .fence = lock_fence()};
}

template <>
GetThread Generator::make<GetThread>() {
  return {.thread = chance_.one_in(10) ? ThreadId::of("unknown") : thread()};
}

template <>
ListThreads Generator::make<ListThreads>() {
  ListThreads verb{.limit = limit()};
  if (chance_.percent(50)) verb.after = thread();
  return verb;
}

template <>
Append Generator::make<Append>() {
  Append verb{.thread = chance_.one_in(12) ? ThreadId::of("unknown") : thread(),
              .id = MessageId::of(chance_.one_in(12) ? "again" : fresh("message")),
              .role = MessageRole::of(chance_.percent(50) ? "user" : "agent"),
              .body = json(),
              .fence = lock_fence()};
  if (chance_.percent(30)) verb.task = task();
  return verb;
}

template <>
Messages Generator::make<Messages>() {
  Messages verb{.thread = thread(), .limit = limit()};
  const std::uint64_t number = chance_.below(seen_.threads[verb.thread] + 20);
  if (chance_.percent(35)) {
    verb.after = number;
  } else if (chance_.percent(50)) {
    verb.before = number;
  }
  return verb;
}

template <>
TryLock Generator::make<TryLock>() {
  TryLock verb{.name = lock(), .owner = owner(), .ttl = chance_.duration(100ms, 5min)};
  if (chance_.percent(30)) {
    verb.session = session();
  } else if (chance_.percent(30)) {
    verb.agent = agent();
  }
  return verb;
}

template <>
RenewLock Generator::make<RenewLock>() {
  const Lock held = held_lock();
  return {.name = held.name,
          .owner = chance_.one_in(8) ? owner() : held.owner,
          .token = held.token,
          .ttl = chance_.duration(100ms, 5min)};
}

template <>
ReleaseLock Generator::make<ReleaseLock>() {
  const Lock held = held_lock();
  return {.name = held.name, .owner = chance_.one_in(8) ? owner() : held.owner, .token = held.token};
}

template <>
InspectLock Generator::make<InspectLock>() {
  return {.name = lock()};
}

template <>
ListLocks Generator::make<ListLocks>() {
  ListLocks verb{.limit = limit()};
  if (chance_.percent(40)) verb.after = lock();
  return verb;
}

template <>
BeatSession Generator::make<BeatSession>() {
  return {.session = session(), .ttl = chance_.one_in(6) ? Duration{0} : chance_.duration(1s, 10min)};
}

template <>
SetResult Generator::make<SetResult>() {
  SetResult verb{.task = task(), .attempt = {}, .value = json(), .ttl = ttl(), .fence = lock_fence()};
  verb.attempt = attempt_of(verb.task);
  return verb;
}

template <>
GetResult Generator::make<GetResult>() {
  if (!seen_.results.empty() && chance_.percent(70)) {
    const auto& [task, attempt] = chance_.pick(seen_.results.items());
    return {.task = task, .attempt = attempt};
  }
  const TaskId any = task();
  return {.task = any, .attempt = attempt_of(any)};
}

template <>
OpenCorrelation Generator::make<OpenCorrelation>() {
  OpenCorrelation verb{.id = correlation(), .expected = {signal()}, .timeout = chance_.duration(100ms, 10min)};
  if (const SignalName other = signal(); other != verb.expected.front()) verb.expected.push_back(other);
  verb.min_agents = static_cast<std::uint32_t>(chance_.between(1, verb.expected.size()));
  if (chance_.percent(40)) verb.pattern = "quorum";
  if (chance_.percent(40)) verb.document = json();
  if (chance_.percent(50)) verb.ttl = chance_.duration(1s, 30min);
  if (chance_.one_in(8)) verb.ttl.reset();
  verb.fence = lock_fence();
  return verb;
}

template <>
GetCorrelation Generator::make<GetCorrelation>() {
  return {.id = correlation()};
}

template <>
Signal Generator::make<Signal>() {
  return {.id = correlation(),
          .name = signal(),
          .version = static_cast<std::uint32_t>(chance_.between(1, 40)),
          .body = json(),
          .fence = lock_fence()};
}

template <>
Advance Generator::make<Advance>() {
  Advance verb{.id = correlation(), .version = Version{1}, .fence = lock_fence()};
  if (const auto known = seen_.correlations.find(verb.id); known != seen_.correlations.end()) {
    if (!chance_.one_in(8)) verb.version = known->second.version;
    const CorrelationStatus status = known->second.status;
    if (status == CorrelationStatus::ready && chance_.percent(70)) verb.event = CorrelationEvent::orchestrate;
    if (status == CorrelationStatus::orchestrating && chance_.percent(70)) {
      verb.event = chance_.percent(50) ? CorrelationEvent::complete : CorrelationEvent::fail;
    }
  }
  if (chance_.one_in(10)) verb.event = CorrelationEvent::orchestrate;
  if (chance_.percent(40)) verb.document = json();
  if (chance_.percent(40)) verb.step = fresh("step");
  if (chance_.percent(20)) verb.ttl = chance_.one_in(3) ? Duration{0} : ttl();
  return verb;
}

template <>
ListCorrelations Generator::make<ListCorrelations>() {
  ListCorrelations verb{.limit = limit()};
  if (chance_.percent(30)) verb.status = static_cast<CorrelationStatus>(chance_.below(correlation_statuses));
  if (chance_.percent(40)) verb.after = correlation();
  return verb;
}

template <>
PutRecord Generator::make<PutRecord>() {
  PutRecord verb{.kind = record_kind(), .key = record_key(), .body = json(), .fence = lock_fence()};
  if (chance_.percent(50)) verb.ttl = chance_.one_in(8) ? Duration{0} : ttl();
  if (chance_.percent(50)) {
    const auto known = seen_.records.find({verb.kind, verb.key});
    verb.expected = known == seen_.records.end() || chance_.one_in(6) ? Version{chance_.below(3)} : known->second;
  }
  return verb;
}

template <>
GetRecord Generator::make<GetRecord>() {
  return {.kind = record_kind(), .key = record_key()};
}

template <>
ListRecords Generator::make<ListRecords>() {
  ListRecords verb{.kind = record_kind(), .limit = limit()};
  if (chance_.percent(40)) verb.after = record_key();
  return verb;
}

template <>
PurgeTask Generator::make<PurgeTask>() {
  PurgeTask verb{.task = task()};
  if (!seen_.ended.empty() && chance_.percent(60)) verb.task = chance_.pick(seen_.ended.items());
  if (chance_.percent(50)) verb.limit = limit();
  if (chance_.percent(40))
    verb.after = Position{seen_.last.value - chance_.below(std::min<std::uint64_t>(seen_.last.value, 50) + 1)};
  return verb;
}

template <>
PurgeThread Generator::make<PurgeThread>() {
  PurgeThread verb{.thread = thread()};
  if (chance_.percent(70)) verb.limit = limit();
  return verb;
}

template <>
PurgeCorrelation Generator::make<PurgeCorrelation>() {
  return {.id = correlation()};
}

}  // namespace baton::test
