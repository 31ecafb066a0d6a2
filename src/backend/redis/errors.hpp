#pragma once

#include <cstdint>
#include <expected>
#include <string_view>

#include "backend/redis/target.hpp"
#include "baton/error.hpp"

namespace baton::redis {

/// What a client can do about an error reply before its caller has to know.
enum class Reaction : std::uint8_t {
  give_up,      ///< nothing
  send_text,    ///< the server does not know the script: send it with its text
  wait,         ///< the same command may succeed a little later
  follow,       ///< another node serves this key from now on
  ask_once,     ///< another node serves this key, this time only
  find_primary  ///< the server is no primary any more
};

/// An error reply, understood.
struct Refusal {
  Error error;
  Reaction reaction = Reaction::give_up;
  bool untouched = false;  ///< proves that nothing was executed, so that any command may be sent again
  Address elsewhere{};     ///< of `follow` and `ask_once`; no host: the one that answered
};

template <class T>
using Attempt = std::expected<T, Refusal>;

/// `text`: an error as the server sent it, also one that a script met and the server wrapped in its own words.
Refusal understand(std::string_view text);

/// The connection broke before the reply to a command that must not be sent twice.
Error unknown_outcome(std::string_view why);
Error closed();

}  // namespace baton::redis
