#pragma once

#include <atomic>
#include <optional>

#include "baton/port.hpp"
#include "support/door.hpp"
#include "support/http_client.hpp"

namespace baton::test {

/// The verbs of agents and orchestrators, spoken to whichever daemon there is. What may be repeated is repeated until
/// there is an answer or no daemon any more; anything else without an answer is `unavailable`. Throws when there is none
/// within 30 s: that hangs. Blocks: for one thread.
class HttpPort final : public Port {
 public:
  explicit HttpPort(Door& door) : door_(door) {}

  awaitable<Answer> execute(Verb verb) override;
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override;
  void close() override {}

  /// Requests that got no answer.
  std::size_t unanswered() const { return unanswered_; }

 private:
  struct Asked {
    std::string method;
    std::string target;
    std::string body;
  };
  static std::optional<Asked> request_of(const Verb& verb);
  static Result<Reply> reply_of(const Verb& verb, const HttpResponse& response);
  std::optional<HttpResponse> ask_once(const Asked& asked, std::uint16_t port);

  Door& door_;
  std::optional<HttpClient> connection_;
  std::uint16_t connected_to_ = 0;
  std::atomic<std::size_t> unanswered_{0};
};

}  // namespace baton::test
