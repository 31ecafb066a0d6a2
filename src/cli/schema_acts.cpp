#include <fmt/format.h>
#include <unistd.h>

#include "cli/acts.hpp"
#include "cli/complain.hpp"
#include "cli/json_walk.hpp"
#include "cli/remote.hpp"
#include "cli/schema_files.hpp"
#include "cli/wanted.hpp"
#include "cli/whereabouts.hpp"
#include "core/writer.hpp"

// Schemas: checking files here, checking and migrating what is stored page by page at the daemon.

namespace baton::cli {

namespace {

struct MigrationSum {
  std::uint64_t examined = 0;
  std::uint64_t migrated = 0;
  std::uint64_t current = 0;
  std::uint64_t failed = 0;
};

void add_page(MigrationSum& sum, const std::string& page) {
  sum.examined += number_at(page, "examined");
  sum.migrated += number_at(page, "migrated");
  sum.current += number_at(page, "current");
  sum.failed += number_at(page, "failed");
  for (const auto fault : elements_of(value_at(page, "faults").value_or("[]"))) {
    tell(printable(text_of(fault)) + "\n");
  }
}

void show_progress(const MigrationSum& sum, bool over) {
  if (::isatty(STDERR_FILENO) == 0) return;
  tell(fmt::format("\r{} examined, {} to the current version, {} failed{}", sum.examined, sum.migrated, sum.failed,
                   over ? "\n" : ""));
}

/// All pages from where the last one stopped, or from the beginning.
Result<MigrationSum> go_through(const Call& call, const Whereabouts& where, bool dry_run, bool resume) {
  const std::string type = call.has("TYPE") ? call.one("TYPE") : "correlation_state";
  const std::string target = "/v1/schemas/" + in_path(type) + "/migrate";
  MigrationSum sum;
  std::string after;
  for (;;) {
    ObjectWriter body;
    body.flag("dry_run", dry_run).flag("resume", resume && after.empty());
    if (!after.empty()) body.text("after", after);
    const auto page = ask_well(where, {.method = "POST", .target = target, .body = body.json().text()});
    if (!page) return std::unexpected(page.error());
    add_page(sum, *page);
    after = text_at(*page, "next");
    show_progress(sum, after.empty());
    if (after.empty()) return sum;
  }
}

int report(const Call& call, const MigrationSum& sum) {
  show_answer(call, ObjectWriter()
                        .number("examined", sum.examined)
                        .number("migrated", sum.migrated)
                        .number("current", sum.current)
                        .number("failed", sum.failed)
                        .json()
                        .text());
  return sum.failed == 0 ? done : failed;
}

int check_files(const Call& call) {
  SchemaRegistry registry = SchemaRegistry::built_in();
  if (auto added = add_schema_files(registry, call.all("FILE")); !added) return complain(call.name(), added.error());
  const std::string file = call.one("FILE");
  if (call.has("--json")) {
    show_answer(call, ObjectWriter().text("file", file).flag("valid", true).json().text());
  } else {
    show(printable(file) + " declares a schema\n");
  }
  return done;
}

}  // namespace

int fit_schema(const Call& call) {
  const auto answer = answer_to(call);
  if (!answer) return complain(call.name(), answer.error());
  show_answer(call, *answer);
  return text_at(*answer, "valid") == "true" ? done : failed;
}

int check_schemas(const Call& call) {
  if (call.has("FILE")) return check_files(call);
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  const auto sum = go_through(call, *where, true, false);
  return sum ? report(call, *sum) : complain(call.name(), sum.error());
}

int migrate_schemas(const Call& call) {
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  const auto sum = go_through(call, *where, call.has("--dry-run"), !call.has("--restart") && !call.has("--dry-run"));
  return sum ? report(call, *sum) : complain(call.name(), sum.error());
}

}  // namespace baton::cli
