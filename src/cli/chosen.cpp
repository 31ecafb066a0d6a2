#include "cli/chosen.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "cli/config_file.hpp"
#include "cli/setting_table.hpp"
#include "cli/words.hpp"

namespace baton::cli {

namespace {

constexpr std::string_view default_config = "baton.toml";
constexpr std::string_view token_name = "baton.token";

using Values = std::map<std::string, ChosenValue, std::less<>>;
using Found = Result<std::optional<ChosenValue>>;

std::string name_of(const Setting& setting) {
  return setting.name.empty() ? std::string(setting.flag.substr(2)) : std::string(setting.name);
}

Result<std::string> first_line(const std::string& variable, const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!file || !std::getline(file, line) || line.empty()) {
    return fail(Errc::unavailable, variable + " names " + path +
                                       ", which cannot be read or is empty; it should hold one line with the "
                                       "store's URL");
  }
  return line;
}

Found in_environment(const Setting& setting, const Environment& environment) {
  const std::string variable(setting.variable);
  if (auto set = environment(variable)) {
    auto values = setting.is_list ? split(*set, ',') : std::vector{*set};
    return ChosenValue{.values = std::move(values), .origin = Origin::environment, .place = variable};
  }
  if (!setting.is_url) return std::nullopt;
  const auto path = environment(variable + "_FILE");
  if (!path) return std::nullopt;
  auto line = first_line(variable + "_FILE", *path);
  if (!line) return std::unexpected(line.error());
  return ChosenValue{.values = {*std::move(line)}, .origin = Origin::environment, .place = variable + "_FILE"};
}

Found chosen_for(const Setting& setting, const Typed& typed, const Environment& environment, const ConfigFile& config) {
  const std::string name = name_of(setting);
  if (const auto found = typed.values.find(name); found != typed.values.end()) {
    return ChosenValue{.values = found->second, .origin = Origin::typed, .place = std::string(setting.flag)};
  }
  auto set = in_environment(setting, environment);
  if (!set || *set) return set;
  if (const auto found = config.settings.find(name); found != config.settings.end()) {
    return ChosenValue{.values = found->second.values, .origin = Origin::file, .place = found->second.place};
  }
  ChosenValue standard{.place = "default"};
  if (!setting.standard.empty()) standard.values.emplace_back(setting.standard);
  return standard;
}

/// Where the setting has a choice of words, it is one of them.
Result<void> check_words(const Setting& setting, const ChosenValue& chosen) {
  if (!setting.value.contains('|')) return {};
  const auto words = split(setting.value, '|');
  for (const auto& value : chosen.values) {
    if (std::ranges::find(words, value) != words.end()) continue;
    return fail(Errc::invalid, "`" + value + "` (" + chosen.place + ") is no value of " + name_of(setting) +
                                   "; write one of " + std::string(setting.value) + ": " + std::string(setting.what));
  }
  return {};
}

Result<ConfigFile> load_config(const ChosenValue& named) {
  if (!named.values.empty()) return read_config(named.values.back());
  std::error_code ignored;
  if (std::filesystem::exists(default_config, ignored)) return read_config(std::string(default_config));
  return ConfigFile{};
}

/// Beside the store, so that whoever may read the state finds the key to it.
std::string token_beside(std::string_view store) {
  static constexpr std::string_view sqlite = "sqlite:";
  if (!store.starts_with(sqlite)) return std::string(token_name);
  return (std::filesystem::path(store.substr(sqlite.size())).parent_path() / token_name).string();
}

}  // namespace

const ChosenValue& Chosen::value(std::string_view name) const {
  static const ChosenValue nothing;
  const auto found = values_.find(name);
  return found == values_.end() ? nothing : found->second;
}

const std::string& Chosen::one(std::string_view name) const {
  static const std::string nothing;
  const auto& chosen = value(name);
  return chosen.values.empty() ? nothing : chosen.values.back();
}

Result<Chosen> choose_settings(const Typed& typed, const Environment& environment) {
  const Setting& file_setting = setting_table().back();
  const auto file = chosen_for(file_setting, typed, environment, {});
  if (!file) return std::unexpected(file.error());
  const auto config = load_config(**file);
  if (!config) return std::unexpected(config.error());
  Values values;
  for (const Setting& setting : setting_table()) {
    auto chosen = chosen_for(setting, typed, environment, *config);
    if (!chosen) return std::unexpected(chosen.error());
    if (auto right = check_words(setting, **chosen); !right) return std::unexpected(right.error());
    values.emplace(name_of(setting), **std::move(chosen));
  }
  auto& token = values["token_file"].values;
  if (token.empty()) token.push_back(token_beside(values["store"].values.back()));
  return Chosen(std::move(values), config->subscriptions, config->jobs);
}

}  // namespace baton::cli
