#include "cli/copy_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cli/numbers.hpp"
#include "cli/output.hpp"

namespace baton::cli {
namespace {

using exports::Table;

constexpr std::array phase_names = {"comparing", "copying", "verifying"};
constexpr auto redraw_after = std::chrono::milliseconds{100};

const char* name_of(CopyPhase phase) { return phase_names[static_cast<std::size_t>(phase)]; }

/// The two tables that grow take most of the time.
double weight(std::size_t table) {
  const auto which = static_cast<Table>(table);
  return which == Table::tasks || which == Table::events ? 10 : 1;
}

/// The number behind a member near the beginning of the row, or 0.
std::uint64_t number_in(std::string_view row, std::string_view member) {
  const std::size_t at = row.substr(0, 256).find(member);
  std::uint64_t value = 0;
  if (at != std::string_view::npos) {
    std::from_chars(row.data() + at + member.size(), row.data() + row.size(), value);
  }
  return value;
}

double ratio(std::uint64_t done, std::uint64_t all) {
  return all == 0 ? 1 : std::min(1.0, static_cast<double>(done) / static_cast<double>(all));
}

}  // namespace

CopyProgress::CopyProgress(bool shown, rows::Meta counters, Position first)
    : shown_(shown), terminal_(isatty(STDERR_FILENO) != 0), counters_(counters), first_(first) {}

CopyProgress::~CopyProgress() {
  if (shown_ && terminal_ && phase_) tell("\r\x1b[K");
}

void CopyProgress::show(const CopyNews& news) {
  if (news.phase == CopyPhase::comparing) found_ = news.rows;
  if (news.phase == CopyPhase::copying) copied_ = news.rows;
  if (!shown_) return;
  if (phase_ != news.phase) enter(news.phase);
  last_news_ = Clock::now();
  if (terminal_) return draw(news);
  if (const auto table = exports::table_of(news.row); table != table_) {
    table_ = table;
    print_line(news);
  }
}

void CopyProgress::enter(CopyPhase phase) {
  phase_ = phase;
  table_.reset();
  phase_start_ = last_news_;
  last_drawn_ = {};
}

double CopyProgress::part(const CopyNews& news) const {
  if (news.phase == CopyPhase::verifying) return ratio(news.rows, found_ + copied_);
  const auto table = exports::table_of(news.row).value_or(Table::meta);
  double before = 0;
  double all = 0;
  for (std::size_t i = 0; i < exports::tables; ++i) {
    if (i < static_cast<std::size_t>(table)) before += weight(i);
    all += weight(i);
  }
  double inside = 0;
  if (table == Table::tasks) inside = ratio(number_in(news.row, "\"seq\":"), counters_.seq.value);
  if (table == Table::events) {
    inside =
        ratio(number_in(news.row, "\"position\":") - first_.value + 1, counters_.position.value - first_.value + 1);
  }
  return (before + inside * weight(static_cast<std::size_t>(table))) / all;
}

void CopyProgress::draw(const CopyNews& news) {
  if (last_news_ - last_drawn_ < redraw_after) return;
  last_drawn_ = last_news_;
  constexpr std::size_t width = 30;
  const auto filled = static_cast<std::size_t>(part(news) * width);
  const double seconds = std::max(std::chrono::duration<double>(last_news_ - phase_start_).count(), 0.001);
  const auto table = exports::table_of(news.row).value_or(Table::meta);
  tell(fmt::format("\r\x1b[K{:<9} [{}{}] {:3.0f} %  {} rows  {}/s  {}", name_of(news.phase), std::string(filled, '#'),
                   std::string(width - filled, '.'), part(news) * 100, grouped(news.rows),
                   grouped(static_cast<std::uint64_t>(static_cast<double>(news.rows) / seconds)), to_text(table)));
}

void CopyProgress::print_line(const CopyNews& news) {
  tell(fmt::format("{} {}: {} rows so far\n", name_of(news.phase), to_text(*table_), grouped(news.rows)));
}

}  // namespace baton::cli
