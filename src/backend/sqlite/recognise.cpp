#include "backend/sqlite/recognise.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <string_view>
#include <vector>

#include "backend/sqlite/schema.hpp"

namespace baton::sqlite {
namespace {

constexpr std::string_view format_name("SQLite format 3\0", 16);
constexpr std::size_t bytes_a_page = 4096;
constexpr char leaf_of_a_table = 0x0d;
// A table of this name may be anybody's; so many of our names on one page are ours.
constexpr std::ptrdiff_t enough_names = 3;

/// What lies before the pages of a file, and before each of them.
struct Layout {
  std::size_t head;
  std::size_t margin;
};
constexpr Layout of_a_database{.head = 0, .margin = 0};
constexpr Layout of_a_log{.head = 32, .margin = 24};

bool has_header(std::ifstream& file) {
  std::string first(format_name.size(), '\0');
  file.read(first.data(), static_cast<std::streamsize>(first.size()));
  return first == format_name;
}

/// The lines that begin our tables. The table of tables holds them as they were written.
std::vector<std::string_view> first_lines() {
  std::vector<std::string_view> lines;
  for (const auto line : std::views::split(schema::migrations.front().text, '\n')) {
    if (const std::string_view text(line); text.ends_with(" (")) lines.push_back(text);
  }
  return lines;
}

bool describes_our_tables(std::string_view page) {
  static const std::vector<std::string_view> lines = first_lines();
  return page.front() == leaf_of_a_table &&
         std::ranges::count_if(lines, [&](std::string_view line) { return page.contains(line); }) >= enough_names;
}

bool holds_pages_of_ours(const std::string& path, Layout layout) {
  std::ifstream file(path, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(layout.head));
  std::string page(layout.margin + bytes_a_page, '\0');
  while (file.read(page.data(), static_cast<std::streamsize>(page.size()))) {
    if (describes_our_tables(std::string_view(page).substr(layout.margin))) return true;
  }
  return false;
}

}  // namespace

Result<void> recognise(const std::string& path) {
  std::error_code absent;
  const auto size = std::filesystem::file_size(path, absent);
  std::ifstream file(path, std::ios::binary);
  // What cannot be read, and what a crash left to be rolled back, is for SQLite to judge.
  if (absent || size == 0 || !file || has_header(file) || std::filesystem::exists(path + "-journal")) return {};
  if (holds_pages_of_ours(path, of_a_database) || holds_pages_of_ours(path + "-wal", of_a_log)) return {};
  return fail(Errc::invalid,
              path + " is no SQLite file, and nothing in it was a store; choose another file, or move this one away");
}

}  // namespace baton::sqlite
