#include "backend/sqlite/log_tail.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "baton/limits.hpp"

namespace baton::sqlite {

namespace {
// More than followers let gather before they read, and little beside what a connection to the file caches.
constexpr std::size_t most_kept = 2 * limits::page;
constexpr std::size_t most_bytes_kept = std::size_t{1} << 20;
}  // namespace

bool matches(const ReadLog& wanted, const Event& event) {
  return (wanted.types.empty() || std::ranges::find(wanted.types, event.type) != wanted.types.end()) &&
         (!wanted.task || event.task == wanted.task) && (!wanted.agent || event.agent == wanted.agent);
}

void LogChange::append(Event event) {
  if (begins == Position{}) begins = event.position;
  appended.push_back(std::move(event));
}

void LogChange::add(LogChange later) {
  for (Event& event : later.appended) append(std::move(event));
  if (later.begins) begins = later.begins;
  rewritten = rewritten || later.rewritten;
}

LogTail::LogTail(const Counters& counters, Position first) : first_(first), counters_(counters) {}

void LogTail::follow(LogChange change, const Counters& committed) {
  const std::lock_guard lock(mutex_);
  counters_ = committed;
  try {
    for (Event& event : change.appended) keep(std::move(event));
  } catch (const std::bad_alloc&) {
    forget();  // the file has them
  }
  if (change.begins) first_ = *change.begins;
  const bool all = change.rewritten || first_ == Position{};
  while (!events_.empty() && (all || is_too_old())) {
    bytes_ -= events_.front().payload.text().size();
    events_.pop_front();
  }
}

bool LogTail::is_too_old() const {
  return events_.front().position < first_ || events_.size() > most_kept || bytes_ > most_bytes_kept;
}

void LogTail::keep(Event event) {
  if (first_ == Position{}) first_ = event.position;
  bytes_ += event.payload.text().size();
  events_.push_back(std::move(event));
}

void LogTail::forget() {
  events_.clear();
  bytes_ = 0;
}

void LogTail::note_seen(std::uint64_t step) {
  std::uint64_t known = seen_.load();
  while (known < step && !seen_.compare_exchange_weak(known, step)) {
  }
}

std::optional<Answer> LogTail::answer(const ReadLog& verb, Time asked) {
  const std::lock_guard lock(mutex_);
  const Position begin = events_.empty() ? counters_.position.next() : events_.front().position;
  if (closed_ || verb.after.next() < begin || counters_.step < seen_.load()) return std::nullopt;
  try {
    return Answer{.outcome = Reply(page(verb)),
                  .stamp = {.step = counters_.step, .now = std::max(asked, counters_.now)}};
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

LogPage LogTail::page(const ReadLog& verb) const {
  LogPage page{.events = {}, .first = first_, .last = counters_.position, .next = verb.after};
  auto at = std::ranges::upper_bound(events_, verb.after, {}, &Event::position);
  page.events.reserve(std::min<std::size_t>(verb.limit, static_cast<std::size_t>(events_.end() - at)));
  for (std::size_t examined = 0; examined < limits::page && page.events.size() < verb.limit; ++examined, ++at) {
    if (at == events_.end()) {
      page.next = std::max(page.next, page.last);
      break;
    }
    page.next = at->position;
    if (matches(verb, *at)) page.events.push_back(*at);
  }
  return page;
}

void LogTail::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  forget();
}

}  // namespace baton::sqlite
