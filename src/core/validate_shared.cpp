#include "core/text_table.hpp"
#include "core/validate.hpp"
#include "core/validate_parts.hpp"

namespace baton {

void examine(Check& check, const PutThread& verb) {
  check.required("thread", verb.thread);
  examine(check, verb.fence);
}

void examine(Check& check, const GetThread& verb) { check.required("thread", verb.thread); }

void examine(Check& check, const ListThreads& verb) { check.page("limit", verb.limit); }

void examine(Check& check, const Append& verb) {
  check.required("thread", verb.thread);
  check.required("id", verb.id);
  check.required("role", verb.role);
  check.required("task", verb.task);
  examine(check, verb.fence);
}

void examine(Check& check, const Messages& verb) {
  check.required("thread", verb.thread);
  check.storable("after", verb.after);
  check.storable("before", verb.before);
  if (verb.after && verb.before) check.refuse("after and before are both given; give at most one");
  check.page("limit", verb.limit);
}

void examine(Check& check, const TryLock& verb) {
  check.required("name", verb.name);
  check.required("owner", verb.owner);
  check.positive("ttl_us", verb.ttl);
  check.required("session", verb.session);
  check.required("agent", verb.agent);
  if (verb.session && verb.agent) check.refuse("session and agent are both given; bind a lock to at most one");
}

void examine(Check& check, const RenewLock& verb) {
  check.required("name", verb.name);
  check.required("owner", verb.owner);
  check.required("token", verb.token);
  check.positive("ttl_us", verb.ttl);
}

void examine(Check& check, const ReleaseLock& verb) {
  check.required("name", verb.name);
  check.required("owner", verb.owner);
  check.required("token", verb.token);
}

void examine(Check& check, const InspectLock& verb) { check.required("name", verb.name); }

void examine(Check& check, const ListLocks& verb) { check.page("limit", verb.limit); }

void examine(Check& check, const BeatSession& verb) {
  check.required("session", verb.session);
  check.not_negative("ttl_us", verb.ttl);
}

void examine(Check& check, const SetResult& verb) {
  check.required("task", verb.task);
  check.required("attempt", verb.attempt);
  check.positive("ttl_us", verb.ttl);
  examine(check, verb.fence);
}

void examine(Check& check, const GetResult& verb) {
  check.required("task", verb.task);
  check.required("attempt", verb.attempt);
}

void examine(Check& check, const OpenCorrelation& verb) {
  check.required("id", verb.id);
  check.count("expected", verb.expected.size(), 1, limits::expected_signals);
  for (const SignalName& name : verb.expected) check.required("expected", name);
  check.unique("expected", verb.expected);
  check.within("min_agents", verb.min_agents, 1, verb.expected.size());
  check.positive("timeout_us", verb.timeout);
  check.text("pattern", verb.pattern);
  if (verb.ttl) check.positive("ttl_us", *verb.ttl);
  examine(check, verb.fence);
}

void examine(Check& check, const GetCorrelation& verb) { check.required("id", verb.id); }

void examine(Check& check, const Signal& verb) {
  check.required("id", verb.id);
  check.required("name", verb.name);
  check.within("version", verb.version, 1, UINT32_MAX);
  examine(check, verb.fence);
}

void examine(Check& check, const Advance& verb) {
  using enum CorrelationEvent;
  check.required("id", verb.id);
  check.required("version", verb.version);
  if (verb.event && *verb.event != orchestrate && *verb.event != complete && *verb.event != CorrelationEvent::fail) {
    check.refuse("event " + std::string(text_of(*verb.event)) +
                 " is the store's own; allowed: orchestrate, complete, fail");
  }
  if (verb.step) check.text("step", *verb.step);
  if (verb.ttl) check.not_negative("ttl_us", *verb.ttl);
  examine(check, verb.fence);
}

void examine(Check& check, const ListCorrelations& verb) { check.page("limit", verb.limit); }

void examine(Check& check, const PutRecord& verb) {
  check.required("kind", verb.kind);
  check.required("key", verb.key);
  if (verb.ttl) check.not_negative("ttl_us", *verb.ttl);
  check.storable("expected", verb.expected);
  examine(check, verb.fence);
}

void examine(Check& check, const GetRecord& verb) {
  check.required("kind", verb.kind);
  check.required("key", verb.key);
}

void examine(Check& check, const ListRecords& verb) {
  check.required("kind", verb.kind);
  check.page("limit", verb.limit);
}

void examine(Check& check, const PurgeTask& verb) {
  check.required("task", verb.task);
  check.storable("after", verb.after);
  check.page("limit", verb.limit);
}

void examine(Check& check, const PurgeThread& verb) {
  check.required("thread", verb.thread);
  check.page("limit", verb.limit);
}

void examine(Check& check, const PurgeCorrelation& verb) { check.required("id", verb.id); }

}  // namespace baton
