#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "backend/postgres/setup.hpp"

namespace baton::postgres {

/// A place of the pool, with or without a connection, and what is under way on it. Guarded by the pool.
struct Seat {
  explicit Seat(boost::asio::io_context& io) : pause(io) {}

  bool is_free() const { return connection && !busy && !retired; }

  void take(const Established& server) {
    connection = server.connection;
    pooled = server.facts.pooled;
    known = true;
    busy = retired = useful = false;
  }

  /// What was under way.
  std::optional<Batch> leave() {
    connection.reset();
    busy = false;
    return std::exchange(batch, std::nullopt);
  }

  std::shared_ptr<Connection> connection{};
  bool pooled = false;
  bool known = false;    ///< was connected before
  bool busy = false;     ///< a batch is under way, or about to be
  bool retired = false;  ///< takes no more batches, and ends when the last one is answered
  bool useful = false;   ///< the connection answered
  std::optional<Batch> batch{};
  shared::TimePoint since{};  ///< when it was sent
  boost::asio::steady_timer pause;
};

}  // namespace baton::postgres
