// A configuration file: whatever it holds is taken or refused with the line, and what is taken is a setting there is.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "cli/config_file.hpp"
#include "cli/setting_table.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto config = baton::cli::parse_config(text, "baton.toml");
  if (!config) {
    if (config.error().detail.find("baton.toml:") == std::string::npos) std::abort();
    return 0;
  }
  for (const auto& [name, value] : config->settings) {
    const auto* setting = baton::cli::find_setting(name);
    if (setting == nullptr || (value.values.size() > 1 && !setting->is_list)) std::abort();
  }
  return 0;
}
