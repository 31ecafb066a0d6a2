#include "cli/config_value.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

namespace baton::cli {

std::unexpected<Error> wrong_at(const std::string& path, const toml::node& node, const std::string& what) {
  return fail(Errc::invalid, path + ":" + std::to_string(node.source().begin.line) + ": " + what);
}

Result<std::string> secret_in(const toml::table& table, const std::string& path, const std::string& what) {
  if (const auto secret = table["secret"].value<std::string>()) return *secret;
  const auto file_name = table["secret_file"].value<std::string>();
  if (!file_name) return wrong_at(path, table, what + " needs `secret`, or `secret_file` that names a file with it");
  std::ifstream file(*file_name);
  std::string line;
  if (std::getline(file, line) && !line.empty()) return line;
  return wrong_at(path, table, "`secret_file` names " + *file_name + ", which cannot be read or is empty");
}

const toml::node* ConfigTable::node(std::string_view key) {
  asked_.emplace_back(key);
  return table_.get(key);
}

void ConfigTable::refuse(std::string_view key, const std::string& why) {
  const toml::node* at = table_.get(key);
  if (wrong_) return;
  wrong_ = wrong_at(path_, at == nullptr ? table_ : *at, "`" + std::string(key) + "` of " + what_ + ": " + why).error();
}

void ConfigTable::read(std::string_view key, std::string& into) {
  const toml::node* value = node(key);
  if (value == nullptr) return;
  if (!value->is_string()) return refuse(key, "must be a text in quotes");
  into = *value->value<std::string>();
}

void ConfigTable::read(std::string_view key, bool& into) {
  const toml::node* value = node(key);
  if (value == nullptr) return;
  if (!value->is_boolean()) return refuse(key, "must be true or false");
  into = *value->value<bool>();
}

void ConfigTable::read(std::string_view key, std::vector<std::string>& into) {
  const toml::node* value = node(key);
  if (value == nullptr) return;
  const auto* list = value->as_array();
  if (list == nullptr) return refuse(key, "must be a list of texts");
  into.clear();
  for (const auto& item : *list) {
    if (!item.is_string()) return refuse(key, "must be a list of texts");
    into.push_back(*item.value<std::string>());
  }
}

void ConfigTable::read_pairs(std::string_view key, std::vector<std::string>& into) {
  const toml::node* value = node(key);
  if (value == nullptr) return;
  const auto* pairs = value->as_table();
  if (pairs == nullptr) return refuse(key, "must be a table of texts");
  for (const auto& [name, text] : *pairs) {
    if (!text.is_string()) return refuse(key, "must be a table of texts");
    into.push_back(std::string(name.str()) + "=" + *text.value<std::string>());
  }
}

void ConfigTable::read_number(std::string_view key, std::uint64_t least, std::uint64_t most, std::uint64_t& into) {
  const toml::node* value = node(key);
  if (value == nullptr) return;
  const auto number = value->is_integer() ? value->value<std::int64_t>() : std::nullopt;
  if (!number || *number < 0 || static_cast<std::uint64_t>(*number) < least ||
      static_cast<std::uint64_t>(*number) > most) {
    return refuse(key, "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  into = static_cast<std::uint64_t>(*number);
}

void ConfigTable::read_seconds(std::string_view key, Duration& into) {
  std::uint64_t seconds = static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(into).count());
  read_number(key, 1, 30 * 86'400, seconds);
  into = std::chrono::seconds{seconds};
}

Result<void> ConfigTable::done() const {
  if (wrong_) return std::unexpected(*wrong_);
  for (const auto& [key, value] : table_) {
    if (std::ranges::find(asked_, key.str()) != asked_.end()) continue;
    std::string known;
    for (const std::string& name : asked_) known += (known.empty() ? "" : ", ") + name;
    return wrong_at(path_, value, "`" + std::string(key.str()) + "` is not for " + what_ + "; known: " + known);
  }
  return {};
}

}  // namespace baton::cli
