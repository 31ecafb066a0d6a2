#include "engine/log_tally.hpp"

#include <algorithm>
#include <utility>

namespace baton {

namespace {

constexpr std::uint32_t tally_page = 1000;
constexpr int pages_at_once = 10;

}  // namespace

void LogTally::hear(std::span<const Event> events) {
  for (const Event& event : events) {
    reach(event.position);
    if (counted_ && event.position == counted_->next()) count(event);
  }
}

void LogTally::count(const Event& event) {
  ++counts_[static_cast<std::size_t>(event.type)];
  counted_ = event.position;
}

awaitable<Result<void>> LogTally::keep_up() {
  if (!counted_) {
    if (auto begun = co_await begin(); !begun) co_return begun;
  }
  for (int i = 0; i < pages_at_once && is_behind(); ++i) {
    if (auto read = co_await read_page(); !read) co_return read;
  }
  const auto now = Clock::now();
  if (now < save_at_) co_return Result<void>{};
  save_at_ = now + save_every_;
  co_return co_await save();
}

awaitable<Result<void>> LogTally::begin() {
  const auto kept = co_await checkpoint_.load();
  if (!kept) co_return std::unexpected(kept.error());
  // A store that nobody supervised before has no past that would have to be counted.
  counted_ = kept->value_or(reached_);
  co_return Result<void>{};
}

awaitable<Result<void>> LogTally::read_page() {
  ReadLog read{.after = *counted_, .limit = tally_page};
  const auto log = co_await store_.call(std::move(read));
  if (!log) co_return std::unexpected(log.error());
  for (const Event& event : log->events) {
    if (event.position > *counted_) count(event);
  }
  // Also past positions that no event has.
  counted_ = std::max(*counted_, log->next);
  if (log->next >= log->last) reached_ = std::min(reached_, *counted_);
  co_return Result<void>{};
}

awaitable<Result<void>> LogTally::save() {
  if (!counted_ || !checkpoint_.is_behind(*counted_)) co_return Result<void>{};
  co_return co_await checkpoint_.save(*counted_);
}

}  // namespace baton
