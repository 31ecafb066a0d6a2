#include "cli/copy_report.hpp"

#include <fmt/format.h>

#include "cli/numbers.hpp"
#include "core/writer.hpp"

namespace baton::cli {
namespace {

using exports::Table;

/// Enough to compare by eye.
constexpr std::size_t shown_digits = 12;

std::uint64_t rows_per_second(const CopyOutcome& outcome) {
  return outcome.seconds > 0
             ? static_cast<std::uint64_t>(static_cast<double>(outcome.report.source.rows()) / outcome.seconds)
             : 0;
}

}  // namespace

std::string as_table(const CopyOutcome& outcome) {
  std::string text =
      fmt::format("{}  ->  {}\n\n{:<13} {:>12}  {}\n", outcome.from, outcome.to, "table", "rows", "checksum");
  for (std::size_t i = 0; i < exports::tables; ++i) {
    const auto table = static_cast<Table>(i);
    const exports::TableSum& sum = outcome.report.target.of(table);
    if (sum.rows == 0) continue;
    text += fmt::format("{:<13} {:>12}  {}\n", to_text(table), grouped(sum.rows), sum.checksum.substr(0, shown_digits));
  }
  text += fmt::format("{:<13} {:>12}\n\n", "all", grouped(outcome.report.target.rows()));
  text += fmt::format("Copied and verified in {:.1f} s, {} rows/s", outcome.seconds, grouped(rows_per_second(outcome)));
  if (outcome.report.found > 0) text += fmt::format("; {} rows were there before", grouped(outcome.report.found));
  text += ".\n";
  if (outcome.source_frozen) {
    text += fmt::format("The source was frozen before and stays so: `baton store thaw {}` ends that.\n", outcome.from);
  }
  return text;
}

std::string as_json(const CopyOutcome& outcome) {
  std::string tables;
  for (std::size_t i = 0; i < exports::tables; ++i) {
    const auto table = static_cast<Table>(i);
    const exports::TableSum& sum = outcome.report.target.of(table);
    if (i > 0) tables += ',';
    tables += ObjectWriter()
                  .text("table", to_text(table))
                  .number("rows", sum.rows)
                  .text("checksum", sum.checksum)
                  .json()
                  .text();
  }
  const Json json = ObjectWriter()
                        .text("from", outcome.from)
                        .text("to", outcome.to)
                        .number("rows", outcome.report.target.rows())
                        .number("resumed_after", outcome.report.found)
                        .number("milliseconds", static_cast<std::uint64_t>(outcome.seconds * 1000))
                        .number("rows_per_s", rows_per_second(outcome))
                        .flag("verified", true)
                        .flag("source_frozen", outcome.source_frozen)
                        .json("tables", Json::trusted("[" + tables + "]"))
                        .json();
  return json.text() + "\n";
}

}  // namespace baton::cli
