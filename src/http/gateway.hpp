#pragma once

#include "http/guard.hpp"
#include "http/routes.hpp"
#include "http/server.hpp"
#include "http/tokens.hpp"

namespace baton::http {

/// The one way in: every request passes Host and Origin, the route table, the token and the role, in this order,
/// before its handler sees it.
class Gateway final : public Service {
 public:
  Gateway(Guard guard, Tokens tokens, RouteTable routes, Services services)
      : guard_(std::move(guard)),
        tokens_(std::move(tokens)),
        routes_(std::move(routes)),
        services_(std::move(services)) {}

  awaitable<Response> answer(Arrival arrival) override;

 private:
  struct Admitted {
    Handler handler;
    Request request;
  };
  std::expected<Admitted, Problem> admit(Arrival arrival) const;
  std::expected<void, Problem> authorize(const Arrival& arrival, Role needed) const;

  Guard guard_;
  Tokens tokens_;
  RouteTable routes_;
  Services services_;
};

}  // namespace baton::http
