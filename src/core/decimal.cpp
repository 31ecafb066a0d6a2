#include "core/decimal.hpp"

#include <algorithm>
#include <charconv>

namespace baton {
namespace {

__extension__ using Wide = unsigned __int128;

// Beyond any number that two texts of a mebibyte could be compared by.
constexpr std::int64_t farthest_exponent = 1'000'000'000'000;

std::int64_t exponent_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) value = text.starts_with('-') ? -farthest_exponent : farthest_exponent;
  return std::clamp(value, -farthest_exponent, farthest_exponent);
}

std::uint64_t times(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) {
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % modulus);
}

std::uint64_t power_of_ten(std::int64_t exponent, std::uint64_t modulus) {
  std::uint64_t power = 1 % modulus;
  for (std::uint64_t base = 10 % modulus; exponent > 0; exponent /= 2, base = times(base, base, modulus)) {
    if (exponent % 2 == 1) power = times(power, base, modulus);
  }
  return power;
}

}  // namespace

Decimal::Decimal(std::string_view text) {
  if (text.starts_with('-')) negative_ = true;
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  if (e < text.size()) exponent_ = exponent_in(text.substr(e + 1));
  bool fraction = false;
  for (const char c : text.substr(0, e)) {
    if (c == '.') fraction = true;
    if (c < '0' || c > '9') continue;
    digits_ += c;
    if (fraction) --exponent_;
  }
  while (!digits_.empty() && digits_.back() == '0') {
    digits_.pop_back();
    ++exponent_;
  }
  digits_.erase(0, std::min(digits_.find_first_not_of('0'), digits_.size()));
  if (!digits_.empty()) return;
  negative_ = false;
  exponent_ = 0;
}

bool Decimal::is_multiple_of(const Decimal& divisor) const {
  if (is_zero()) return true;
  const std::int64_t shift = exponent_ - divisor.exponent_;
  if (shift < 0) return false;  // our last digit is not a zero and lies beyond the divisor's
  const std::uint64_t by = std::stoull(divisor.digits_);
  std::uint64_t rest = 0;
  for (const char c : digits_) rest = (times(rest, 10, by) + static_cast<std::uint64_t>(c - '0')) % by;
  return times(rest, power_of_ten(shift, by), by) == 0;
}

std::strong_ordering Decimal::compare_size(const Decimal& other) const {
  if (is_zero() || other.is_zero()) return !is_zero() <=> !other.is_zero();
  const auto magnitude = [](const Decimal& number) {
    return static_cast<std::int64_t>(number.digits_.size()) + number.exponent_;
  };
  if (const auto order = magnitude(*this) <=> magnitude(other); order != 0) return order;
  return digits_.compare(other.digits_) <=> 0;
}

std::strong_ordering Decimal::operator<=>(const Decimal& other) const {
  if (negative_ != other.negative_) return other.negative_ <=> negative_;
  return negative_ ? other.compare_size(*this) : compare_size(other);
}

}  // namespace baton
