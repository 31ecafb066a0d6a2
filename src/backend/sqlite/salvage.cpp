#include "backend/sqlite/salvage.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <system_error>
#include <vector>

#include "backend/sqlite/codec.hpp"
#include "backend/sqlite/copy.hpp"
#include "backend/sqlite/file.hpp"
#include "backend/sqlite/migrate.hpp"
#include "backend/sqlite/rebuild.hpp"
#include "backend/sqlite/sql.hpp"
#include "backend/sqlite/swap.hpp"
#include "core/failpoint.hpp"

namespace baton::sqlite {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t header_bytes = 100;

/// A copy of the damaged file whose first page was unreadable.
std::string patched(const std::string& path) { return path + ".salvage-copy"; }

std::vector<char> first_bytes(const std::string& path, std::size_t most) {
  std::vector<char> bytes(most);
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(most));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

std::uint32_t big_endian(const std::vector<char>& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

void put_big_endian(std::vector<char>& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<char>(value >> (24 - 8 * i));
}

/// A damaged file with a whole header that does not name us is somebody else's: not ours to move.
bool is_foreign(const std::string& path) {
  const std::vector<char> header = first_bytes(path, header_bytes);
  const std::string_view magic("SQLite format 3\0", 16);
  if (header.size() < header_bytes || std::string_view(header.data(), magic.size()) != magic) return false;
  return big_endian(header, 68) != application_id;
}

Result<void> make_empty(const std::string& path, const std::string& replaced) {
  remove_with_companions(path);
  if (auto created = create_private(path, replaced); !created) return std::unexpected(created.error());
  auto db = Connection::open(path, Connection::Mode::writer);
  if (!db) return std::unexpected(db.error());
  if (auto migrated = migrate(**db, Marks{}); !migrated) return migrated;
  auto moved = (*db)->checkpoint(Connection::CheckpointMode::truncate);
  if (!moved) return std::unexpected(moved.error());
  return {};
}

bool is_readable(const std::string& path) {
  auto db = Connection::open(path, Connection::Mode::reader);
  return db && read_marks(**db);
}

/// The pages of the table of tables: the first, and those it points to if it needs more than one.
std::vector<std::uint32_t> schema_pages(const std::vector<char>& first) {
  constexpr char interior = 0x05;
  std::vector<std::uint32_t> pages{1};
  if (first.size() < page_bytes || first[header_bytes] != interior) return pages;
  pages.push_back(big_endian(first, header_bytes + 8));
  const std::size_t cells = big_endian(first, header_bytes + 3) >> 16;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::size_t at = big_endian(first, header_bytes + 12 + 2 * cell) >> 16;
    if (at + 4 <= first.size()) pages.push_back(big_endian(first, at));
  }
  return pages;
}

std::streamoff offset_of(std::uint32_t number) { return (std::streamoff{number} - 1) * std::streamoff{page_bytes}; }

std::vector<char> page_of(const std::string& path, std::uint32_t number) {
  std::vector<char> page(page_bytes);
  std::ifstream file(path, std::ios::binary);
  file.seekg(offset_of(number));
  file.read(page.data(), static_cast<std::streamsize>(page.size()));
  return page;
}

/// The table of tables says where every other begins. It is the same in every file of ours, so a new file's one will do.
void patch_schema(const std::string& target, const std::string& fresh) {
  std::error_code ignored;
  const auto pages = static_cast<std::uint32_t>(fs::file_size(target, ignored) / page_bytes);
  std::vector<char> first = page_of(fresh, 1);
  const std::vector<std::uint32_t> schema = schema_pages(first);
  put_big_endian(first, 28, pages);
  put_big_endian(first, 32, 0);  // no free pages that could be read as tables
  put_big_endian(first, 36, 0);
  std::fstream file(target, std::ios::binary | std::ios::in | std::ios::out);
  for (const std::uint32_t number : schema) {
    const std::vector<char> page = number == 1 ? first : page_of(fresh, number);
    file.seekp(offset_of(number));
    file.write(page.data(), static_cast<std::streamsize>(page.size()));
  }
}

/// A copy of the damaged file that can be read although its table of tables cannot.
Result<std::string> with_schema_of(const std::string& fresh, const std::string& aside, const std::string& path) {
  for (const char* companion : {"", "-wal"}) {
    std::error_code error;
    if (!fs::exists(aside + companion)) continue;
    fs::copy_file(aside + companion, patched(path) + companion, fs::copy_options::overwrite_existing, error);
    if (error) return cannot("copy the damaged file", error);
  }
  patch_schema(patched(path), fresh);
  return patched(path);
}

std::string what_was_lost(const std::vector<Copied>& tables) {
  std::string lost;
  std::uint64_t kept = 0;
  for (const Copied& table : tables) {
    kept += table.kept;
    if (table.lost == 0U) continue;
    const std::string rows = table.lost ? std::to_string(*table.lost) : "an unknown number";
    lost += (lost.empty() ? "" : ", ") + table.table + " " + rows;
  }
  return std::to_string(kept) + " rows were salvaged; lost rows: " + (lost.empty() ? "none" : lost);
}

Result<void> fill(Connection& to, Connection& from, const std::string& story) {
  if (auto begun = to.script(sql::transaction_begin); !begun) return begun;
  const std::vector<Copied> tables = copy_rows(from, to);
  if (auto rebuilt = rebuild(to); !rebuilt) return rebuilt;
  to.run(sql::meta_add_note, story + "; " + what_was_lost(tables));
  to.run(sql::transaction_commit);
  if (auto failure = to.take_failure()) return std::unexpected(*std::move(failure));
  auto moved = to.checkpoint(Connection::CheckpointMode::truncate);
  if (!moved) return std::unexpected(moved.error());
  return {};
}

/// Removes what reading and writing left beside the two files; a log that holds something stays with the damaged one.
void tidy(const std::string& target, const std::string& aside) {
  std::error_code ignored;
  for (const std::string& leftover : {target + "-wal", target + "-shm", aside + "-shm"}) fs::remove(leftover, ignored);
  if (fs::file_size(aside + "-wal", ignored) == 0) fs::remove(aside + "-wal", ignored);
}

/// The new file, complete and durable under its growing name.
Result<void> grow(const std::string& path, const std::string& aside, const std::string& story) {
  const std::string target = growing(path);
  if (auto made = make_empty(target, path); !made) return made;
  std::string source = aside;
  if (!is_readable(aside)) {
    auto copied = with_schema_of(target, aside, path);
    if (!copied) return std::unexpected(copied.error());
    source = *copied;
  }
  {
    auto from = Connection::open(source, Connection::Mode::reader);
    if (!from) return std::unexpected(from.error());
    auto to = Connection::open(target, Connection::Mode::writer);
    if (!to) return std::unexpected(to.error());
    if (auto filled = fill(**to, **from, story); !filled) return filled;
  }
  tidy(target, aside);
  remove_with_companions(patched(path));
  return {};
}

}  // namespace

Result<void> salvage(const std::string& path, const std::string& damage) {
  if (is_foreign(path)) return fail(Errc::corrupt, path + " is damaged and not a store of ours; choose another file");
  BATON_FAILPOINT("sqlite.salvage.before_link");
  const std::string aside = name_aside(path, "damaged");
  if (auto kept = set_aside(path, aside); !kept) return kept;
  BATON_FAILPOINT("sqlite.salvage.after_link");
  const std::string story = "the store file was damaged (" + damage + ") and is kept as " + aside;
  if (auto grown = grow(path, aside, story); !grown) return grown;
  return swap_in(path);
}

Result<void> finish_salvage(const std::string& path) {
  const auto swapped = finish_swap(path);
  if (!swapped) return std::unexpected(swapped.error());
  if (*swapped) return {};
  remove_with_companions(growing(path));
  remove_with_companions(patched(path));
  return {};
}

}  // namespace baton::sqlite
