#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace baton {

/// A JSON number as it is, however large or fine: digits × 10^exponent.
class Decimal {
 public:
  /// `text`: a valid JSON number.
  explicit Decimal(std::string_view text);

  bool is_zero() const { return digits_.empty(); }
  bool is_integer() const { return is_zero() || exponent_ >= 0; }
  /// Whether this can be the divisor of is_multiple_of: positive, of at most 18 significant digits.
  bool can_divide() const { return !is_zero() && !negative_ && digits_.size() <= 18; }
  bool is_multiple_of(const Decimal& divisor) const;

  /// Equal for equal numbers.
  std::string text() const { return (negative_ ? "-" : "") + digits_ + "e" + std::to_string(exponent_); }

  bool operator==(const Decimal&) const = default;
  std::strong_ordering operator<=>(const Decimal& other) const;

 private:
  std::strong_ordering compare_size(const Decimal& other) const;

  bool negative_ = false;
  std::string digits_;         // neither begins nor ends with a zero; none: the number is zero
  std::int64_t exponent_ = 0;  // 0 for zero
};

}  // namespace baton
