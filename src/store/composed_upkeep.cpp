#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "core/codec.hpp"
#include "core/exports.hpp"
#include "core/refusals.hpp"
#include "core/whole_rows.hpp"
#include "store/awaited.hpp"
#include "store/composed.hpp"

// What an operator asks of a composed store: every verb here is about both halves.

namespace baton {

namespace asio = boost::asio;

using exports::Table;

namespace {

std::optional<Time> earlier(std::optional<Time> a, std::optional<Time> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

/// What counts towards the bound of a sweep.
std::uint64_t items(const SweepReport& report) {
  return report.agents_crashed + report.locks_expired + report.sessions_ended + report.deadlines_passed +
         report.tasks_due + report.dependants_resolved + report.correlations_timed_out + report.dead_letters +
         report.results_expired + report.records_expired + report.correlations_expired + report.keys_expired +
         report.tasks_forgotten;
}

std::string about(const Error& error) { return "the ephemeral store is down: " + error.detail; }

/// The table behind the last one that the half with this one exports in one stretch: all up to the results, the results,
/// all behind them.
std::size_t end_of_stretch(std::size_t table) {
  static constexpr auto results = static_cast<std::size_t>(Table::results);
  if (table < results) return results;
  return table == results ? results + 1 : exports::tables;
}

struct Halves {
  Import durable;
  Import ephemeral;
};

/// Which half each row belongs to. invalid: a row that no export made; the durable half finds out those of its own.
Result<Halves> split(Import verb) {
  Halves halves;
  for (std::string& text : verb.rows) {
    const auto row = exports::parse_row(text);
    if (!row) return std::unexpected(row.error());
    if (row->table != Table::results) {
      halves.durable.rows.push_back(std::move(text));
      continue;
    }
    const auto result = decode<rows::ResultRow>(row->row);
    if (!result) return refuse::foreign_row(result.error().detail);
    if (!rows::is_whole(*result)) return refuse::foreign_row("a member that every such row has is missing");
    halves.ephemeral.rows.push_back(std::move(text));
  }
  return halves;
}

/// How long a store that one can do without is waited for when it is asked how it is. Its client is patient for seconds.
constexpr auto patience = std::chrono::milliseconds{500};

using Look = Awaited<Result<Reply>>;

awaitable<void> take(std::shared_ptr<Look> look, std::shared_ptr<Port> port) {
  look->bring((co_await port->execute(Verb(Health{}))).outcome);
}

/// On a strand.
awaitable<Result<Reply>> health_of(std::shared_ptr<Port> port) {
  const auto executor = co_await asio::this_coro::executor;
  const auto look = std::make_shared<Look>(executor, patience);
  asio::co_spawn(executor, take(look, std::move(port)), asio::detached);
  auto outcome = co_await look->wait();
  if (outcome) co_return *std::move(outcome);
  co_return fail(Errc::unavailable, "it has not answered for half a second");
}

}  // namespace

// The durable half goes first, and the other one may do what is left of the bound. If nothing is, nobody knows what is due
// there: it is asked the next time, which is now.
awaitable<Answer> ComposedPort::sweep(Sweep verb) {
  Answer answer = co_await durable_->execute(Verb(verb));
  if (!answer.outcome) co_return answer;
  auto& report = std::get<SweepReport>(*answer.outcome);
  const std::uint64_t done = items(report);
  if (done >= verb.limit) {
    report.next_due = answer.stamp.now;
    co_return answer;
  }
  verb.limit -= static_cast<std::uint32_t>(done);
  const Answer beside = co_await ephemeral_->execute(Verb(verb));
  if (!beside.outcome) co_return answer;
  const auto& expired = std::get<SweepReport>(*beside.outcome);
  report.results_expired += expired.results_expired;
  report.next_due = earlier(report.next_due, expired.next_due);
  co_return answer;
}

awaitable<Answer> ComposedPort::health(Health verb) {
  Answer answer = co_await durable_->execute(Verb(verb));
  if (!answer.outcome) co_return answer;
  auto strand = asio::make_strand(co_await asio::this_coro::executor);
  const auto beside = co_await asio::co_spawn(strand, health_of(ephemeral_), asio::use_awaitable);
  merge(std::get<HealthReport>(*answer.outcome), beside);
  co_return answer;
}

// Degraded while the ephemeral store is down, and after a lost result until one is written again; the count stays.
void ComposedPort::merge(HealthReport& report, const Result<Reply>& ephemeral) const {
  if (last_write_lost_.load(std::memory_order_relaxed)) report.degraded = true;
  if (!ephemeral) {
    report.degraded = true;
    report.notes.push_back(about(ephemeral.error()));
  } else {
    const auto& beside = std::get<HealthReport>(*ephemeral);
    report.degraded = report.degraded || beside.degraded;
    report.notes.push_back("results are kept in a store of their own: " + beside.backend);
    for (const std::string& note : beside.notes) report.notes.push_back("results: " + note);
    if (beside.frozen && !report.frozen) report.notes.emplace_back("results are frozen; thaw the store");
    if (!beside.frozen && report.frozen) report.notes.emplace_back("results are not frozen; freeze the store again");
  }
  if (const auto lost = lost_results(); lost > 0) {
    report.notes.push_back(std::to_string(lost) + " results could not be written to the ephemeral store");
  }
}

awaitable<Answer> ComposedPort::insist(Verb verb) {
  Answer answer = co_await ephemeral_->execute(std::move(verb));
  if (is_down(answer.outcome)) answer.outcome.error().detail = about(answer.outcome.error());
  co_return answer;
}

// The durable half is frozen last and thawed first: if the other one is down, it still serves.
awaitable<Answer> ComposedPort::freeze(Freeze verb) {
  if (verb.frozen) {
    Answer beside = co_await insist(Verb(verb));
    if (!beside.outcome) co_return beside;
    co_return co_await durable_->execute(Verb(verb));
  }
  Answer answer = co_await durable_->execute(Verb(verb));
  if (!answer.outcome) co_return answer;
  const Answer beside = co_await insist(Verb(verb));
  if (!beside.outcome) answer.outcome = beside.outcome;
  co_return answer;
}

// The results go first, as they do in a single store: so that whoever is told that the task is gone can rely on it.
awaitable<Answer> ComposedPort::purge_task(PurgeTask verb) {
  const Answer known = co_await durable_->execute(Verb(GetTask{.task = verb.task}));
  if (!known.outcome && known.outcome.error().code != Errc::not_found) co_return known;
  const bool stays = known.outcome && !has_ended(std::get<Task>(*known.outcome).status);
  PurgeTask handed_over{.task = verb.task, .limit = verb.limit};
  while (!stays) {
    Answer answer = co_await insist(Verb(handed_over));
    if (!answer.outcome) co_return answer;
    auto& purged = std::get<Purged>(*answer.outcome);
    if (!purged.more) break;
    const bool results_left = purged.after == handed_over.after;
    handed_over.after = std::exchange(purged.after, verb.after);
    if (results_left) co_return answer;
  }
  co_return co_await durable_->execute(Verb(verb));
}

awaitable<Answer> ComposedPort::export_rows(Export verb) {
  const auto cursor = exports::parse_cursor(verb.after);
  if (!cursor) co_return co_await durable_->execute(Verb(std::move(verb)));
  Answer answer;
  ExportPage page;
  auto table = static_cast<std::size_t>(cursor->table);
  while (table < exports::tables && page.rows.size() < verb.limit) {
    const Export part{.after = verb.after, .limit = verb.limit - static_cast<std::uint32_t>(page.rows.size())};
    const bool is_results = table == static_cast<std::size_t>(Table::results);
    answer = is_results ? co_await insist(Verb(part)) : co_await durable_->execute(Verb(part));
    if (!answer.outcome) co_return answer;
    auto& more = std::get<ExportPage>(*answer.outcome);
    table = end_of_stretch(table);
    const auto end = std::ranges::find_if(more.rows, [table](const std::string& row) {
      return static_cast<std::size_t>(exports::table_of(row).value_or(Table::meta)) >= table;
    });
    std::move(more.rows.begin(), end, std::back_inserter(page.rows));
    if (page.rows.size() == verb.limit) page.next = std::move(more.next);
    if (table < exports::tables) verb.after = exports::to_text(exports::Cursor{.table = static_cast<Table>(table)});
  }
  answer.outcome = Reply(std::move(page));
  co_return answer;
}

// Every row is understood before the first is written. If the ephemeral half is lost in between, a repeat mends it.
awaitable<Answer> ComposedPort::import_rows(Import verb) {
  auto halves = split(std::move(verb));
  Answer answer = co_await durable_->execute(halves ? Verb(std::move(halves->durable)) : Verb(Import{}));
  if (!answer.outcome) co_return answer;
  if (!halves) {
    answer.outcome = std::unexpected(std::move(halves.error()));
    co_return answer;
  }
  if (halves->ephemeral.rows.empty()) co_return answer;
  const Answer beside = co_await insist(Verb(std::move(halves->ephemeral)));
  if (beside.outcome) {
    std::get<Import::Reply>(*answer.outcome) += std::get<Import::Reply>(*beside.outcome);
  } else {
    answer.outcome = beside.outcome;
  }
  co_return answer;
}

}  // namespace baton
