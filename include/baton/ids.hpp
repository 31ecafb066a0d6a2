#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "baton/error.hpp"
#include "baton/limits.hpp"

namespace baton {

/// 1–128 of `[A-Za-z0-9._:-]`, starting with a letter or digit.
bool is_identifier(std::string_view text);
/// 1–512 bytes of UTF-8 without control characters.
bool is_name(std::string_view text);
/// `[a-z_]+`, at most 128 bytes.
bool is_signal_name(std::string_view text);

/// A checked text of one kind. Kinds do not convert into one another; an unset one is empty.
template <class Kind>
class Text {
 public:
  Text() = default;

  static Result<Text> parse(std::string_view text) {
    if (!Kind::valid(text)) return fail(Errc::invalid, std::string("not a valid ") + Kind::what + ": " + Kind::rule);
    return trusted(std::string(text));
  }

  /// For text that is known to be valid: literals, and what a store reads back. Throws on a literal that is not.
  static Text of(std::string_view text) {
    if (!Kind::valid(text)) throw std::invalid_argument(std::string("not a valid ") + Kind::what);
    return trusted(std::string(text));
  }
  static Text trusted(std::string text) {
    Text value;
    value.text_ = std::move(text);
    return value;
  }

  const std::string& str() const { return text_; }
  bool empty() const { return text_.empty(); }
  auto operator<=>(const Text&) const = default;

 private:
  std::string text_;
};

namespace kind {
struct Identifier {
  static constexpr const char* rule = "1 to 128 of A-Z a-z 0-9 . _ : - starting with a letter or digit";
  static bool valid(std::string_view text) { return is_identifier(text); }
};
struct Name {
  static constexpr const char* rule = "1 to 512 bytes of UTF-8 without control characters";
  static bool valid(std::string_view text) { return is_name(text); }
};
struct Agent : Identifier {
  static constexpr const char* what = "agent id";
};
struct Incarnation : Identifier {
  static constexpr const char* what = "incarnation";
};
struct Claim : Identifier {
  static constexpr const char* what = "claim id";
};
struct Session : Identifier {
  static constexpr const char* what = "session id";
};
struct Message : Identifier {
  static constexpr const char* what = "message id";
};
struct Group : Identifier {
  static constexpr const char* what = "group name";
};
struct Consumer : Identifier {
  static constexpr const char* what = "consumer name";
};
struct Correlation : Identifier {
  static constexpr const char* what = "correlation id";
};
struct Kind : Name {
  static constexpr const char* what = "task kind";
};
struct Lane : Name {
  static constexpr const char* what = "lane name";
};
struct Thread : Name {
  static constexpr const char* what = "thread id";
};
struct Lock : Name {
  static constexpr const char* what = "lock name";
};
struct Owner : Name {
  static constexpr const char* what = "lock owner";
};
struct IdempotencyKey : Name {
  static constexpr const char* what = "idempotency key";
};
struct RecordKind : Identifier {
  static constexpr const char* what = "record kind";
};
struct RecordKey : Name {
  static constexpr const char* what = "record key";
};
struct Role : Identifier {
  static constexpr const char* what = "message role";
};
struct Signal {
  static constexpr const char* what = "signal name";
  static constexpr const char* rule = "1 to 128 of a-z and _";
  static bool valid(std::string_view text) { return is_signal_name(text); }
};
}  // namespace kind

using AgentId = Text<kind::Agent>;
using Incarnation = Text<kind::Incarnation>;
using ClaimId = Text<kind::Claim>;
using SessionId = Text<kind::Session>;
using MessageId = Text<kind::Message>;
using MessageRole = Text<kind::Role>;
using GroupName = Text<kind::Group>;
using ConsumerName = Text<kind::Consumer>;
using CorrelationId = Text<kind::Correlation>;
using SignalName = Text<kind::Signal>;
using KindName = Text<kind::Kind>;
using Lane = Text<kind::Lane>;
using ThreadId = Text<kind::Thread>;
using LockName = Text<kind::Lock>;
using LockOwner = Text<kind::Owner>;
using IdempotencyKey = Text<kind::IdempotencyKey>;
using RecordKind = Text<kind::RecordKind>;
using RecordKey = Text<kind::RecordKey>;

/// A number of one kind. Kinds do not convert into one another; 0 means none.
template <class Kind>
struct Number {
  std::uint64_t value = 0;
  auto operator<=>(const Number&) const = default;
  Number next() const { return Number{value + 1}; }
};

using Position = Number<struct PositionKind>;    ///< place of an event in the log: 1, 2, 3 … without gaps
using Seq = Number<struct SeqKind>;              ///< order of submission
using Attempt = Number<struct AttemptKind>;      ///< the fence of a task: raised by every claim, never lowered
using LockToken = Number<struct LockTokenKind>;  ///< the fence of a lock: the position of its lock.acquired event
using Version = Number<struct VersionKind>;      ///< of a correlation or record: 1, 2, 3 …

/// The id of a task: a UUID, made by the caller so that submitting can be repeated.
class TaskId {
 public:
  TaskId() = default;
  explicit TaskId(std::array<std::uint8_t, 16> bytes) : bytes_(bytes) {}

  /// A new UUIDv7: unique, and ordered by the millisecond it was made in.
  static TaskId make();
  /// The 36-character form, either case.
  static Result<TaskId> parse(std::string_view text);

  std::string str() const;
  const std::array<std::uint8_t, 16>& bytes() const { return bytes_; }
  bool empty() const { return bytes_ == std::array<std::uint8_t, 16>{}; }
  auto operator<=>(const TaskId&) const = default;

 private:
  std::array<std::uint8_t, 16> bytes_{};
};

/// A fresh random identifier (UUIDv7 text), fit for incarnations, claim ids, message ids and session ids.
std::string make_unique_text();

/// What an agent proves when it speaks for a task: all four must be current.
struct Fence {
  AgentId agent;
  Incarnation incarnation;
  TaskId task;
  Attempt attempt;

  bool operator==(const Fence&) const = default;
};

/// What a writer proves when its write depends on a lock: the lock is live and its token equal.
struct LockFence {
  LockName lock;
  LockToken token;

  bool operator==(const LockFence&) const = default;
};

}  // namespace baton

template <class Kind>
struct std::hash<baton::Text<Kind>> {
  std::size_t operator()(const baton::Text<Kind>& text) const noexcept { return std::hash<std::string>{}(text.str()); }
};
template <>
struct std::hash<baton::TaskId> {
  std::size_t operator()(const baton::TaskId& id) const noexcept {
    return std::hash<std::string_view>{}({reinterpret_cast<const char*>(id.bytes().data()), id.bytes().size()});
  }
};
