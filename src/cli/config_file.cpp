#include "cli/config_file.hpp"

#include <toml++/toml.h>

#include <optional>
#include <string_view>

#include "cli/config_jobs.hpp"
#include "cli/config_subscriptions.hpp"
#include "cli/file_text.hpp"
#include "cli/nearest.hpp"
#include "cli/setting_table.hpp"

namespace baton::cli {

namespace {

constexpr std::string_view subscription_key = "subscription";
constexpr std::string_view jobs_key = "jobs";
constexpr std::string_view webhooks_key = "webhooks";

std::string place_of(const std::string& path, const toml::source_region& source) {
  return path + ":" + std::to_string(source.begin.line);
}

std::unexpected<Error> unknown_key(const std::string& place, const std::string& name) {
  std::vector<std::string> known{std::string(subscription_key), std::string(jobs_key), std::string(webhooks_key)};
  std::string listed = "subscription, jobs, webhooks";
  for (const Setting& setting : setting_table()) {
    if (setting.name.empty()) continue;
    known.emplace_back(setting.name);
    listed += ", " + known.back();
  }
  const std::string meant = nearest(name, known);
  return fail(Errc::invalid, place + ": unknown key `" + name + "`; " +
                                 (meant.empty() ? "known: " + listed : "did you mean `" + meant + "`?"));
}

std::optional<std::vector<std::string>> texts_of(const Setting& setting, const toml::node& node) {
  if (const auto text = node.value<std::string>(); text && node.is_string()) return std::vector{*text};
  const auto* array = node.as_array();
  if (array == nullptr || !setting.is_list) return std::nullopt;
  std::vector<std::string> texts;
  for (const auto& element : *array) {
    if (!element.is_string()) return std::nullopt;
    texts.push_back(*element.value<std::string>());
  }
  return texts;
}

Result<void> take(ConfigFile& config, const std::string& name, const toml::node& value, const std::string& path) {
  const std::string place = place_of(path, value.source());
  if (name == subscription_key) {
    auto subscriptions = read_subscriptions(value, path);
    if (!subscriptions) return std::unexpected(std::move(subscriptions.error()));
    config.subscriptions = *std::move(subscriptions);
    return {};
  }
  if (name == jobs_key) {
    auto jobs = read_jobs(value, path);
    if (!jobs) return std::unexpected(std::move(jobs.error()));
    config.jobs.kinds = *std::move(jobs);
    return {};
  }
  if (name == webhooks_key) {
    auto sources = read_webhooks(value, path);
    if (!sources) return std::unexpected(std::move(sources.error()));
    config.jobs.webhooks = *std::move(sources);
    return {};
  }
  const Setting* setting = find_setting(name);
  if (setting == nullptr) return unknown_key(place, name);
  auto texts = texts_of(*setting, value);
  if (!texts) {
    return fail(Errc::invalid,
                place + ": `" + name + "` must be a text in quotes" + (setting->is_list ? ", or a list of them" : ""));
  }
  config.settings[name] = {.values = *std::move(texts), .place = place};
  return {};
}

}  // namespace

Result<ConfigFile> read_config(const std::string& path) {
  const auto text = text_in_file(path);
  if (text) return parse_config(*text, path);
  return fail(Errc::unavailable,
              "cannot read the configuration file " + path + ": " + text.error().detail + "; check its path");
}

Result<ConfigFile> parse_config(std::string_view text, const std::string& path) {
  ConfigFile config;
  try {
    const auto table = toml::parse(text);
    for (const auto& [name, value] : table) {
      if (auto taken = take(config, std::string(name.str()), value, path); !taken)
        return std::unexpected(taken.error());
    }
  } catch (const toml::parse_error& error) {
    return fail(Errc::invalid, place_of(path, error.source()) + ": " + std::string(error.description()));
  }
  return config;
}

}  // namespace baton::cli
