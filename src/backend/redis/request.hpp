#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backend/redis/client.hpp"
#include "backend/redis/timing.hpp"
#include "backend/shared/waiting.hpp"

namespace baton::redis {

/// What a caller wants done: a whole command, or a script with its key and arguments.
struct Errand {
  const Script* script = nullptr;  ///< nothing: `arguments` are the whole command
  std::string key{};
  std::vector<std::string> arguments{};
  Repeat repeat = Repeat::never;
};

using shared::Limits;

/// An errand on its way, and the caller that waits for the reply.
class Request {
 public:
  using Wanted = Errand;
  using Reply = Value;

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

void finish_all(const Requests& requests, const Error& error);

/// Appends the command; a script goes by its digest or, `with_text`, as itself.
void append_errand(std::string& out, const Errand& errand, bool with_text);

/// Whether it carries out a script, also one given as a plain command.
bool runs_script(const Errand& errand);

}  // namespace baton::redis
