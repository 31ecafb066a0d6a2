#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backend/redis/client.hpp"
#include "backend/redis/resp.hpp"
#include "backend/redis/wire.hpp"

namespace baton::redis {

/// A connected server, asked one thing after another. Belongs to one event loop with one thread.
class Link {
 public:
  explicit Link(std::shared_ptr<Wire> wire);

  /// Sends the commands together and waits for as many replies, errors among them. unavailable: the connection broke, or
  /// they were not there by `until`; the link is of no more use.
  awaitable<Result<std::vector<Value>>> ask(std::vector<Command> commands, TimePoint until);

  /// Waits for bytes and makes values of them, perhaps none yet. unavailable: the connection broke.
  awaitable<Result<std::vector<Value>>> receive();

  Wire& wire() { return *wire_; }
  const std::shared_ptr<Wire>& shared_wire() const { return wire_; }

 private:
  awaitable<Result<std::vector<Value>>> exchange(std::string bytes, std::size_t replies);

  std::shared_ptr<Wire> wire_;
  Reader reader_;
  std::vector<char> room_;
};

}  // namespace baton::redis
