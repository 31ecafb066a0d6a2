#include "backend/postgres/pipeline.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace baton::postgres {
namespace {

constexpr std::size_t most_items = 256;
constexpr std::size_t most_bytes = std::size_t{8} << 20U;

/// A second batch of writes only waits for the first, but it parts those that could have shared one commit: it goes when it
/// is large in itself.
constexpr std::size_t worth_a_second = most_items / 2;
/// Those who were just answered are likely to come back together. They are waited for, if there were several, for a small
/// part of what the next commit will take anyway.
constexpr int part_of_commit = 8;
constexpr std::chrono::microseconds longest_hold{500};

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

bool Pipeline::may_go(Queue queue, TimePoint now) const {
  if (waiting_[index(queue)].empty()) return false;
  if (queue == Queue::write) return may_write(now);
  std::size_t busy = 0;
  for (const Queue other : others) busy += under_way_[index(other)];
  return busy < most_others_ && (queue != Queue::beat || (is_idle(Queue::beat) && now >= beats_from_));
}

bool Pipeline::has_next(TimePoint now) const {
  return may_go(Queue::write, now) ||
         std::ranges::any_of(others, [this, now](Queue queue) { return may_go(queue, now); });
}

bool Pipeline::may_write(TimePoint now) const {
  const std::size_t waiting = waiting_[index(Queue::write)].size();
  const std::size_t under_way = under_way_[index(Queue::write)];
  if (under_way > 0) return under_way < most_writes_ && waiting >= worth_a_second;
  return waiting >= std::min(expected_writes_, most_items) || now >= expected_by_;
}

void Pipeline::ended(Queue queue, std::size_t items, TimePoint now, SteadyClock::duration took) {
  --under_way_[index(queue)];
  if (queue != Queue::write) return;
  expected_writes_ = items > 1 ? items + waiting_[index(queue)].size() : 0;
  expected_by_ = now + std::min<SteadyClock::duration>(took / part_of_commit, longest_hold);
}

std::optional<Batch> Pipeline::next(TimePoint now) {
  if (may_go(Queue::write, now)) return take(Queue::write);
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Queue queue = others[(turn_ + i) % others.size()];
    if (!may_go(queue, now)) continue;
    turn_ = (turn_ + i + 1) % others.size();
    if (queue == Queue::beat) beats_from_ = now + beat_interval_;
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

std::optional<TimePoint> Pipeline::next_release(TimePoint now) const {
  std::optional<TimePoint> next;
  if (is_idle(Queue::beat) && beats_from_ > now) next = beats_from_;
  const bool holds = expected_writes_ > 0 && is_idle(Queue::write) && expected_by_ > now;
  if (holds && (!next || expected_by_ < *next)) next = expected_by_;
  return next;
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
