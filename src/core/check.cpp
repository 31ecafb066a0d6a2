#include "core/check.hpp"

#include "core/utf8.hpp"

namespace baton {
namespace {

std::string allowed(std::int64_t least, std::int64_t most) {
  return "; allowed: " + std::to_string(least) + " to " + std::to_string(most);
}

constexpr Time first_time = std::chrono::sys_days{std::chrono::year{0} / 1 / 1};
constexpr Time end_of_time = std::chrono::sys_days{std::chrono::year{10'000} / 1 / 1};

}  // namespace

Result<void> Check::outcome() && {
  if (failed()) return fail(Errc::invalid, std::move(detail_));
  return {};
}

void Check::missing(std::string_view name) { refuse(std::string(name) + " is missing; it is required"); }

void Check::repeated(std::string_view name, std::string_view value) {
  refuse(std::string(name) + " has " + std::string(value) + " twice; each may be there once");
}

void Check::within(std::string_view name, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
  if (value >= least && value <= most) return;
  refuse(std::string(name) + " is " + std::to_string(value) +
         allowed(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)));
}

void Check::count(std::string_view name, std::size_t items, std::size_t least, std::size_t most) {
  if (items >= least && items <= most) return;
  refuse(std::string(name) + " has " + std::to_string(items) + " items" +
         allowed(static_cast<std::int64_t>(least), static_cast<std::int64_t>(most)));
}

void Check::duration_within(std::string_view name, Duration duration, Duration least) {
  constexpr Duration most = limits::longest_duration;
  if (duration >= least && duration <= most) return;
  refuse(std::string(name) + " is " + std::to_string(duration.count()) + allowed(least.count(), most.count()) +
         " microseconds");
}

void Check::writable(std::string_view name, const std::optional<Time>& time) {
  if (!time || (*time >= first_time && *time < end_of_time)) return;
  refuse(std::string(name) + " is outside the years 0000 to 9999");
}

void Check::text(std::string_view name, std::string_view text) {
  if (text.size() > limits::name_bytes) {
    refuse(std::string(name) + " has " + std::to_string(text.size()) + " bytes" +
           allowed(0, static_cast<std::int64_t>(limits::name_bytes)));
  }
  if (!is_utf8(text) || text.contains('\0')) refuse(std::string(name) + " has to be UTF-8 without NUL characters");
}

}  // namespace baton
