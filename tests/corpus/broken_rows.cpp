#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <sstream>

#include "backend/memory/ledger.hpp"
#include "core/exports.hpp"
#include "corpus/fuzzers.hpp"
#include "support/effort.hpp"
#include "support/programs.hpp"

/// An export with rows of every table, as it is, cut short anywhere, and with each of its fields broken.
namespace baton::test {
namespace {

using ::testing::SizeIs;

constexpr std::size_t few_rows_a_table = 2;

std::vector<std::string> exported_rows() {
  std::istringstream text(contents_of(corpora() / "rows/every_table"));
  std::vector<std::string> rows;
  for (std::string row; std::getline(text, row);) rows.push_back(row);
  return rows;
}

std::string table_of(const std::string& row) { return row.substr(0, row.find(R"(,"row")")); }

std::vector<std::string> few_rows() {
  auto rows = exported_rows();
  std::map<std::string, std::size_t> of_table;
  std::erase_if(rows, [&of_table](const std::string& row) { return ++of_table[table_of(row)] > few_rows_a_table; });
  return rows;
}

std::string together(const std::vector<std::string>& rows) {
  std::string text;
  for (const std::string& row : rows) text += row + "\n";
  return text;
}

/// The end of the string that begins there.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
  return at + 1;
}

/// The end of the value that begins there.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char sign = text[at];
    if (sign == '"') {
      at = end_of_string(text, at);
      continue;
    }
    if ((sign == ',' || sign == '}' || sign == ']') && depth == 0) return at;
    depth += sign == '{' || sign == '[' ? 1 : 0;
    depth -= sign == '}' || sign == ']' ? 1 : 0;
    ++at;
  }
  return at;
}

/// Where the values of all fields begin, those of inner objects too.
std::vector<std::size_t> fields_of(std::string_view row) {
  std::vector<std::size_t> values;
  for (std::size_t at = 0; at < row.size(); ++at) {
    if (row[at] != '"') continue;
    at = end_of_string(row, at);
    if (at < row.size() && row[at] == ':') values.push_back(at + 1);
  }
  return values;
}

std::vector<std::string> broken_versions(const std::string& row) {
  constexpr std::array others{"null", "-1", "\"\"", "[]", "18446744073709551616"};
  std::vector<std::string> versions;
  for (const std::size_t value : fields_of(row)) {
    for (const char* other : others) {
      versions.push_back(row.substr(0, value) + other + row.substr(end_of_value(row, value)));
    }
  }
  return versions;
}

TEST(ExportedRows, of_every_table_are_imported) {
  const auto rows = exported_rows();
  std::set<std::string> tables;
  for (const std::string& row : rows) tables.insert(table_of(row));
  EXPECT_THAT(tables, SizeIs(exports::tables));
  memory::Ledger ledger;
  ASSERT_TRUE(ledger.execute(Freeze{.frozen = true}, Time{}));
  const auto imported = ledger.execute(Import{.rows = rows}, Time{});
  ASSERT_TRUE(imported) << imported.error().detail;
  EXPECT_EQ(std::get<std::uint64_t>(*imported), rows.size());
  fuzzer("rows")(together(rows));
}

TEST(ExportedRows, that_are_cut_short_anywhere_break_nothing) {
  const std::string text = together(few_rows());
  for (std::size_t size = 0; size < text.size(); size += 101) fuzzer("rows")(text.substr(0, size));
}

TEST(ExportedRows, with_any_field_broken_break_nothing) {
  auto rows = few_rows();
  std::size_t versions = 0;
  for (std::string& row : rows) {
    const std::string whole = row;
    for (const std::string& version : broken_versions(whole)) {
      row = version;
      fuzzer("rows")(together(rows));
      ++versions;
    }
    row = whole;
  }
  tell_figure(versions, "exports with a broken field imported");
  EXPECT_GT(versions, 500U);
}

}  // namespace
}  // namespace baton::test
