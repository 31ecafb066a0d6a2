#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <functional>
#include <string>
#include <tuple>
#include <unordered_map>

#include "baton/store.hpp"
#include "core/field.hpp"
#include "engine/nursery.hpp"
#include "http/caller.hpp"

namespace baton::http {

inline constexpr std::string_view audit_records = "audit";
/// As the policy for audit records says.
inline constexpr std::chrono::days audit_memory{30};

/// Who did what to what, and what came of it.
struct AuditEntry {
  Time at;
  TokenId actor;
  std::string actor_name;
  std::string role;
  std::string action;  ///< the id of the operation
  std::string object;
  std::string outcome;  ///< `done`, or the code of the problem
  std::string request_id;
  std::string address;
  std::uint64_t left_out = 0;  ///< refusals of this actor before this one that were too many to keep
};

/// Newest first: the record's key counts down with time.
RecordKey audit_key(Time at);
/// Before the keys of everything that was done at that time or earlier.
RecordKey audit_key_before(Time at);

/// Keeps what privileged callers did and whatever was refused. Lives on one event loop thread.
class Audit {
 public:
  using Trouble = std::function<void(const std::string&)>;
  enum class Answer { at_once, when_written };

  Audit(const boost::asio::any_io_executor& executor, Store store, Trouble trouble)
      : store_(std::move(store)), trouble_(std::move(trouble)), executor_(executor), nursery_(executor) {}

  /// Writes the entry. `at_once` returns before it is stored, unless very many are being written.
  awaitable<void> record(AuditEntry entry, Answer answer);

  /// Until all entries are written.
  awaitable<void> join() { return nursery_.join(); }

 private:
  struct Refusals {
    std::chrono::steady_clock::time_point since;
    std::size_t kept = 0;
    std::uint64_t left_out = 0;
  };
  bool keeps(AuditEntry& entry);
  awaitable<void> write(AuditEntry entry);

  Store store_;
  Trouble trouble_;
  boost::asio::any_io_executor executor_;
  std::unordered_map<TokenId, Refusals> refusals_;
  Nursery nursery_;
};

}  // namespace baton::http

template <>
struct baton::Fields<baton::http::AuditEntry> {
  using Entry = http::AuditEntry;
  static constexpr auto table =
      std::tuple(field<&Entry::at>("at"), field<&Entry::actor>("actor"), field<&Entry::actor_name>("actor_name"),
                 field<&Entry::role>("role"), field<&Entry::action>("action"), field<&Entry::object>("object"),
                 field<&Entry::outcome>("outcome"), field<&Entry::request_id>("request_id"),
                 field<&Entry::address>("address"), field<&Entry::left_out>("left_out"));
};
