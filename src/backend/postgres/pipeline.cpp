#include "backend/postgres/pipeline.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace baton::postgres {
namespace {

constexpr std::size_t most_items = 256;
constexpr std::size_t most_bytes = std::size_t{8} << 20U;

constexpr std::array others{Queue::beat, Queue::call, Queue::read};

std::size_t size_of(const Row& row) {
  return std::accumulate(row.begin(), row.end(), std::size_t{0},
                         [](std::size_t sum, const std::string& text) { return sum + text.size(); });
}

}  // namespace

/// While one batch of writes is carried out, the next waits at the server already; with two connections that would leave
/// none for reading.
Pipeline::Pipeline(std::size_t pool, std::chrono::milliseconds beat_interval)
    : most_writes_(pool > 2 ? 2 : 1), most_others_(pool - most_writes_), beat_interval_(beat_interval) {}

void Pipeline::add(RequestPtr request) {
  const std::size_t at = index(queue_of(request->errand));
  waiting_[at].push_back(std::move(request));
}

void Pipeline::add_first(Requests requests) {
  for (; !requests.empty(); requests.pop_back()) {
    const std::size_t at = index(queue_of(requests.back()->errand));
    waiting_[at].push_front(std::move(requests.back()));
  }
}

bool Pipeline::is_idle() const {
  return std::ranges::all_of(under_way_, [](std::size_t count) { return count == 0; });
}

bool Pipeline::has_place(Queue queue, TimePoint now) const {
  if (queue == Queue::write) return under_way_[index(queue)] < most_writes_;
  std::size_t busy = 0;
  for (const Queue other : others) busy += under_way_[index(other)];
  if (busy >= most_others_) return false;
  return queue != Queue::beat ||
         (is_idle(Queue::beat) && (last_beat_ == TimePoint::min() || now >= last_beat_ + beat_interval_));
}

std::optional<Batch> Pipeline::next(TimePoint now) {
  const auto may_go = [this, now](Queue queue) { return !waiting_[index(queue)].empty() && has_place(queue, now); };
  if (may_go(Queue::write)) return take(Queue::write);
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Queue queue = others[(turn_ + i) % others.size()];
    if (!may_go(queue)) continue;
    turn_ = (turn_ + i + 1) % others.size();
    if (queue == Queue::beat) last_beat_ = now;
    return take(queue);
  }
  return std::nullopt;
}

Batch Pipeline::take(Queue queue) {
  Requests& waiting = waiting_[index(queue)];
  Batch batch{.queue = queue};
  std::size_t bytes = 0;
  do {
    bytes += size_of(waiting.front()->errand.row);
    batch.requests.push_back(std::move(waiting.front()));
    waiting.pop_front();
    if (queue == Queue::call || batch.requests.back()->alone) break;
  } while (!waiting.empty() && !waiting.front()->alone && batch.requests.size() < most_items &&
           bytes + size_of(waiting.front()->errand.row) <= most_bytes);
  ++under_way_[index(queue)];
  return batch;
}

std::optional<TimePoint> Pipeline::next_beat() const {
  if (waiting_[index(Queue::beat)].empty() || !is_idle(Queue::beat) || last_beat_ == TimePoint::min())
    return std::nullopt;
  return last_beat_ + beat_interval_;
}

Requests Pipeline::out_of_patience(TimePoint now) {
  Requests over;
  for (Requests& waiting : waiting_) {
    for (RequestPtr& request : std::exchange(waiting, {})) {
      (request->limits.patience <= now ? over : waiting).push_back(std::move(request));
    }
  }
  return over;
}

Requests Pipeline::take_waiting() {
  Requests all;
  for (Requests& waiting : waiting_) {
    all.insert(all.end(), std::make_move_iterator(waiting.begin()), std::make_move_iterator(waiting.end()));
    waiting.clear();
  }
  return all;
}

}  // namespace baton::postgres
