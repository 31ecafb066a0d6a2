#pragma once

#include "http/access.hpp"
#include "http/guard.hpp"
#include "http/routes.hpp"
#include "http/server.hpp"

namespace baton::http {

/// The one way in: every request passes Host and Origin, the route table, the credentials and the role, in this order,
/// before its handler sees it. What privileged callers change and what is refused goes to the audit.
class Gateway final : public Service {
 public:
  Gateway(Guard guard, RouteTable routes, Services services)
      : guard_(std::move(guard)), routes_(std::move(routes)), services_(std::move(services)) {}

  /// Refuses strangers, and what has no place to go to. Without credentials only some bodies are read at a time.
  awaitable<Reception> receive(Arrival head) override;
  awaitable<Response> answer(Arrival arrival) override;

 private:
  Reception receive_open(std::string_view request_id);
  struct Located {
    const Route* route;
    Request request;
  };
  struct Answered {
    Response response;
    std::string_view outcome = "done";  ///< or the code of the problem
  };
  std::expected<Located, Problem> locate(Arrival arrival) const;
  awaitable<Answered> carry_out(const Route* route, Request request);
  awaitable<void> audit(const Route* route, std::shared_ptr<const Caller> caller, AuditEntry entry);

  Guard guard_;
  RouteTable routes_;
  Services services_;
  /// As many as there are bodies on their way that came without credentials.
  std::shared_ptr<const char> open_bodies_ = std::make_shared<const char>();
};

}  // namespace baton::http
