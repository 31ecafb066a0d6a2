#include <algorithm>

#include "engine/correlator.hpp"

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

 private:
  Correlator& correlator_;
  Bell bell_;
  std::multimap<CorrelationId, Bell*>::iterator place_;
};

awaitable<Result<Record>> Correlator::decision(CorrelationId id, Duration wait) {
  const auto until = Bell::Clock::now() + wait;
  // In place before the first look: what is decided after the look is heard.
  Curiosity curiosity(*this, id);
  for (;;) {
    auto found = co_await find_decision(id);
    if (found || found.error().code != Errc::not_found || !patient_ || Bell::Clock::now() >= until) co_return found;
    co_await curiosity.wait(until);
  }
}

void Correlator::stop_waiting() {
  patient_ = false;
  for (const auto& [id, bell] : curious_) bell->ring();
}

awaitable<Result<Record>> Correlator::find_decision(CorrelationId id) {
  const std::string prefix = id.str() + "/";
  std::optional<Record> latest;
  std::optional<RecordKey> after = RecordKey::trusted(prefix);
  while (after) {
    ListRecords list{.kind = decision_kind(), .after = *after, .limit = 100};
    auto page = co_await store_.call(std::move(list));
    if (!page) co_return std::unexpected(std::move(page.error()));
    for (Record& record : page->items) {
      if (record.key.str().starts_with(prefix)) latest = std::move(record);
    }
    after = page->next;
    if (after && !after->str().starts_with(prefix)) after.reset();
  }
  if (!latest)
    co_return fail(Errc::not_found, "nothing is decided of correlation " + id.str() + "; wait, or look at its status");
  co_return *std::move(latest);
}

}  // namespace baton
