#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "backend/postgres/client.hpp"
#include "backend/shared/waiting.hpp"

namespace baton::postgres {

using shared::Limits;
using shared::SteadyClock;
using shared::TimePoint;

/// What a caller wants done: an item of a line, or a statement of its own.
struct Errand {
  std::optional<Line> line{};  ///< nothing: `statement` and `parameters` say it
  Row row{};
  Statement statement{};
  Parameters parameters{};
  Repeat repeat = Repeat::never;
};

/// An errand on its way, and the caller that waits for the reply.
class Request {
 public:
  using Wanted = Errand;
  using Reply = Table;

  Request(Errand wanted, Limits limited) : errand(std::move(wanted)), limits(limited) {}
  virtual ~Request() = default;
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  /// Resumes the caller on its own executor. Once.
  virtual void finish(Result<Table> reply) = 0;

  const Errand errand;
  Limits limits;
  unsigned refusals = 0;  ///< so often the server asked to come back
  unsigned losses = 0;    ///< so often the connection broke under it
  bool alone = false;     ///< goes by itself from now on: a batch with it failed
};

using RequestPtr = std::unique_ptr<Request>;
using Requests = std::deque<RequestPtr>;

void finish_all(const Requests& requests, const Error& error);

}  // namespace baton::postgres
