#pragma once

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "baton/time.hpp"

// Values of the configuration file's tables.

namespace baton::cli {

/// invalid, naming the line.
std::unexpected<Error> wrong_at(const std::string& path, const toml::node& node, const std::string& what);

/// A secret by itself, or the first line of the file that holds it. `what`: whose.
Result<std::string> secret_in(const toml::table& table, const std::string& path, const std::string& what);

/// A table that is read key by key; what nobody asked for is an error.
class ConfigTable {
 public:
  /// `what`: as messages call it, `jobs.review`.
  ConfigTable(const toml::table& table, std::string path, std::string what)
      : table_(table), path_(std::move(path)), what_(std::move(what)) {}

  void read(std::string_view key, std::string& into);
  void read(std::string_view key, bool& into);
  void read(std::string_view key, std::vector<std::string>& into);
  /// As `NAME=value`.
  void read_pairs(std::string_view key, std::vector<std::string>& into);
  void read_number(std::string_view key, std::uint64_t least, std::uint64_t most, std::uint64_t& into);
  void read_seconds(std::string_view key, Duration& into);
  /// A text that has to be of a form.
  template <class T>
  void read_as(std::string_view key, T& into) {
    std::string text;
    read(key, text);
    if (text.empty()) return;
    auto parsed = T::parse(text);
    if (parsed) {
      into = *std::move(parsed);
    } else {
      refuse(key, parsed.error().detail);
    }
  }
  const toml::node* node(std::string_view key);
  const toml::table& table() const { return table_; }
  void refuse(std::string_view key, const std::string& why);

  /// invalid: the first thing that was wrong, or a key that nobody asked for.
  Result<void> done() const;

 private:
  const toml::table& table_;
  std::string path_;
  std::string what_;
  std::vector<std::string> asked_;
  std::optional<Error> wrong_;
};

}  // namespace baton::cli
