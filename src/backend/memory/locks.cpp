#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"

namespace baton::memory {

Result<TryLockReply> Ledger::apply(const TryLock& verb) {
  if (const Lock* held = live_lock(verb.name)) return TryLockReply{.won = held->owner == verb.owner, .lock = *held};
  if (auto bindable = check_binding(verb); !bindable) return std::unexpected(bindable.error());
  if (const auto lapsed = locks_.find(verb.name); lapsed != locks_.end()) {
    expire_lock(verb.name, lapsed->second.expires_at <= now_ ? "ttl" : "session");
  }
  Lock lock{.name = verb.name,
            .owner = verb.owner,
            .acquired_at = now_,
            .expires_at = now_ + verb.ttl,
            .session = verb.session,
            .agent = verb.agent};
  lock.token = LockToken{append(draft::lock_acquired(lock)).value};
  put_lock(lock);
  return TryLockReply{.won = true, .lock = lock};
}

Result<void> Ledger::check_binding(const TryLock& verb) {
  if (verb.session) {
    if (!is_live(*verb.session)) return refuse::stale_session(*verb.session);
    if (session_locks_[*verb.session].size() >= limits::locks_per_holder) return refuse::too_many_locks();
  }
  if (verb.agent) {
    const Agent* agent = find_agent(*verb.agent);
    if (agent == nullptr || agent->state == AgentState::crashed) return refuse::not_lockable(*verb.agent);
    if (agent_locks_[*verb.agent].size() >= limits::locks_per_holder) return refuse::too_many_locks();
  }
  return {};
}

Result<Lock> Ledger::apply(const RenewLock& verb) {
  Lock* lock = live_lock(verb.name);
  const bool ours = lock != nullptr && lock->owner == verb.owner && lock->token == verb.token;
  if (!ours) return refuse::stale_lock(verb.name);
  lock->expires_at = now_ + verb.ttl;
  lock_expiries_.set(verb.name, lock->expires_at);
  return *lock;
}

Result<bool> Ledger::apply(const ReleaseLock& verb) {
  const Lock* lock = live_lock(verb.name);
  if (lock == nullptr) return false;
  if (lock->owner != verb.owner || lock->token != verb.token) return refuse::stale_lock(verb.name);
  append(draft::lock_released(*lock));
  drop_lock(verb.name);
  return true;
}

Result<std::optional<Lock>> Ledger::apply(const InspectLock& verb) {
  const Lock* lock = live_lock(verb.name);
  return lock == nullptr ? std::nullopt : std::optional(*lock);
}

Result<LockPage> Ledger::apply(const ListLocks& verb) {
  LockPage page;
  std::uint32_t examined = 0;
  for (auto at = locks_.upper_bound(verb.after); at != locks_.end(); ++at) {
    if (examined++ == verb.limit) return page;
    if (is_live(at->second)) page.items.push_back(at->second);
    page.next = at->first;
  }
  page.next.reset();
  return page;
}

Result<Session> Ledger::apply(const BeatSession& verb) {
  const bool ends = verb.ttl == Duration::zero();
  if (ends || !is_live(verb.session)) expire_locks(session_locks_[verb.session], "session");
  Session session{.id = verb.session, .deadline = now_ + verb.ttl};
  if (ends) {
    sessions_.erase(verb.session);
    session_locks_.erase(verb.session);
  } else {
    sessions_[verb.session] = session;
  }
  session_deadlines_.set(verb.session, ends ? std::nullopt : std::optional(session.deadline));
  return session;
}

Result<void> Ledger::check(const std::optional<LockFence>& fence) {
  if (!fence) return {};
  const Lock* lock = live_lock(fence->lock);
  if (lock == nullptr || lock->token != fence->token) return refuse::stale_lock(fence->lock);
  return {};
}

bool Ledger::is_live(const Lock& lock) const {
  return lock.expires_at > now_ && (!lock.session || is_live(*lock.session));
}

bool Ledger::is_live(const SessionId& session) const {
  const auto known = sessions_.find(session);
  return known != sessions_.end() && known->second.deadline > now_;
}

Lock* Ledger::live_lock(const LockName& name) {
  const auto known = locks_.find(name);
  return known != locks_.end() && is_live(known->second) ? &known->second : nullptr;
}

void Ledger::put_lock(const Lock& lock) {
  locks_[lock.name] = lock;
  lock_expiries_.set(lock.name, lock.expires_at);
  if (lock.session) session_locks_[*lock.session].insert(lock.name);
  if (lock.agent) agent_locks_[*lock.agent].insert(lock.name);
}

void Ledger::drop_lock(const LockName& name) {
  const Lock lock = locks_.at(name);
  if (lock.session) session_locks_[*lock.session].erase(name);
  if (lock.agent) agent_locks_[*lock.agent].erase(name);
  lock_expiries_.set(name, std::nullopt);
  locks_.erase(name);
}

void Ledger::expire_lock(const LockName& name, std::string_view reason) {
  append(draft::lock_expired(locks_.at(name), reason));
  drop_lock(name);
}

void Ledger::expire_locks(const std::set<LockName>& names, std::string_view reason) {
  // Each one that goes leaves the set it was found in.
  const std::vector<LockName> bound(names.begin(), names.end());
  for (const LockName& name : bound) expire_lock(name, reason);
}

}  // namespace baton::memory
