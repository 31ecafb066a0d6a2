#include "cli/span.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>

#include "baton/limits.hpp"

namespace baton::cli {

namespace {

struct Unit {
  std::string_view name;
  double seconds;
};

constexpr std::array units{Unit{"", 1},     Unit{"ms", 0.001}, Unit{"s", 1},     Unit{"m", 60},
                           Unit{"h", 3600}, Unit{"d", 86400},  Unit{"w", 604800}};

}  // namespace

Result<Duration> parse_span(std::string_view text) {
  double count = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, count, std::chars_format::fixed);
  const std::string_view name(stopped, static_cast<std::size_t>(end - stopped));
  for (const Unit& unit : units) {
    if (error != std::errc{} || unit.name != name || !std::isfinite(count) || count < 0) continue;
    const std::chrono::duration<double> span(count * unit.seconds);
    if (span > limits::longest_duration) break;
    return std::chrono::round<Duration>(span);
  }
  return fail(Errc::invalid, fmt::format("`{}` is no length of time; write it like 90s, 5m, 2h or 7d", text));
}

Result<Time> parse_moment(std::string_view text, Time now) {
  if (!text.starts_with('+') && !text.starts_with('-')) {
    auto time = parse_time(text);
    if (time) return time;
    return fail(Errc::invalid,
                fmt::format("`{}` is no time; write it like 2026-11-15T10:00:00Z, or +5m from now", text));
  }
  const auto span = parse_span(text.substr(1));
  if (!span) return std::unexpected(span.error());
  return text.starts_with('+') ? now + *span : now - *span;
}

std::string brief_span(Duration span) {
  using namespace std::chrono;
  if (span < Duration::zero()) span = Duration::zero();
  if (span < 100s) return fmt::format("{}s", duration_cast<seconds>(span).count());
  if (span < 100min) return fmt::format("{}m", duration_cast<minutes>(span).count());
  if (span < 48h) return fmt::format("{}h", duration_cast<hours>(span).count());
  return fmt::format("{}d", duration_cast<days>(span).count());
}

}  // namespace baton::cli
