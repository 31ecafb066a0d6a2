#pragma once

#include <span>
#include <string_view>

namespace baton::cli {

/// One setting of the daemon. From this table come the flags of `baton serve`, what baton.toml may say, what the
/// environment may say, and `baton config show`.
struct Setting {
  std::string_view name;  ///< in baton.toml; empty: it cannot be set there
  std::string_view flag;
  std::string_view value;  ///< as help names it; with bars between them, the words that are allowed
  std::string_view variable;
  std::string_view standard;  ///< without anybody's wish; empty: unset, or told by `what`
  std::string_view what;
  bool is_url =
      false;  ///< may hold a password: shown without it, and taken also from the file that VARIABLE_FILE names
  bool is_list = false;  ///< several: an array, a repeated flag, commas in the variable
};

std::span<const Setting> setting_table();

/// nullptr: there is none of that name.
const Setting* find_setting(std::string_view name);

}  // namespace baton::cli
