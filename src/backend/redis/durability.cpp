#include "backend/redis/durability.hpp"

#include <optional>
#include <utility>

namespace baton::redis {
namespace {

struct Wish {
  std::string_view name;
  std::optional<std::string> Settings::* setting;
  std::string_view value;
  std::string_view risk;
};

constexpr Wish wishes[] = {
    {"appendonly", &Settings::appendonly, "yes", "a restart loses everything since the last snapshot"},
    {"appendfsync", &Settings::appendfsync, "always", "a power cut loses the last writes"},
    {"no-appendfsync-on-rewrite", &Settings::no_appendfsync_on_rewrite, "no",
     "a power cut while the log is rewritten loses the last writes"},
    {"maxmemory-policy", &Settings::maxmemory_policy, "noeviction", "a full server may evict tasks"},
};

std::string reason(const Wish& wish, const std::optional<std::string>& actual) {
  const std::string name(wish.name);
  const std::string wanted = "set " + name + " " + std::string(wish.value);
  if (!actual) return "the server does not tell its " + name + "; allow CONFIG GET, and " + wanted;
  return name + " is " + *actual + ": " + std::string(wish.risk) + "; " + wanted;
}

/// The value of one setting; nothing where the server refuses to tell it.
awaitable<Result<std::optional<std::string>>> config(std::shared_ptr<Client> client, std::string name) {
  Command command{"CONFIG", "GET", std::move(name)};
  auto answer = co_await client->call(std::move(command), Repeat::safe);
  if (!answer && is_retryable(answer.error())) co_return std::unexpected(std::move(answer.error()));
  if (!answer || answer->items.size() < 2) co_return std::nullopt;
  co_return answer->items[1].text;
}

bool says(const std::string& info, std::string_view name, std::string_view value) {
  return info.contains(std::string(name) + ":" + std::string(value) + "\r");
}

}  // namespace

Durability judge(const Settings& settings) {
  shared::Doubts doubts;
  for (const Wish& wish : wishes) {
    const auto& actual = settings.*(wish.setting);
    if (actual != wish.value) doubts.add(reason(wish, actual));
  }
  if (settings.fails_over) doubts.add("a fail-over loses what no replica has received yet");
  Durability durability = doubts.durability();
  if (settings.open_to_all) {
    durability.notes.emplace_back(
        "the Redis server can be reached from other machines and asks for no password; set requirepass or an ACL");
  }
  return durability;
}

awaitable<Result<Settings>> read_settings(std::shared_ptr<Client> client, Target target) {
  Settings settings;
  for (const Wish& wish : wishes) {
    auto value = co_await config(client, std::string(wish.name));
    if (!value) co_return std::unexpected(std::move(value.error()));
    settings.*(wish.setting) = *std::move(value);
  }
  Command command{"INFO", "replication"};
  auto info = co_await client->call(std::move(command), Repeat::safe);
  const bool replicated = info && !says(info->text, "connected_slaves", "0");
  settings.fails_over = client->facts().by_sentinel || replicated;
  settings.open_to_all = target.password.empty() && !is_loopback(target);
  co_return settings;
}

}  // namespace baton::redis
