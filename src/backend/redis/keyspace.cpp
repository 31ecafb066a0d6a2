#include "backend/redis/keyspace.hpp"

#include <cstdlib>
#include <utility>

#include "backend/shared/wait_for.hpp"

namespace baton::redis {
namespace {

constexpr int page = 1000;

}  // namespace

Result<Value> Keyspace::ask(Command command) const {
  auto value = shared::wait_for(client_->call(std::move(command), Repeat::safe));
  if (!value) return std::unexpected(std::move(value.error()));
  if (value->kind == Value::Kind::error) return fail(Errc::corrupt, std::move(value->text));
  return value;
}

Result<void> Keyspace::scan() {
  families_.clear();
  // A command with a key leads to the node of a cluster that holds it.
  if (auto there = ask({"EXISTS", prefix_}); !there) return std::unexpected(std::move(there.error()));
  std::string cursor = "0";
  do {
    const auto found = ask({"SCAN", cursor, "MATCH", prefix_ + "*", "COUNT", std::to_string(page)});
    if (!found) return std::unexpected(found.error());
    cursor = found->items.at(0).text;
    for (const Value& key : found->items.at(1).items) {
      const std::string_view name = std::string_view(key.text).substr(prefix_.size());
      const std::size_t colon = name.find(':');
      const std::string_view rest = colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1);
      families_[std::string(name.substr(0, colon))].emplace(rest);
    }
  } while (cursor != "0");
  return {};
}

const std::set<std::string>& Keyspace::names(std::string_view family) const {
  static const std::set<std::string> none;
  const auto found = families_.find(family);
  return found == families_.end() ? none : found->second;
}

std::string Keyspace::key_of(std::string_view family, std::string_view name) {
  std::string key(family);
  if (!name.empty()) (key += ':') += name;
  return key;
}

Result<void> Keyspace::each(const std::string& key, const VisitScored& visit) const {
  for (int from = 0;; from += page) {
    const auto some =
        ask({"ZRANGE", prefix_ + key, std::to_string(from), std::to_string(from + page - 1), "WITHSCORES"});
    if (!some) return std::unexpected(some.error());
    for (std::size_t i = 0; i + 1 < some->items.size(); i += 2) {
      visit(some->items[i].text, std::strtod(some->items[i + 1].text.c_str(), nullptr));
    }
    if (some->items.size() < std::size_t{2} * page) return {};
  }
}

Result<std::set<std::string>> Keyspace::members(const std::string& key) const {
  std::set<std::string> all;
  auto read = each(key, [&all](const std::string& member, double) { all.insert(member); });
  if (!read) return std::unexpected(std::move(read.error()));
  return all;
}

Result<std::map<std::string, std::string>> Keyspace::fields(const std::string& key) const {
  const auto flat = ask({"HGETALL", prefix_ + key});
  if (!flat) return std::unexpected(flat.error());
  std::map<std::string, std::string> all;
  for (std::size_t i = 0; i + 1 < flat->items.size(); i += 2) all[flat->items[i].text] = flat->items[i + 1].text;
  return all;
}

Result<std::uint64_t> Keyspace::length(const std::string& key) const {
  const auto count = ask({"HLEN", prefix_ + key});
  if (!count) return std::unexpected(count.error());
  return static_cast<std::uint64_t>(count->integer);
}

}  // namespace baton::redis
