#include "engine/waiting_room.hpp"

#include <algorithm>
#include <chrono>
#include <stop_token>
#include <utility>

namespace baton {

namespace {

// A wait on the store cannot be called off, so this bounds how long a stop takes.
constexpr std::chrono::milliseconds longest_piece{500};

bool is_end(EventType type) {
  return type == EventType::task_completed || type == EventType::task_failed || type == EventType::task_dead ||
         type == EventType::task_cancelled;
}

}  // namespace

class WaitingRoom::Occupied {
 public:
  Occupied(WaitingRoom& room, TaskId task) : room_(room), seat_(room.seats_.emplace(task, room.executor_)) {}
  ~Occupied() { room_.seats_.erase(seat_); }
  Occupied(const Occupied&) = delete;
  Occupied& operator=(const Occupied&) = delete;

  Bell& bell() const { return seat_->second; }

 private:
  WaitingRoom& room_;
  Seats::iterator seat_;
};

awaitable<Result<Task>> WaitingRoom::ended(GetTask request, Duration wait, Presence peer) {
  if (wait <= Duration::zero()) co_return co_await store_.call(std::move(request));
  const auto until = Bell::Clock::now() + wait;
  // Seated before the first look at the store: an end that comes after the look is heard.
  const Occupied seat(*this, request.task);
  const std::stop_callback on_leave(peer.left, [&seat] { seat.bell().ring(); });
  for (;;) {
    auto task = co_await store_.call(request);
    if (!task || has_ended(task->status) || is_over(peer) || Bell::Clock::now() >= until) co_return task;
    co_await seat.bell().wait(until);
  }
}

awaitable<Result<std::optional<Json>>> WaitingRoom::result(GetResult request, Duration wait, Presence peer) {
  const auto until = Bell::Clock::now() + wait;
  for (;;) {
    const auto left = std::chrono::ceil<Duration>(until - Bell::Clock::now());
    const Duration piece = is_over(peer) ? Duration::zero() : std::min<Duration>(left, longest_piece);
    auto value = co_await store_.await_result(request, piece);
    if (!value || *value || piece <= Duration::zero() || piece == left) co_return value;
  }
}

void WaitingRoom::hear(const LogWatch::News& news) {
  if (news.gap) return wake_all();
  for (const auto& event : news.events) {
    if (!is_end(event.type) || !event.task) continue;
    const auto [first, last] = seats_.equal_range(*event.task);
    for (auto seat = first; seat != last; ++seat) seat->second.ring();
  }
}

void WaitingRoom::wake_all() {
  for (auto& [task, bell] : seats_) bell.ring();
}

void WaitingRoom::stop() {
  stopped_ = true;
  wake_all();
}

}  // namespace baton
