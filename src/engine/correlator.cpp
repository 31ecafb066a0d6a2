#include "engine/correlator.hpp"

#include <algorithm>
#include <boost/asio/this_coro.hpp>

#include "core/correlation_state.hpp"
#include "core/event_words.hpp"
#include "core/number.hpp"
#include "core/scan.hpp"
#include "engine/log_actor.hpp"

namespace baton {

namespace {

// Enough to keep a store busy, few enough that a stop does not wait.
constexpr std::size_t decided_at_once = 32;
// Every change is told and every gap too; this is for what nobody thought of.
constexpr std::chrono::hours longest_blindness{1};

std::uint64_t told_number(const Event& event, std::string_view name) {
  auto member = member_of(event.payload.text(), name);
  const auto text = member ? member->value() : std::nullopt;
  return text ? leading_number(*text) : 0;
}

bool has_signal(const Correlation& correlation, const std::string& name, std::uint64_t version) {
  return std::ranges::any_of(correlation.signals, [&](const SignalEntry& entry) {
    return entry.name.str() == name && entry.version == version;
  });
}

}  // namespace

Correlator::Correlator(const boost::asio::any_io_executor& executor, Shared store, MemoryOptions options)
    : executor_(executor),
      store_(std::move(store)),
      options_(std::move(options)),
      hot_(options_.policies),
      records_(store_, options_.policies, options_.instance),
      bell_(executor) {}

bool Correlator::knows_pattern(const std::string& name) const {
  return options_.patterns.knows(name) || options_.commands.contains(name);
}

awaitable<Result<Correlation>> Correlator::open(OpenCorrelation request) {
  if (!request.pattern.empty() && !knows_pattern(request.pattern)) {
    std::string known;
    for (const std::string& name : options_.patterns.names()) known += name + ", ";
    for (const auto& [name, command] : options_.commands) known += name + ", ";
    co_return fail(Errc::invalid,
                   "there is no pattern `" + request.pattern + "`; known: " + known + "or none, to merge by hand");
  }
  // What the verb says by itself gives way to the policy; what the caller says does not.
  if (request.ttl == OpenCorrelation{}.ttl) request.ttl = options_.policies.durable(correlation_type);
  auto complete = with_document(std::move(request), options_.schemas);
  if (!complete) co_return std::unexpected(std::move(complete.error()));
  const auto opened = co_await keep_reply(*std::move(complete));
  if (!opened) co_return std::unexpected(opened.error());
  ++counts_.opened;
  co_return **opened;
}

awaitable<Result<Correlation>> Correlator::signal(Signal request) {
  if (auto valid = check_signal(request, options_.schemas); !valid) {
    ++counts_.signals_refused;
    co_return std::unexpected(std::move(valid.error()));
  }
  const auto began = std::chrono::steady_clock::now();
  const std::string name = request.name.str();
  const std::uint32_t version = request.version;
  const auto reply = co_await keep_reply(std::move(request));
  if (!reply) co_return std::unexpected(reply.error());
  const Correlation& kept = **reply;
  times_.signal.observe(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - began));
  ++counts_.signals_stored;
  const auto entry = std::ranges::find_if(
      kept.signals, [&](const SignalEntry& each) { return each.name.str() == name && each.version == version; });
  if (entry != kept.signals.end() && entry->late) ++counts_.signals_late;
  co_return kept;
}

awaitable<Result<Correlation>> Correlator::advance(Advance request) {
  if (request.document) {
    GetCorrelation get{.id = request.id};
    const auto present = co_await store_.call(std::move(get));
    if (!present) co_return std::unexpected(present.error());
    auto document = checked_document(*present, *request.document, options_.schemas);
    if (!document) co_return std::unexpected(std::move(document.error()));
    request.document = *std::move(document);
  }
  const auto advanced = co_await keep_reply(std::move(request));
  if (!advanced) co_return std::unexpected(advanced.error());
  co_return **advanced;
}

awaitable<Result<HotTier::Kept>> Correlator::read(CorrelationId id) {
  if (auto kept = hot_.find(id, options_.clock->now())) {
    ++counts_.hot_hits;
    co_return kept;
  }
  ++counts_.hot_misses;
  GetCorrelation get{.id = std::move(id)};
  co_return co_await keep_reply(std::move(get));
}

void Correlator::hear(const LogWatch::News& news) {
  if (news.gap) {
    ++purges_;
    hot_.clear();
    look_at_ = Bell::Clock::time_point::min();
    bell_.ring();
  }
  for (const Event& event : news.events) hear(event);
}

