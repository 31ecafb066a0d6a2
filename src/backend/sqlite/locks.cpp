#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"

namespace baton::sqlite {

Result<TryLockReply> Ledger::apply(const TryLock& verb) {
  const std::optional<Lock> known = find_lock(verb.name);
  if (known && is_live(*known)) return TryLockReply{.won = known->owner == verb.owner, .lock = *known};
  if (auto bindable = check_binding(verb); !bindable) return std::unexpected(bindable.error());
  if (known) expire_lock(*known, known->expires_at <= now_ ? "ttl" : "session");
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
    const auto bound = first_key<std::uint64_t>(sql::lock_count_session, *verb.session);
    if (bound >= limits::locks_per_holder) return refuse::too_many_locks();
  }
  if (verb.agent) {
    const Agent* agent = find_agent(*verb.agent);
    if (agent == nullptr || agent->state == AgentState::crashed) return refuse::not_lockable(*verb.agent);
    const auto bound = first_key<std::uint64_t>(sql::lock_count_agent, *verb.agent);
    if (bound >= limits::locks_per_holder) return refuse::too_many_locks();
  }
  return {};
}

Result<Lock> Ledger::apply(const RenewLock& verb) {
  auto lock = live_lock(verb.name);
  const bool ours = lock && lock->owner == verb.owner && lock->token == verb.token;
  if (!ours) return refuse::stale_lock(verb.name);
  lock->expires_at = now_ + verb.ttl;
  put_lock(*lock);
  return *lock;
}

Result<bool> Ledger::apply(const ReleaseLock& verb) {
  const auto lock = live_lock(verb.name);
  if (!lock) return false;
  if (lock->owner != verb.owner || lock->token != verb.token) return refuse::stale_lock(verb.name);
  append(draft::lock_released(*lock));
  db_.run(sql::lock_drop, verb.name);
  return true;
}

Result<std::optional<Lock>> Ledger::apply(const InspectLock& verb) { return live_lock(verb.name); }

Result<LockPage> Ledger::apply(const ListLocks& verb) {
  LockPage page;
  std::uint32_t examined = 0;
  Rows rows = db_.query(sql::lock_page, verb.after, verb.limit + 1);
  while (rows.next()) {
    if (examined++ == verb.limit) return page;
    Lock lock = read_lock(rows);
    page.next = lock.name;
    if (is_live(lock)) page.items.push_back(std::move(lock));
  }
  page.next.reset();
  return page;
}

Result<Session> Ledger::apply(const BeatSession& verb) {
  const bool ends = verb.ttl == Duration::zero();
  if (ends || !is_live(verb.session)) expire_session_locks(verb.session, limits::locks_per_holder);
  Session session{.id = verb.session, .deadline = now_ + verb.ttl};
  if (ends) {
    db_.run(sql::session_drop, verb.session);
  } else {
    db_.run(sql::session_put, session.id, session.deadline);
  }
  return session;
}

Result<void> Ledger::check(const std::optional<LockFence>& fence) {
  if (!fence) return {};
  const auto lock = live_lock(fence->lock);
  if (!lock || lock->token != fence->token) return refuse::stale_lock(fence->lock);
  return {};
}

bool Ledger::is_live(const Lock& lock) { return lock.expires_at > now_ && (!lock.session || is_live(*lock.session)); }

bool Ledger::is_live(const SessionId& session) {
  Rows rows = db_.query(sql::session_find, session);
  return rows.next() && rows.as<Time>(1) > now_;
}

std::optional<Lock> Ledger::find_lock(const LockName& name) {
  Rows rows = db_.query(sql::lock_find, name);
  return rows.next() ? std::optional(read_lock(rows)) : std::nullopt;
}

std::optional<Lock> Ledger::live_lock(const LockName& name) {
  auto lock = find_lock(name);
  return lock && is_live(*lock) ? lock : std::nullopt;
}

void Ledger::put_lock(const Lock& lock) {
  db_.run(sql::lock_put, lock.name, lock.owner, lock.token, lock.acquired_at, lock.expires_at, lock.session,
          lock.agent);
}

void Ledger::expire_lock(const Lock& lock, std::string_view reason) {
  append(draft::lock_expired(lock, reason));
  db_.run(sql::lock_drop, lock.name);
}

std::uint64_t Ledger::expire_locks(std::string_view bound, std::string_view holder, std::string_view reason,
                                   std::uint64_t most) {
  std::vector<Lock> locks;
  {
    Rows rows = db_.query(bound, holder, most);
    while (rows.next()) locks.push_back(read_lock(rows));
  }
  for (const Lock& lock : locks) expire_lock(lock, reason);
  return locks.size();
}

void Ledger::expire_agent_locks(const AgentId& agent) {
  expire_locks(sql::lock_of_agent, agent.str(), "agent", limits::locks_per_holder);
}

std::uint64_t Ledger::expire_session_locks(const SessionId& session, std::uint64_t most) {
  return expire_locks(sql::lock_of_session, session.str(), "session", most);
}

}  // namespace baton::sqlite
