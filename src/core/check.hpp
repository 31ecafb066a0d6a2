#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baton/ids.hpp"
#include "baton/limits.hpp"
#include "baton/time.hpp"

namespace baton {

/// Collects what is wrong with a request: the first thing found is the one reported. Members are named as on the wire.
class Check {
 public:
  bool failed() const { return !detail_.empty(); }
  void refuse(std::string detail) {
    if (!failed()) detail_ = std::move(detail);
  }
  Result<void> outcome() &&;

  /// An id that has to be there.
  template <class Id>
  void required(std::string_view name, const Id& id) {
    if (id.empty()) missing(name);
  }
  /// An id that may be unset, but is no id when it is set and empty.
  template <class Id>
  void required(std::string_view name, const std::optional<Id>& id) {
    if (id) required(name, *id);
  }

  void within(std::string_view name, std::uint64_t value, std::uint64_t least, std::uint64_t most);
  void page(std::string_view name, std::uint64_t limit) { within(name, limit, 1, limits::page); }
  void count(std::string_view name, std::size_t items, std::size_t least, std::size_t most);

  /// Any number of its kind, none included.
  template <class Kind>
  void storable(std::string_view name, Number<Kind> number) {
    within(name, number.value, 0, largest);
  }
  /// A number that names something.
  template <class Kind>
  void required(std::string_view name, Number<Kind> number) {
    within(name, number.value, 1, largest);
  }
  void storable(std::string_view name, std::uint64_t number) { within(name, number, 0, largest); }
  template <class T>
  void storable(std::string_view name, const std::optional<T>& number) {
    if (number) storable(name, *number);
  }

  void positive(std::string_view name, Duration duration) { duration_within(name, duration, Duration{1}); }
  void not_negative(std::string_view name, Duration duration) { duration_within(name, duration, Duration{0}); }
  void writable(std::string_view name, const std::optional<Time>& time);

  /// Short free text: at most 512 bytes of UTF-8 without NUL, which not every backend can keep.
  void text(std::string_view name, std::string_view text);

  template <std::totally_ordered T>
  void unique(std::string_view name, std::vector<T> values) {
    std::ranges::sort(values);
    const auto twice = std::ranges::adjacent_find(values);
    if (twice != values.end()) repeated(name, twice->str());
  }

  /// Applies a check to every item; what it finds is reported with the item's place.
  template <class T, class Examine>
  void each(std::string_view name, const std::vector<T>& items, Examine examine) {
    for (std::size_t i = 0; i < items.size() && !failed(); ++i) {
      Check inner;
      examine(inner, items[i]);
      if (inner.failed()) refuse(std::string(name) + "[" + std::to_string(i) + "]." + inner.detail_);
    }
  }

 private:
  /// The largest integer that every backend can keep.
  static constexpr std::uint64_t largest = INT64_MAX;

  void missing(std::string_view name);
  void repeated(std::string_view name, std::string_view value);
  void duration_within(std::string_view name, Duration duration, Duration least);

  std::string detail_;
};

}  // namespace baton
