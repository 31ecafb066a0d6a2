#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <utility>

#include "baton/port.hpp"

namespace baton {

/// Refuses what no backend should see: a missing id, a number out of range, more items than the bound. Pure.
Result<void> validate(const Verb& verb);

/// A store, seen through some of its verbs. Cheap to copy; every copy keeps the store open. Thread-safe.
///
///     Claim request{.agent = id, .incarnation = incarnation, .claim_id = claim_id};
///     auto grant = co_await store.call(std::move(request));
///     if (!grant) co_return std::unexpected(grant.error());
///
/// A view of more verbs converts into a view of fewer, so what a consumer may do is fixed by its type:
/// `View<TaskVerbs>` cannot touch locks.
template <class List>
class View {
 public:
  explicit View(std::shared_ptr<Port> port) : port_(std::move(port)) {}

  /// Carries out one verb: validated here, atomic in the backend, one round trip.
  template <VerbOf<List> V>
  awaitable<Result<typename V::Reply>> call(V verb) const {
    return run<V>(port_, Verb(std::move(verb)));
  }

  /// A narrower view of the same store.
  template <class... Vs>
    requires(detail::contains<Vs, List> && ...)
  operator View<Verbs<Vs...>>() const {  // NOLINT(google-explicit-constructor): narrowing is always safe
    return View<Verbs<Vs...>>(port_);
  }

  const std::shared_ptr<Port>& port() const { return port_; }

  /// Until the log has passed `after` (true) or the time is over (false).
  awaitable<Result<bool>> wait(Position after, Duration at_most) const {
    return port_->wait(Condition(LogPast{after}), at_most);
  }

  /// The result as soon as it is there, or nothing once the time is over.
  awaitable<Result<std::optional<Json>>> await_result(GetResult what, Duration at_most) const
    requires VerbOf<GetResult, List>
  {
    return wait_for_result(port_, std::move(what), at_most);
  }

 private:
  template <class V>
  static awaitable<Result<typename V::Reply>> run(std::shared_ptr<Port> port, Verb verb) {
    if (auto valid = validate(verb); !valid) co_return std::unexpected(std::move(valid.error()));
    Answer answer = co_await port->execute(std::move(verb));
    if (!answer.outcome) co_return std::unexpected(std::move(answer.outcome.error()));
    co_return std::get<typename V::Reply>(*std::move(answer.outcome));
  }

  static awaitable<Result<std::optional<Json>>> wait_for_result(std::shared_ptr<Port> port, GetResult what,
                                                                Duration at_most);

  std::shared_ptr<Port> port_;
};

/// All verbs.
using Store = View<AllVerbs>;

awaitable<Result<std::optional<Json>>> await_result(std::shared_ptr<Port> port, GetResult what, Duration at_most);

template <class List>
awaitable<Result<std::optional<Json>>> View<List>::wait_for_result(std::shared_ptr<Port> port, GetResult what,
                                                                   Duration at_most) {
  return baton::await_result(std::move(port), std::move(what), at_most);
}

}  // namespace baton
