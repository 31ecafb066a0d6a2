#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <memory>

#include "engine/parcel.hpp"

namespace baton::http {

/// Which hosts webhooks may go to. A name is judged by the address it stands for at that moment.
enum class Targets : std::uint8_t { any, public_only };

/// Sends each message on a connection of its own, over TLS if the URL says https: the receiver's certificate must then be
/// one that this machine trusts, and of that name. Follows no redirect, and reads no more of the answer than its head.
class HttpSender final : public Sender {
 public:
  HttpSender(const boost::asio::any_io_executor& executor, Targets targets);
  ~HttpSender() override;

  awaitable<Result<unsigned>> post(Parcel parcel) override;

 private:
  class Trust;

  boost::asio::any_io_executor executor_;
  Targets targets_;
  std::unique_ptr<Trust> trust_;
};

}  // namespace baton::http
