#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "baton/store.hpp"

/// Valid requests in few words. Identifiers are counted, so a run can be repeated exactly.
namespace baton::test {

/// `make(0) … make(count - 1)`.
template <class Make>
auto many(int count, Make make) {
  std::vector<decltype(make(0))> made;
  made.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) made.push_back(make(i));
  return made;
}

/// What `tell` says of each item, in their order.
template <class Items, class Tell>
auto each_of(const Items& items, Tell tell) {
  std::vector<std::decay_t<std::invoke_result_t<Tell, decltype(*items.begin())>>> told;
  told.reserve(items.size());
  for (const auto& item : items) told.push_back(std::invoke(tell, item));
  return told;
}

TaskId new_task_id();
std::string new_text(std::string_view stem);

/// Throws on text that is not JSON.
Json json(std::string_view text);

inline AgentId agent_id(std::string_view id) { return AgentId::of(id); }
/// The n-th start of the agent; `agent` registers the first.
Incarnation incarnation(std::string_view agent, int start = 1);
std::vector<Lane> lanes(std::initializer_list<std::string_view> names);

Register agent(std::string_view id, std::initializer_list<std::string_view> lane_names = {"*"});
/// The agent comes back as its n-th start.
Register again(std::string_view id, int start = 2);
Beat beat(std::string_view agent, int start = 1);
Beat beat(const Grant& grant);
Transition transition(std::string_view agent, AgentState expected, AgentEvent event);

NewTask task(std::string_view kind = "work");
Submit submit(NewTask task);
Submit submit(std::vector<NewTask> tasks);
inline Submit submit(std::string_view kind) { return submit(task(kind)); }

Claim claim(std::string_view agent, int start = 1);
Claim push(std::string_view agent, int start = 1);
Progress progress(const Grant& grant, std::string_view body = R"({"done":0.5})");

Settle complete(const Grant& grant, std::string_view body = R"({"ok":true})");
Settle fail_it(const Grant& grant, std::string_view body = R"("broken")");
Settle release(const Grant& grant);
Settle decline(const Grant& grant, std::string_view reason = R"("not mine")");
Settle settle(const Grant& grant, SettleKind kind, std::string_view body);

TryLock want_lock(std::string_view name, std::string_view owner, Duration ttl = std::chrono::seconds{300});
ReleaseLock release(const Lock& lock);
RenewLock renew(const Lock& lock, Duration ttl);
inline LockFence fence_of(const Lock& lock) { return {.lock = lock.name, .token = lock.token}; }

PutThread thread(std::string_view id, std::string_view metadata = "{}");
Append append(std::string_view thread, std::string_view body = R"("hello")");
Messages messages(std::string_view thread, std::uint32_t limit = 50);

OpenCorrelation correlation(std::string_view id, std::initializer_list<std::string_view> expected);
Signal signal(std::string_view id, std::string_view name, std::string_view body = "{}");
Advance advance(const Correlation& correlation, CorrelationEvent event);

PutRecord record(std::string_view key, std::string_view body = "{}");
GetRecord get_record(std::string_view key);

PutGroup group(std::string_view name, Position after = {});
ReadGroup read_group(std::string_view name, std::uint32_t limit = 100, std::string_view consumer = "c1");

}  // namespace baton::test