void Correlator::hear(const Event& event) {
  if (event.type == EventType::lock_expired) {
    // Whoever was at it is gone.
    const auto name = word_of(event, "lock");
    const std::string prefix = decision_lock({}).str();
    if (name && name->starts_with(prefix)) enqueue(CorrelationId::trusted(name->substr(prefix.size())));
    return;
  }
  if (!to_text(event.type).starts_with("correlation.")) return;
  const auto id = word_of(event, "correlation");
  if (!id) return;
  refresh(CorrelationId::trusted(*id), event);
  if (event.type != EventType::correlation_changed) return;
  const auto to = word_of(event, "to");
  const auto from = word_of(event, "from");
  if (to == "completed" || to == "failed") {
    const auto [first, last] = curious_.equal_range(CorrelationId::trusted(*id));
    for (auto waiter = first; waiter != last; ++waiter) waiter->second->ring();
  }
  if (to == "ready" || (to == "failed" && from == "collecting")) enqueue(CorrelationId::trusted(*id));
}

void Correlator::refresh(const CorrelationId& id, const Event& event) {
  if (event.type == EventType::correlation_purged) {
    ++purges_;
    hot_.forget(id);
  }
  const auto kept = hot_.find(id, options_.clock->now());
  if (!kept) return;
  bool known = true;
  if (event.type == EventType::correlation_signalled) {
    known = has_signal(*kept, word_of(event, "signal").value_or(""), told_number(event, "version"));
  } else if (event.type == EventType::correlation_changed) {
    known = kept->version.value >= told_number(event, "version");
  } else if (event.type == EventType::correlation_expired) {
    known = kept->created_at > event.at;
    if (!known) ++counts_.cleaned;
  }
  if (!known) hot_.forget(id);
}

void Correlator::enqueue(CorrelationId id) {
  waiting_.insert(std::move(id));
  bell_.ring();
}

awaitable<void> Correlator::run(std::stop_token stop) {
  Nursery crew(executor_);
  const std::stop_callback on_stop(stop, [this] { bell_.ring(); });
  auto flush_at = Bell::Clock::now() + options_.flush_every;
  while (!stop.stop_requested()) {
    if (Bell::Clock::now() >= look_at_) co_await look();
    start_waiting(crew);
    hot_.expire(options_.clock->now());
    if (Bell::Clock::now() >= flush_at) {
      flush_at = Bell::Clock::now() + options_.flush_every;
      if (auto flushed = co_await flush(); !flushed) options_.on_trouble(flushed.error());
    }
    co_await bell_.wait(std::min(look_at_, flush_at));
  }
  co_await crew.join();
  static_cast<void>(co_await flush());
}

awaitable<void> Correlator::look() {
  look_at_ = Bell::Clock::time_point::max();  // a gap that is heard meanwhile calls for another look
  const auto found = co_await recover();
  if (found) backoff_.reset();
  const auto pause = found ? Bell::Clock::duration(longest_blindness) : Bell::Clock::duration(backoff_.next());
  look_at_ = std::min(look_at_, Bell::Clock::now() + pause);
}

void Correlator::start_waiting(Nursery& crew) {
  while (!waiting_.empty() && deciding_.size() < decided_at_once) {
    const CorrelationId id = waiting_.extract(waiting_.begin()).value();
    if (deciding_.insert(id).second) crew.start(work(id));
  }
}

awaitable<void> Correlator::work(CorrelationId id) {
  const auto decided = co_await decide(id);
  deciding_.erase(id);
  if (!decided) {
    options_.on_trouble(decided.error());
    // The lock of an unfinished try expires, which is told; what is left otherwise is looked for.
    look_at_ = std::min(look_at_, Bell::Clock::now() + Bell::Clock::duration(backoff_.next()));
  }
  bell_.ring();
}

awaitable<Result<std::size_t>> Correlator::recover() {
  std::size_t found = 0;
  ListCorrelations list{.limit = limits::page};
  for (bool more = true; more;) {
    const auto page = co_await store_.call(list);
    if (!page) {
      options_.on_trouble(page.error());
      co_return std::unexpected(page.error());
    }
    for (const Correlation& each : page->items) {
      if (!is_undecided(each)) continue;
      enqueue(each.id);
      ++found;
    }
    more = page->next.has_value();
    if (more) list.after = *page->next;
  }
  co_return found;
}

awaitable<Result<void>> Correlator::flush() { co_return co_await records_.flush(counts_, options_.clock->now()); }

awaitable<void> correlate(Store store, MemoryOptions options, std::stop_token stop) {
  const auto executor = co_await boost::asio::this_coro::executor;
  Correlator correlator(executor, store, std::move(options));
  co_await run_beside_log(store, &correlator, std::move(stop));
}

}  // namespace baton
