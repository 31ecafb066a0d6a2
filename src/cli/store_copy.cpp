#include <chrono>

#include "baton/open.hpp"
#include "cli/complain.hpp"
#include "cli/copy.hpp"
#include "cli/copy_progress.hpp"
#include "cli/copy_report.hpp"
#include "cli/frozen.hpp"
#include "cli/interrupt.hpp"
#include "cli/store_command.hpp"
#include "core/codec.hpp"
#include "store/tools.hpp"

namespace baton::cli {
namespace {

constexpr std::string_view copying = "store copy";

/// What cannot be read as a URL is not repeated: it may hold a password in any place.
std::unexpected<Error> about(std::string_view which, const std::string& url, const Error& error) {
  if (error.code == Errc::invalid) return fail(error.code, fmt::format("the {}: {}", which, error.detail));
  return fail(error.code, fmt::format("the {} {}: {}", which, without_credentials(url), error.detail));
}

StoreOptions source_options(const StoreCopy& command) { return {.name_space = command.from.name_space}; }
StoreOptions target_options(const StoreCopy& command) {
  return {.name_space = command.to_namespace.value_or(command.from.name_space)};
}

/// Refuses what can be seen to be wrong without opening anything.
Result<void> look(const StoreCopy& command) {
  const auto from = identity_of(command.from.url, source_options(command));
  if (!from) return about("source", command.from.url, from.error());
  const auto to = identity_of(command.to, target_options(command));
  if (!to) return about("target", command.to, to.error());
  if (*from == *to) return fail(Errc::invalid, "source and target are the same store; name another target");
  for (const std::string* url : {&command.from.url, &command.to}) {
    if (*url == "memory:") return fail(Errc::invalid, "memory: is gone with its process; name a store that stays");
  }
  if (auto there = check_there(command.from.url); !there) return about("source", command.from.url, there.error());
  return {};
}

Result<Store> open_source(const StoreCopy& command) {
  auto store = open_store(command.from.url, source_options(command));
  if (!store) return about("source", command.from.url, store.error());
  return store;
}

Result<Store> open_target(const StoreCopy& command) {
  auto store = open_store(command.to, target_options(command));
  if (!store) return about("target", command.to, store.error());
  return store;
}

Result<rows::Meta> counters_of(BlockingStore& store) {
  const auto page = store.call(Export{.limit = 1});
  if (!page) return std::unexpected(page.error());
  const auto row = exports::parse_row(page->rows.at(0));
  if (!row) return std::unexpected(row.error());
  return decode<rows::Meta>(row->row);
}

Result<CopyReport> carry_over(const StoreCopy& command, BlockingStore& from, BlockingStore& to) {
  const auto counters = counters_of(from);
  if (!counters) return std::unexpected(counters.error());
  const auto health = from.call(Health{});
  if (!health) return std::unexpected(health.error());
  CopyProgress progress(!command.quiet, *counters, health->first);
  Copy copy(from, to, command.batch, [&progress](const CopyNews& news) {
    progress.show(news);
    return !Interrupt::asked();
  });
  return copy.run(command.resume);
}

/// What a user needs to know after a copy that did not succeed.
int explain(const Error& error, const StoreCopy& command, Frozen& source) {
  const int code = complain(copying, error);
  const bool was_frozen = source.was_frozen();
  if (const auto thawed = source.release(); !thawed) {
    tell(fmt::format("The source could not be thawed: {}\nRun `baton store thaw {}` when it can be reached.\n",
                     repeatable(thawed.error().detail), without_credentials(command.from.url)));
  } else {
    tell(fmt::format("The source is {}.", was_frozen ? "frozen, as it was before" : "thawed again"));
    const bool can_go_on = error.code == Errc::unavailable;
    tell(can_go_on ? " The target stays frozen: run the same command with --resume to go on.\n" : "\n");
  }
  return code;
}

}  // namespace

int run(const StoreCopy& command) {
  const Interrupt interrupt;
  const auto start = std::chrono::steady_clock::now();
  if (auto fits = look(command); !fits) return complain(copying, fits.error());
  auto source = open_source(command);
  if (!source) return complain(copying, source.error());
  BlockingStore from(*std::move(source));
  auto frozen = Frozen::hold(from);
  if (!frozen) return complain(copying, frozen.error());
  if (const auto any = holds_anything(from); !any || !*any) {
    return complain(copying, any ? Error{.code = Errc::not_found,
                                         .detail = "the source holds nothing; check its URL and --namespace"}
                                 : any.error());
  }
  auto target = open_target(command);
  if (!target) return complain(copying, target.error());
  BlockingStore to(*std::move(target));
  const auto report = carry_over(command, from, to);
  if (!report) return explain(report.error(), command, *frozen);
  if (const auto held = frozen->check(); !held) return explain(held.error(), command, *frozen);
  if (const auto thawed = to.call(Freeze{.frozen = false}); !thawed) return complain(copying, thawed.error());
  const bool stays = frozen->was_frozen();
  if (const auto thawed = frozen->release(); !thawed) return complain(copying, thawed.error());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const CopyOutcome outcome{.from = without_credentials(command.from.url),
                            .to = without_credentials(command.to),
                            .report = *report,
                            .seconds = took.count(),
                            .source_frozen = stays};
  show(command.json ? as_json(outcome) : as_table(outcome));
  return done;
}

}  // namespace baton::cli
