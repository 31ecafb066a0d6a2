#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "baton/error.hpp"

namespace baton::postgres {

/// What a client can do about an error before its caller has to know.
enum class Reaction : std::uint8_t {
  give_up,      ///< nothing
  again,        ///< the same may succeed at once: it met another transaction
  unstick,      ///< somebody sits on a lock: see to that, then again
  prepare,      ///< the server lost a prepared statement, or its plan is out of date: prepare it again
  reconnect,    ///< the connection is of no more use, or there is none
  find_primary  ///< the server is no primary (any more)
};

/// An error of a server, or of the way to it, understood. Unless the reaction is `reconnect`, nothing has happened: the
/// transaction is rolled back.
struct Refusal {
  Error error;
  Reaction reaction = Reaction::give_up;
};

template <class T>
using Attempt = std::expected<T, Refusal>;

/// `state`: the five characters of SQLSTATE; `words`: the server's.
Refusal understand(std::string_view state, std::string_view words);

/// What libpq says when no connection came about, with the SQLSTATE in it if the server said one. `address`: whom we
/// tried.
Refusal understand_connect(std::string_view words, std::string_view address);

/// The connection broke before the reply to something that must not be sent twice.
Error unknown_outcome(std::string_view why);
Refusal lost(std::string_view why);
Error closed();

}  // namespace baton::postgres
