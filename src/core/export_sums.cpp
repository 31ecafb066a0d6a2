#include "core/export_sums.hpp"

#include "core/codec.hpp"
#include "core/digest.hpp"
#include "core/rows.hpp"

namespace baton::exports {
namespace {

Result<rows::Meta> meta_of(std::string_view text) {
  auto row = parse_row(text);
  if (!row) return std::unexpected(std::move(row.error()));
  return decode<rows::Meta>(row->row);
}

}  // namespace

void Sums::add(std::string_view row) {
  const auto table = table_of(row);
  if (!table) return;
  TableSum& sum = tables_[static_cast<std::size_t>(*table)];
  sum.checksum = digest(sum.checksum + std::string(row));
  ++sum.rows;
  ++rows_;
}

bool is_copy_of(std::string_view source, std::string_view copy) {
  if (source == copy) return true;
  if (table_of(source) != Table::meta || table_of(copy) != Table::meta) return false;
  const auto ours = meta_of(source);
  const auto theirs = meta_of(copy);
  return ours && theirs && ours->all_paused == theirs->all_paused && ours->position <= theirs->position &&
         ours->seq <= theirs->seq;
}

}  // namespace baton::exports
