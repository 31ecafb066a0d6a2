#include "backend/redis/pipeline.hpp"

#include <algorithm>
#include <iterator>

namespace baton::redis {

namespace {
/// Memory for bytes on their way that is not given back when they are gone.
constexpr std::size_t most_kept = 1 << 20;
}  // namespace

void Pipeline::add(RequestPtr request, TimePoint now) {
  if (!is_open()) return keep(std::move(request));
  const bool with_text = must_send_text(request->errand);
  send(std::move(request), with_text, now);
}

void Pipeline::add_with_text(RequestPtr request, TimePoint now) {
  if (!is_open()) return keep(std::move(request));
  send(std::move(request), true, now);
}

void Pipeline::send(RequestPtr request, bool with_text, TimePoint now) {
  append_errand(unsent_, request->errand, with_text);
  under_way_.push_back({.request = std::move(request), .end = sent_ + unsent_.size(), .since = now});
}

bool Pipeline::must_send_text(const Errand& errand) {
  return errand.script != nullptr && scripts_.insert(errand.script->digest).second;
}

void Pipeline::open(TimePoint now) {
  state_ = State::open;
  for (RequestPtr& request : take_waiting()) add(std::move(request), now);
}

Requests Pipeline::end(TimePoint now) {
  Requests lost;
  Requests again;
  for (Slot& slot : under_way_) {
    if (!slot.request) continue;
    const bool may_repeat = slot.end > sent_ || slot.request->errand.repeat == Repeat::safe;
    Limits& limits = slot.request->limits;
    limits.patience = std::min(limits.end, now + patience_);
    (may_repeat ? again : lost).push_back(std::move(slot.request));
  }
  waiting_.insert(waiting_.begin(), std::make_move_iterator(again.begin()), std::make_move_iterator(again.end()));
  state_ = State::closed;
  under_way_.clear();
  unsent_.clear();
  sent_ = 0;
  return lost;
}

void Pipeline::sent(std::size_t count) {
  sent_ += count;
  unsent_.erase(0, count);
  if (unsent_.empty() && unsent_.capacity() > most_kept) unsent_ = {};
}

std::string Pipeline::take_unsent(std::string spare) {
  sent_ += unsent_.size();
  return std::exchange(unsent_, std::move(spare));
}

Requests Pipeline::answered(std::size_t count) {
  Requests requests;
  for (; count > 0 && !under_way_.empty(); --count) {
    requests.push_back(std::move(under_way_.front().request));
    under_way_.pop_front();
  }
  return requests;
}

Requests Pipeline::out_of_patience(TimePoint now) {
  Requests over;
  for (RequestPtr& request : take_waiting()) {
    (request->limits.patience <= now ? over : waiting_).push_back(std::move(request));
  }
  return over;
}

Requests Pipeline::out_of_time(TimePoint now) {
  Requests over;
  for (Slot& slot : under_way_) {
    if (slot.request && slot.request->limits.end <= now) over.push_back(std::move(slot.request));
  }
  return over;
}

bool Pipeline::is_stalled(TimePoint now) const {
  return !under_way_.empty() && under_way_.front().since + reply_timeout_ <= now;
}

}  // namespace baton::redis
