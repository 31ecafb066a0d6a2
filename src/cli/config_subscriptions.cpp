#include "cli/config_subscriptions.hpp"

#include <utility>

#include "cli/config_value.hpp"

namespace baton::cli {

namespace {

Result<void> take_types(const toml::node& node, const std::string& path, std::vector<std::string>& types) {
  const auto* list = node.as_array();
  if (list == nullptr) return wrong_at(path, node, "`types` must be a list of texts");
  for (const auto& item : *list) {
    const auto type = item.value<std::string>();
    if (!type) return wrong_at(path, item, "`types` must be a list of texts");
    types.push_back(*type);
  }
  return {};
}

Result<void> take_key(Subscription& subscription, std::string_view key, const toml::node& value,
                      const std::string& path) {
  if (key == "secret" || key == "secret_file") return {};
  if (key == "types") return take_types(value, path, subscription.types);
  if (key == "retry_seconds" || key == "max_deliveries") {
    const auto number = value.value<std::uint32_t>();
    if (!number) return wrong_at(path, value, "`" + std::string(key) + "` must be a whole number");
    if (key == "max_deliveries") subscription.max_deliveries = *number;
    if (key == "retry_seconds") subscription.retry = std::chrono::seconds{*number};
    return {};
  }
  const auto text = value.value<std::string>();
  if (key == "url" && text) {
    subscription.url = *text;
    return {};
  }
  if (key == "name" && text) {
    auto name = GroupName::parse(*text);
    if (!name) return wrong_at(path, value, name.error().detail);
    subscription.name = *std::move(name);
    return {};
  }
  return wrong_at(path, value,
                  "`" + std::string(key) +
                      "` is not for a subscription, or no text; known: name, url, types, secret, secret_file, "
                      "retry_seconds, max_deliveries");
}

Result<Subscription> subscription_of(const toml::table& table, const std::string& path) {
  Subscription subscription;
  for (const auto& [key, value] : table) {
    if (auto taken = take_key(subscription, key.str(), value, path); !taken) return std::unexpected(taken.error());
  }
  auto secret = secret_in(table, path, "a subscription");
  if (!secret) return std::unexpected(std::move(secret.error()));
  subscription.secret = *std::move(secret);
  if (subscription.name.empty()) return wrong_at(path, table, "a subscription needs a `name`");
  if (auto valid = check(subscription); !valid) return wrong_at(path, table, valid.error().detail);
  return subscription;
}

}  // namespace

Result<std::vector<Subscription>> read_subscriptions(const toml::node& tables, const std::string& path) {
  std::vector<Subscription> subscriptions;
  const auto* list = tables.as_array();
  if (list == nullptr) return wrong_at(path, tables, "write subscriptions as [[subscription]]");
  for (const auto& item : *list) {
    const auto* table = item.as_table();
    if (table == nullptr) return wrong_at(path, item, "write subscriptions as [[subscription]]");
    auto subscription = subscription_of(*table, path);
    if (!subscription) return std::unexpected(std::move(subscription.error()));
    subscriptions.push_back(*std::move(subscription));
  }
  return subscriptions;
}

}  // namespace baton::cli
