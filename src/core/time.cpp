#include "baton/time.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "core/writer.hpp"

namespace baton {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

/// The two digits of each number below 100.
constexpr std::array<std::array<char, 2>, 100> digit_pairs = [] {
  std::array<std::array<char, 2>, 100> pairs{};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = {static_cast<char>('0' + i / 10), static_cast<char>('0' + i % 10)};
  }
  return pairs;
}();

/// All of `width` digits, from `at` on. An even number of them.
template <int width>
void put_digits(char* at, auto number) {
  static_assert(width % 2 == 0);
  auto value = static_cast<std::uint32_t>(number);
  for (int i = width - 2; i >= 0; i -= 2, value /= 100) std::memcpy(at + i, digit_pairs[value % 100].data(), 2);
}

/// Reads a text from left to right; once anything does not fit, it stays failed.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  int number(std::size_t width, int low, int high) {
    int value = 0;
    if (rest_.size() < width) ok_ = false;
    for (std::size_t i = 0; ok_ && i < width; ++i) value = value * 10 + digit();
    if (value < low || value > high) ok_ = false;
    return value;
  }
  char one_of(std::string_view allowed) {
    if (rest_.empty() || !allowed.contains(rest_.front())) {
      ok_ = false;
      return 0;
    }
    const char found = rest_.front();
    rest_.remove_prefix(1);
    return found;
  }
  bool is_next(char c) const { return !rest_.empty() && rest_.front() == c; }
  bool is_digit_next() const { return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; }

  int digit() {
    const char found = one_of("0123456789");
    return ok_ ? found - '0' : 0;
  }
  bool read_all() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

std::optional<days> read_date(Reader& reader) {
  const int year = reader.number(4, 0, 9999);
  reader.one_of("-");
  const int month = reader.number(2, 1, 12);
  reader.one_of("-");
  const int day = reader.number(2, 1, 31);
  const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{static_cast<unsigned>(month)},
                                         std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch();
}

Duration read_fraction(Reader& reader) {
  if (!reader.is_next('.')) return {};
  reader.one_of(".");
  int micros = 0;
  int digits = 0;
  do {
    const int digit = reader.digit();
    if (digits < 6) micros = micros * 10 + digit;
    ++digits;
  } while (reader.is_digit_next() && digits < 9);
  for (; digits < 6; ++digits) micros *= 10;
  return Duration{micros};
}

Duration read_clock(Reader& reader) {
  const hours hour{reader.number(2, 0, 23)};
  reader.one_of(":");
  const minutes minute{reader.number(2, 0, 59)};
  reader.one_of(":");
  // A leap second has no place on this time scale.
  const seconds second{reader.number(2, 0, 59)};
  return hour + minute + second + read_fraction(reader);
}

minutes read_offset(Reader& reader) {
  const char sign = reader.one_of("Zz+-");
  if (sign != '+' && sign != '-') return {};
  const hours hour{reader.number(2, 0, 23)};
  reader.one_of(":");
  const minutes offset = hour + minutes{reader.number(2, 0, 59)};
  return sign == '-' ? -offset : offset;
}

// An offset can carry a date out of the years that four digits can write.
bool is_writable(Time time) {
  const auto year = static_cast<int>(std::chrono::year_month_day{std::chrono::floor<days>(time)}.year());
  return year >= 0 && year <= 9999;
}

// As much as any year may need.
constexpr std::size_t longest_time = 40;

/// Where the text ends that this wrote.
char* write_time(char* at, Time time) {
  const auto day = std::chrono::floor<days>(time);
  const std::chrono::year_month_day date{day};
  const auto year = static_cast<int>(date.year());
  const auto micros = static_cast<std::uint64_t>((time - day).count());
  const auto second = static_cast<std::uint32_t>(micros / 1'000'000);
  constexpr std::string_view after_year = "-00-00T00:00:00.000000Z";
  if (year >= 0 && year <= 9999) {
    put_digits<4>(at, year);
    at += 4;
  } else {
    at = std::to_chars(at, at + longest_time - after_year.size(), year).ptr;
  }
  after_year.copy(at, after_year.size());
  put_digits<2>(at + 1, static_cast<unsigned>(date.month()));
  put_digits<2>(at + 4, static_cast<unsigned>(date.day()));
  put_digits<2>(at + 7, second / 3600);
  put_digits<2>(at + 10, second / 60 % 60);
  put_digits<2>(at + 13, second % 60);
  put_digits<6>(at + 16, micros % 1'000'000);
  return at + after_year.size();
}

}  // namespace

void put_time(TextBuffer& out, Time time) {
  char* at = out.room(longest_time + 2);
  *at++ = '"';
  at = write_time(at, time);
  *at++ = '"';
  out.wrote_until(at);
}

std::string to_text(Time time) {
  std::array<char, longest_time> text;
  return std::string(text.data(), write_time(text.data(), time));
}

Result<Time> parse_time(std::string_view text) {
  Reader reader(text);
  const auto date = read_date(reader);
  reader.one_of("Tt ");
  const Duration clock = read_clock(reader);
  const minutes offset = read_offset(reader);
  if (date && reader.read_all()) {
    const Time time{*date + clock - offset};
    if (is_writable(time)) return time;
  }
  return fail(Errc::invalid, "not a valid time: RFC 3339 as in 2026-11-15T10:24:57.000000Z, seconds 00 to 59");
}

}  // namespace baton
