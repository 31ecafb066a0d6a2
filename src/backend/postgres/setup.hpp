#pragma once

#include <memory>

#include "backend/postgres/connection.hpp"

namespace baton::postgres {

struct Established {
  std::shared_ptr<Connection> connection;
  ServerFacts facts;
};

/// Whether statements end by themselves when they take longer than the target's statement_timeout.
enum class Limited : std::uint8_t { yes, no };

/// Connects to the primary and learns what it is. unavailable: not reached, or a standby. unauthorized, invalid: as the
/// detail says. Through a pooler, whose sessions are nobody's, every transaction has to set its limit itself.
awaitable<Attempt<Established>> dial(boost::asio::io_context& io, Target target, Limited limited);

}  // namespace baton::postgres
