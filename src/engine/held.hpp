#pragma once

#include <string>
#include <utility>

#include "baton/error.hpp"

namespace baton {

/// The store answers, but what the call needs is in other hands for now: sent again like a call that it could not carry out.
inline std::unexpected<Error> held_by_others(std::string detail) {
  return std::unexpected(
      Error{.code = Errc::unavailable, .detail = std::move(detail), .expected = "free", .actual = "held"});
}

/// Whether a store could not carry something out, and nobody else is to blame.
inline bool is_of_the_store(const Error& error) { return error.code == Errc::unavailable && error.actual.empty(); }

}  // namespace baton
