#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/exports.hpp"

namespace baton::exports {

/// What there is of one table in an export: how many rows, and a checksum of them in their order.
struct TableSum {
  std::uint64_t rows = 0;
  std::string checksum{};  ///< empty: no rows

  bool operator==(const TableSum&) const = default;
};

/// The sums of an export, row by row. Two exports with equal sums are equal.
class Sums {
 public:
  void add(std::string_view row);

  std::uint64_t rows() const { return rows_; }
  const TableSum& of(Table table) const { return tables_[static_cast<std::size_t>(table)]; }

 private:
  std::array<TableSum, tables> tables_{};
  std::uint64_t rows_ = 0;
};

/// Whether the copy's row stands for the source's: equal, or counters that have gone further. A server may move its
/// positions on by itself, and they never go back.
bool is_copy_of(std::string_view source, std::string_view copy);

}  // namespace baton::exports
