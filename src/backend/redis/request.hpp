#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backend/redis/client.hpp"
#include "backend/redis/timing.hpp"

namespace baton::redis {

/// What a caller wants done: a whole command, or a script with its key and arguments.
struct Errand {
  const Script* script = nullptr;  ///< nothing: `arguments` are the whole command
  std::string key{};
  std::vector<std::string> arguments{};
  Repeat repeat = Repeat::never;
};

/// How long a caller waits, counted from when it came.
struct Limits {
  TimePoint patience;  ///< for a connection
  TimePoint end;       ///< in all
};

/// An errand on its way, and the caller that waits for the reply.
class Request {
 public:
  Request(Errand wanted, Limits limited) : errand(std::move(wanted)), limits(limited) {}
  virtual ~Request() = default;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  /// Resumes the caller on its own executor. Once.
  virtual void finish(Result<Value> reply) = 0;

  const Errand errand;
  Limits limits;
  unsigned refusals = 0;  ///< so often the server asked to come back later
};

using RequestPtr = std::unique_ptr<Request>;
using Requests = std::deque<RequestPtr>;

/// Keeps the caller's executor busy until the reply is there.
template <class Handler>
class WaitingRequest final : public Request {
 public:
  WaitingRequest(Errand wanted, Limits limited, Handler handler)
      : Request(std::move(wanted), limited),
        work_(boost::asio::get_associated_executor(handler)),
        handler_(std::move(handler)) {}

  void finish(Result<Value> reply) override {
    auto executor = work_.get_executor();
    boost::asio::post(executor, [handler = std::move(handler_), reply = std::move(reply)]() mutable {
      std::move(handler)(std::move(reply));
    });
    work_.reset();
  }

 private:
  boost::asio::executor_work_guard<boost::asio::associated_executor_t<Handler>> work_;
  Handler handler_;
};

/// Hands a request to `take`, which sees to it that it is finished, and waits for the reply.
template <class Take>
awaitable<Result<Value>> await_reply(Errand wanted, Limits limited, Take take) {
  return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void(Result<Value>)>(
      [limited, take](auto handler, Errand errand) {
        take(std::make_unique<WaitingRequest<decltype(handler)>>(std::move(errand), limited, std::move(handler)));
      },
      boost::asio::use_awaitable, std::move(wanted));
}

void finish_all(const Requests& requests, const Error& error);

/// Appends the command; a script goes by its digest or, `with_text`, as itself.
void append_errand(std::string& out, const Errand& errand, bool with_text);

/// Whether it carries out a script, also one given as a plain command.
bool runs_script(const Errand& errand);

}  // namespace baton::redis
