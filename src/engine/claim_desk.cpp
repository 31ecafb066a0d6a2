#include "engine/claim_desk.hpp"

#include <algorithm>
#include <utility>

#include "core/event_words.hpp"

namespace baton {

namespace {

bool serves(const std::set<Lane>& lanes, const Lane& lane) {
  static const Lane every = Lane::of("*");
  return lanes.contains(lane) || (lanes.contains(every) && !is_reserved(lane));
}

}  // namespace

/// A seat for as long as its owner waits; whatever it was called for when it leaves goes to the next.
class ClaimDesk::Occupied {
 public:
  explicit Occupied(ClaimDesk& desk) : desk_(desk), seat_(desk.seats_.emplace(desk.seats_.end(), desk.executor_)) {}
  ~Occupied() {
    const Lanes left_over = std::move(seat_->called_for);
    desk_.seats_.erase(seat_);
    desk_.pass_on(left_over);
  }
  Occupied(const Occupied&) = delete;
  Occupied& operator=(const Occupied&) = delete;

  Seat& operator*() const { return *seat_; }
  Seat* operator->() const { return &*seat_; }

 private:
  ClaimDesk& desk_;
  Seats::iterator seat_;
};

awaitable<Result<std::optional<Grant>>> ClaimDesk::claim(Claim request, Duration wait, Presence peer) {
  if (wait <= Duration::zero() || stopped_) return store_.call(std::move(request));
  return wait_for_work(std::move(request), Bell::Clock::now() + wait, std::move(peer));
}

awaitable<Result<std::optional<Grant>>> ClaimDesk::wait_for_work(Claim request, Bell::Clock::time_point until,
                                                                 Presence peer) {
  // Seated before the first look at the store: what comes after the look is heard.
  Occupied seat(*this);
  if (auto seated = co_await take_seat(&*seat, request.agent); !seated) co_return std::unexpected(seated.error());
  const std::stop_callback on_leave(peer.left, [&seat] { seat->bell.ring(); });
  for (;;) {
    if (stopped_ || peer.left.stop_requested() || peer.gone()) co_return std::optional<Grant>{};
    Lanes called_for = std::exchange(seat->called_for, {});
    auto grant = co_await store_.call(request);
    if (grant && !*grant) called_for.clear();  // looked, and there is nothing in any of them
    if (grant && *grant) called_for.erase((*grant)->task.lane);
    pass_on(called_for);
    if (!grant || *grant) co_return grant;
    const auto now = Bell::Clock::now();
    if (now >= until) co_return std::optional<Grant>{};
    const auto wake_at = seat->ready_at > now ? std::min(seat->ready_at, until) : until;
    co_await seat->bell.wait(wake_at);
    if (stopped_) co_return std::optional<Grant>{};
    if (!co_await peer.admitted()) {
      co_return fail(Errc::unauthorized, "the token was revoked or has expired while the claim waited");
    }
  }
}

awaitable<Result<void>> ClaimDesk::take_seat(Seat* seat, AgentId agent) {
  // By the port itself: its stamp tells the store's clock, which alone judges a quarantine.
  seat->agent = agent;
  Answer answer = co_await store_.port()->execute(Verb(GetAgent{.agent = std::move(agent)}));
  if (!answer.outcome) co_return std::unexpected(std::move(answer.outcome.error()));
  const auto& found = std::get<Agent>(*answer.outcome);
  seat->lanes = Lanes(found.lanes.begin(), found.lanes.end());
  if (found.claims_from && *found.claims_from > answer.stamp.now) {
    seat->ready_at = Bell::Clock::now() + (*found.claims_from - answer.stamp.now);
  }
  co_return Result<void>{};
}

void ClaimDesk::hear(const LogWatch::News& news) {
  if (seats_.empty()) return;
  if (news.gap) return call_all();
  for (const auto& event : news.events) hear(event);
}

void ClaimDesk::hear(const Event& event) {
  switch (event.type) {
    case EventType::task_created:
    case EventType::task_requeued:
    case EventType::task_edited:
      if (!may_be_pending(event)) return;
      if (auto lane = lane_of(event)) return call_one(*lane);
      return call_all();
    case EventType::queue_resumed: return call_all();
    case EventType::task_assigned:
    case EventType::agent_registered:
    case EventType::agent_changed:
    case EventType::agent_removed:
      if (event.agent) call_agent(*event.agent);
      return;
    default: return;
  }
}

void ClaimDesk::call_one(const Lane& lane) {
  const auto now = Bell::Clock::now();
  Seat* second_choice = nullptr;
  for (auto& seat : seats_) {
    if (!serves(seat.lanes, lane) || seat.ready_at > now || seat.called_for.contains(lane)) continue;
    if (seat.called_for.empty()) {
      seat.called_for.insert(lane);
      return seat.bell.ring();
    }
    if (second_choice == nullptr) second_choice = &seat;
  }
  // Everybody who could has been called already: for this lane too, or will hand the call on.
  if (second_choice != nullptr) second_choice->called_for.insert(lane);
}

void ClaimDesk::call_agent(const AgentId& agent) {
  for (auto& seat : seats_) {
    if (seat.agent == agent) seat.bell.ring();
  }
}

void ClaimDesk::call_all() {
  for (auto& seat : seats_) seat.bell.ring();
}

void ClaimDesk::pass_on(const Lanes& lanes) {
  for (const auto& lane : lanes) call_one(lane);
}

void ClaimDesk::stop() {
  stopped_ = true;
  call_all();
}

}  // namespace baton
