#include "core/inspection.hpp"

#include <numeric>
#include <utility>

#include "core/index_check.hpp"
#include "core/row_check.hpp"

namespace baton {
namespace {

constexpr std::uint64_t entries_between_looks = 1000;

std::unexpected<Error> interrupted() { return fail(Errc::unavailable, "interrupted"); }

class Examination {
 public:
  Examination(Inspector& inspector, const InspectionWatch& watch) : inspector_(inspector), watch_(watch) {}

  Result<Inspection> run() {
    auto flaws = inspector_.flaws();
    if (!flaws) return std::unexpected(std::move(flaws.error()));
    for (Flaw& flaw : *flaws) {
      done_.findings.damage(std::move(flaw.where), std::move(flaw.what), std::move(flaw.mend));
    }
    RowCheck rows(done_.findings);
    auto whole = read(rows);
    if (!whole) return std::unexpected(std::move(whole.error()));
    done_.complete = *whole;
    done_.rows = rows.picture().rows;
    if (!*whole) return std::move(done_);
    rows.finish();
    for (const Index index : inspector_.indexes()) {
      if (auto compared = compare(index, rows.picture()); !compared) return std::unexpected(compared.error());
    }
    return std::move(done_);
  }

 private:
  /// Whether all rows could be read.
  Result<bool> read(RowCheck& rows) {
    std::string after;
    std::uint64_t count = 0;
    do {
      auto page = inspector_.rows(after);
      if (!page && page.error().code != Errc::corrupt) return std::unexpected(std::move(page.error()));
      if (!page) {
        done_.findings.damage(
            "the rows", (after.empty() ? "none can be read: " : "they cannot all be read: ") + page.error().detail,
            "mend what is said above, or restore a backup, and check again");
        return false;
      }
      for (const std::string& row : page->rows) rows.take(row);
      count += page->rows.size();
      if (!watch_(count)) return interrupted();
      after = std::move(page->next);
    } while (!after.empty());
    looked_at_ = count;
    return true;
  }

  Result<void> compare(Index index, const Picture& picture) {
    IndexCheck check(index, picture);
    const std::string mend = inspector_.mend_index();
    bool stopped = false;
    const auto told = inspector_.entries(index, [&](const IndexEntry& entry) {
      check.take(entry, done_.findings, mend);
      if (++done_.entries % entries_between_looks == 0) stopped = stopped || !watch_(looked_at_ + done_.entries);
    });
    if (!told) return std::unexpected(told.error());
    if (stopped) return interrupted();
    check.finish(done_.findings, mend);
    return {};
  }

  Inspector& inspector_;
  const InspectionWatch& watch_;
  Inspection done_;
  std::uint64_t looked_at_ = 0;
};

}  // namespace

std::uint64_t Inspection::all_rows() const { return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0}); }

Result<Inspection> inspect(Inspector& inspector, const InspectionWatch& watch) {
  return Examination(inspector, watch).run();
}

}  // namespace baton
