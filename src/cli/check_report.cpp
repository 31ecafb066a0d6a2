#include "cli/check_report.hpp"

#include <fmt/format.h>

#include "cli/numbers.hpp"
#include "core/writer.hpp"

namespace baton::cli {
namespace {

std::string_view word_of(Finding::Gravity gravity) { return gravity == Finding::Gravity::damage ? "damage" : "note"; }

std::string count_of(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

std::string painted(Finding::Gravity gravity, bool color) {
  std::string word = fmt::format("{:<6}", word_of(gravity));
  if (!color) return word;
  return (gravity == Finding::Gravity::damage ? "\x1b[31m" : "\x1b[33m") + word + "\x1b[0m";
}

}  // namespace

std::string as_text(const std::string& store, const Inspection& inspection, double seconds, bool color) {
  const Findings& findings = inspection.findings;
  std::string text;
  const auto& kept = findings.kept();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    text += fmt::format("{}  {}: {}\n", painted(kept[i].gravity, color), kept[i].where, kept[i].what);
    // What is mended alike is said once.
    const bool last_of_its_kind = i + 1 == kept.size() || kept[i + 1].mend != kept[i].mend;
    if (last_of_its_kind) text += fmt::format("        {}\n", kept[i].mend);
  }
  if (findings.left_out() > 0) {
    text += fmt::format("        … and {} more of these kinds\n", grouped(findings.left_out()));
  }
  if (!text.empty()) text += '\n';
  text += fmt::format("{}: {} and {} looked at in {:.1f} s: ", store, count_of(inspection.all_rows(), "row", "rows"),
                      count_of(inspection.entries, "index entry", "index entries"), seconds);
  text += findings.damages() == 0 ? "no damage" : count_of(findings.damages(), "damage", "damages");
  if (findings.notes() > 0) text += ", " + count_of(findings.notes(), "note", "notes");
  text += ".\n";
  if (!inspection.complete) text += "Not all rows can be read, so the indexes were not compared with them.\n";
  return text;
}

std::string as_json(const std::string& store, const Inspection& inspection) {
  std::string list;
  for (const Finding& finding : inspection.findings.kept()) {
    if (!list.empty()) list += ',';
    list += ObjectWriter()
                .text("gravity", word_of(finding.gravity))
                .text("where", finding.where)
                .text("what", finding.what)
                .text("mend", finding.mend)
                .json()
                .text();
  }
  const Json json = ObjectWriter()
                        .text("store", store)
                        .number("rows", inspection.all_rows())
                        .number("index_entries", inspection.entries)
                        .flag("complete", inspection.complete)
                        .number("damages", inspection.findings.damages())
                        .number("notes", inspection.findings.notes())
                        .json("findings", Json::trusted("[" + list + "]"))
                        .json();
  return json.text() + "\n";
}

}  // namespace baton::cli
