#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace baton {

/// Everything that can go wrong, as a closed set. What a caller does next depends on the code alone.
enum class Errc : std::uint8_t {
  not_found,     ///< what the call names does not exist
  conflict,      ///< it exists, but not in the state the call expects: read again, decide again
  stale_fence,   ///< the caller no longer holds what it claims to hold: stop that piece of work
  invalid,       ///< the request can never succeed as it is
  unauthorized,  ///< no valid credentials
  forbidden,     ///< valid credentials, but not for this
  unavailable,   ///< the store could not do it now; nothing was written, or it is not known to be
  corrupt,       ///< stored data is damaged
  exhausted,     ///< a documented bound is reached
};

/// Whether the same request may succeed later without anybody changing it.
constexpr bool is_retryable(Errc code) { return code == Errc::unavailable; }

std::string_view to_text(Errc code);

/// A refusal or failure. `detail` says what happened and what to do next; `expected` and `actual` are set for a
/// conflict between two named states or versions.
struct Error {
  Errc code = Errc::invalid;
  std::string detail;
  std::string expected{};
  std::string actual{};

  bool operator==(const Error&) const = default;
};

constexpr bool is_retryable(const Error& error) { return is_retryable(error.code); }

template <class T>
using Result = std::expected<T, Error>;

/// The value of a verb that has nothing to say but that it happened.
struct Done {
  bool operator==(const Done&) const = default;
};

inline std::unexpected<Error> fail(Errc code, std::string detail) {
  return std::unexpected(Error{.code = code, .detail = std::move(detail)});
}

inline std::unexpected<Error> conflict(std::string expected, std::string actual, std::string detail) {
  return std::unexpected(Error{.code = Errc::conflict,
                               .detail = std::move(detail),
                               .expected = std::move(expected),
                               .actual = std::move(actual)});
}

}  // namespace baton
