#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/blocking.hpp"
#include "cli/row_stream.hpp"
#include "core/export_sums.hpp"

namespace baton::cli {

/// What a copy does at the moment.
enum class CopyPhase : std::uint8_t { comparing, copying, verifying };

/// How far it is: `rows` of this phase are done, `row` is the last of them.
struct CopyNews {
  CopyPhase phase = CopyPhase::copying;
  std::uint64_t rows = 0;
  std::string_view row{};
};

struct CopyReport {
  std::uint64_t found = 0;   ///< rows that an interrupted copy had brought already
  std::uint64_t copied = 0;  ///< rows that this one brought
  exports::Sums source;
  exports::Sums target;
};

/// Brings everything from one store to another, both of them frozen. Rows go over in the order of Export, each batch in
/// one atomic step, so that what an interrupted copy leaves is a beginning of the source: that is how one is taken up
/// again, and how it is known that the two belong together.
class Copy {
 public:
  /// Called now and then; false ends the copy.
  using Watch = std::function<bool(const CopyNews&)>;

  /// Both outlive it. `batch`: rows a step, at most 1000.
  Copy(BlockingStore& from, BlockingStore& to, std::uint32_t batch, Watch watch);

  /// conflict: the target is not empty, or not the beginning of this source. unavailable: interrupted, or what the
  /// stores say. corrupt: the target does not hold what the source holds.
  Result<CopyReport> run(bool resume);

 private:
  using Row = std::optional<std::string>;

  /// Passes what the target holds already.
  Result<void> compare(RowStream& source);
  Result<void> bring(RowStream& source);
  Result<void> send();
  Result<void> verify();
  Result<void> tell(CopyPhase phase, std::uint64_t rows, std::string_view row);

  BlockingStore& from_;
  BlockingStore& to_;
  const std::uint32_t batch_;
  const Watch watch_;
  CopyReport report_;
  std::vector<std::string> waiting_;  ///< read and not sent
};

/// Whether the store has any row beside its counters.
Result<bool> holds_anything(BlockingStore& store);

}  // namespace baton::cli
