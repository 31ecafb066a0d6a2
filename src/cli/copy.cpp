#include "cli/copy.hpp"

#include <utility>

namespace baton::cli {
namespace {

/// Rows may hold a megabyte and more each; a step has to fit into one command of a server.
constexpr std::size_t most_bytes = std::size_t{4} << 20;

std::string table_named_in(std::string_view row) {
  const auto table = exports::table_of(row);
  return table ? std::string(to_text(*table)) : "an unknown table";
}

std::unexpected<Error> not_empty() {
  return fail(Errc::conflict,
              "the target is not empty; name a new file or another --to-namespace, or add --resume if it is what an "
              "interrupted copy of this source has left");
}

std::unexpected<Error> other_target(std::string_view row) {
  return fail(Errc::conflict,
              "the target is not the beginning of this source: they differ in " + table_named_in(row) +
                  ". The source has changed since, or it is the copy of another one; start anew with an "
                  "empty target");
}

std::unexpected<Error> not_equal(std::string_view row) {
  return fail(Errc::corrupt, "the copy does not agree with its source: they differ in " + table_named_in(row) +
                                 ". The target stays frozen; run `baton store check` on both, and copy anew into an "
                                 "empty target");
}

}  // namespace

// The first row is that of the counters, which every store has.
Result<bool> holds_anything(BlockingStore& store) {
  const auto page = store.call(Export{.limit = 2});
  if (!page) return std::unexpected(page.error());
  return page->rows.size() > 1;
}

Copy::Copy(BlockingStore& from, BlockingStore& to, std::uint32_t batch, Watch watch)
    : from_(from), to_(to), batch_(batch), watch_(std::move(watch)) {}

Result<CopyReport> Copy::run(bool resume) {
  const auto begun = holds_anything(to_);
  if (!begun) return std::unexpected(begun.error());
  if (*begun && !resume) return not_empty();
  if (auto held = to_.call(Freeze{}); !held) return std::unexpected(std::move(held.error()));
  {
    RowStream source(from_, batch_);
    if (*begun) {
      if (auto passed = compare(source); !passed) return std::unexpected(std::move(passed.error()));
    }
    if (auto brought = bring(source); !brought) return std::unexpected(std::move(brought.error()));
  }
  if (auto equal = verify(); !equal) return std::unexpected(std::move(equal.error()));
  return std::move(report_);
}

Result<void> Copy::compare(RowStream& source) {
  RowStream target(to_, batch_);
  while (true) {
    auto theirs = target.next();
    if (!theirs) return std::unexpected(std::move(theirs.error()));
    if (!*theirs) return {};
    auto ours = source.next();
    if (!ours) return std::unexpected(std::move(ours.error()));
    if (!*ours || !exports::is_copy_of(**ours, **theirs)) return other_target(**theirs);
    ++report_.found;
    if (auto told = tell(CopyPhase::comparing, report_.found, **ours); !told) return told;
  }
}

Result<void> Copy::bring(RowStream& source) {
  std::size_t bytes = 0;
  while (true) {
    auto row = source.next();
    if (!row) return std::unexpected(std::move(row.error()));
    const bool over = !*row;
    if (over || waiting_.size() == batch_ || bytes + (*row)->size() > most_bytes) {
      if (auto sent = send(); !sent) return sent;
      bytes = 0;
    }
    if (over) return {};
    bytes += (*row)->size();
    waiting_.push_back(**std::move(row));
  }
}

Result<void> Copy::send() {
  if (waiting_.empty()) return {};
  const std::string last = waiting_.back();
  auto written = to_.call(Import{.rows = std::exchange(waiting_, {})});
  if (!written) return std::unexpected(std::move(written.error()));
  report_.copied += *written;
  return tell(CopyPhase::copying, report_.copied, last);
}

Result<void> Copy::verify() {
  RowStream source(from_, batch_);
  RowStream target(to_, batch_);
  while (true) {
    auto ours = source.next();
    if (!ours) return std::unexpected(std::move(ours.error()));
    auto theirs = target.next();
    if (!theirs) return std::unexpected(std::move(theirs.error()));
    if (!*ours && !*theirs) return {};
    if (!*ours || !*theirs || !exports::is_copy_of(**ours, **theirs)) return not_equal(*ours ? **ours : **theirs);
    report_.source.add(**ours);
    report_.target.add(**theirs);
    if (auto told = tell(CopyPhase::verifying, report_.source.rows(), **ours); !told) return told;
  }
}

Result<void> Copy::tell(CopyPhase phase, std::uint64_t rows, std::string_view row) {
  // Rows of a comparison are many and cheap.
  if (phase != CopyPhase::copying && rows % batch_ != 0) return {};
  if (watch_({.phase = phase, .rows = rows, .row = row})) return {};
  return fail(Errc::unavailable, "interrupted");
}

}  // namespace baton::cli
