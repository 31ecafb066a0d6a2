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
    const auto frozen = inspector_.is_still_frozen();
    if (!frozen) return std::unexpected(frozen.error());
    if (!*frozen)
      return fail(Errc::conflict, "somebody thawed the store meanwhile; run this again when nobody else does");
    return std::move(done_);
  }

 private:
  /// Whether all rows could be read.
  Result<bool> read(RowCheck& rows) {
    Export request;
    while (true) {
      auto page = inspector_.rows(request);
      if (!page && page.error().code != Errc::corrupt) return std::unexpected(std::move(page.error()));
      if (!page && request.limit > 1) {
        // As far as it goes: what is before the damage is looked at, and the damage has a place.
        request.limit /= 2;
        continue;
      }
      if (!page) return stop_at(request.after, page.error());
      for (const std::string& row : page->rows) rows.take(row);
      looked_at_ += page->rows.size();
      if (!watch_(looked_at_)) return interrupted();
      if (page->next.empty()) return true;
      request.after = std::move(page->next);
    }
  }

  bool stop_at(const std::string& after, const Error& error) {
    const auto cursor = exports::parse_cursor(after);
    std::string key;
    if (cursor) {
      for (const std::string& part : cursor->key) key += " " + part;
    }
    const std::string place = cursor ? "after " + std::string(to_text(cursor->table)) + key : "from the start";
    done_.findings.damage("the rows", "they cannot be read " + place + ": " + error.detail,
                          "mend what is said above, or restore a backup, and check again");
    return false;
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
