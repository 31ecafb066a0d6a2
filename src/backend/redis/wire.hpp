#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "backend/redis/target.hpp"
#include "backend/redis/timing.hpp"
#include "baton/port.hpp"

namespace baton::redis {

/// A stream of bytes to a server, plain or encrypted. Belongs to one event loop with one thread; only `send_now` may be
/// called on any thread, if its owner sees to it that nobody closes the wire meanwhile.
class Wire {
 public:
  virtual ~Wire() = default;
  /// Waits for bytes: how many, at least one. unavailable: there are no more.
  virtual awaitable<Result<std::size_t>> read(std::span<char> room) = 0;
  /// Writes all of the bytes; they stay where they are until then.
  virtual awaitable<Result<Done>> write(std::string_view bytes) = 0;
  /// Hands over what can be taken without waiting, perhaps nothing; always nothing where bytes are encrypted.
  virtual std::size_t send_now(std::string_view bytes) = 0;
  virtual bool can_send_now() const = 0;
  /// Ends every wait. Repeatable.
  virtual void close() = 0;
};

/// Whom to trust when a connection is encrypted.
class Trust;

/// `ca_file`: the certificates to trust; empty: the system's. invalid: it cannot be read.
Result<std::shared_ptr<Trust>> load_trust(const std::string& ca_file);

/// `trust`: nothing for a plain connection. unavailable: it was not there by `until`, or the other side is not the
/// one it should be; the detail says what to do.
awaitable<Result<std::shared_ptr<Wire>>> connect_wire(Address address, std::shared_ptr<Trust> trust, TimePoint until);

}  // namespace baton::redis
