#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "engine/job_settings.hpp"
#include "engine/subscription.hpp"

namespace baton::cli {

struct ConfiguredValue {
  std::vector<std::string> values;
  std::string place;  ///< `baton.toml:3`
};

/// What a configuration file says.
struct ConfigFile {
  std::map<std::string, ConfiguredValue, std::less<>> settings{};  ///< by the names of setting_table()
  std::vector<Subscription> subscriptions{};
  JobSettings jobs{};
};

/// unavailable: it cannot be read. invalid: not TOML, an unknown key (the nearest known one is named), a value of another
/// type; the line is named.
Result<ConfigFile> read_config(const std::string& path);

/// The same of its text.
Result<ConfigFile> parse_config(std::string_view text, const std::string& path);

}  // namespace baton::cli
