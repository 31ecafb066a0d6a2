#include <stop_token>

#include "engine/correlator.hpp"
#include "engine/record_shelf.hpp"

namespace baton {

/// A place among those who wait for a decision, for as long as its owner does.
class Correlator::Curiosity {
 public:
  Curiosity(Correlator& correlator, const CorrelationId& id)
      : correlator_(correlator), bell_(correlator.executor_), place_(correlator.curious_.emplace(id, &bell_)) {}
  ~Curiosity() { correlator_.curious_.erase(place_); }
  Curiosity(const Curiosity&) = delete;
  Curiosity& operator=(const Curiosity&) = delete;

  awaitable<bool> wait(Bell::Clock::time_point until) { return bell_.wait(until); }
  void end() { bell_.ring(); }

 private:
  Correlator& correlator_;
  Bell bell_;
  std::multimap<CorrelationId, Bell*>::iterator place_;
};

awaitable<Result<Record>> Correlator::decision(CorrelationId id, Duration wait, Presence peer) {
  const auto until = Bell::Clock::now() + wait;
  // In place before the first look: what is decided after the look is heard.
  Curiosity curiosity(*this, id);
  const std::stop_callback on_leave(peer.left, [&curiosity] { curiosity.end(); });
  for (;;) {
    auto found = co_await find_decision(id);
    const bool may_come = !found && found.error().code == Errc::not_found;
    const bool is_over = !patient_ || peer.left.stop_requested() || peer.gone() || Bell::Clock::now() >= until;
    if (!may_come || is_over) co_return found;
    co_await curiosity.wait(until);
  }
}

void Correlator::stop_waiting() {
  patient_ = false;
  for (const auto& [id, bell] : curious_) bell->ring();
}

awaitable<Result<Record>> Correlator::find_decision(CorrelationId id) {
  auto records = co_await records_under(store_, decision_kind(), id.str() + "/");
  if (!records) co_return std::unexpected(std::move(records.error()));
  if (!records->empty()) co_return std::move(records->back());
  co_return fail(Errc::not_found, "nothing is decided of correlation " + id.str() + "; wait, or look at its status");
}

}  // namespace baton
