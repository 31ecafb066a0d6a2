#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <string>
#include <vector>

namespace baton::http {

/// A body that is not whole when the answer begins. The connection asks for what is next when the client has taken
/// what was before, so a slow client slows only its own source.
class BodySource {
 public:
  using Pieces = std::vector<std::shared_ptr<const std::string>>;

  virtual ~BodySource() = default;
  /// As soon as there is something, or the client has left. Nothing: the end.
  virtual boost::asio::awaitable<Pieces> next() = 0;
};

}  // namespace baton::http
