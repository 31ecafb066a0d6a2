#pragma once

#include <boost/asio/async_result.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <memory>
#include <utility>

#include "backend/shared/caller.hpp"
#include "backend/shared/timing.hpp"
#include "baton/port.hpp"

namespace baton::shared {

/// How long a caller waits, counted from when it came.
struct Limits {
  TimePoint patience;  ///< for a connection
  TimePoint end;       ///< in all
};

/// A request whose caller is a coroutine.
template <class Request, class Handler>
class Waiting final : public Request {
 public:
  Waiting(typename Request::Wanted wanted, Limits limited, Handler handler)
      : Request(std::move(wanted), limited), caller_(std::move(handler)) {}

  void finish(Result<typename Request::Reply> reply) override { caller_.tell(std::move(reply)); }

 private:
  Caller<Handler> caller_;
};

/// Hands a request to `take`, which sees to it that it is finished, and waits for the reply.
template <class Request, class Take>
awaitable<Result<typename Request::Reply>> await_reply(typename Request::Wanted wanted, Limits limited, Take take) {
  return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void(Result<typename Request::Reply>)>(
      [limited, take](auto handler, typename Request::Wanted given) {
        take(std::make_unique<Waiting<Request, decltype(handler)>>(std::move(given), limited, std::move(handler)));
      },
      boost::asio::use_awaitable, std::move(wanted));
}

}  // namespace baton::shared
