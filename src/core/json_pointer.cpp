#include "core/json_pointer.hpp"

#include <charconv>

namespace baton {
namespace {

std::optional<std::string> pointer_name(std::string_view raw) {
  std::string name;
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] != '~') {
      name += raw[at];
      continue;
    }
    if (++at == raw.size() || (raw[at] != '0' && raw[at] != '1')) return std::nullopt;
    name += raw[at] == '0' ? '~' : '/';
  }
  return name;
}

const JsonValue* item_of(const JsonValue::Array& items, std::string_view name) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), index);
  const bool whole = error == std::errc{} && end == name.data() + name.size() && (name == "0" || name[0] != '0');
  return whole && index < items.size() ? &items[index] : nullptr;
}

}  // namespace

std::optional<std::vector<std::string>> pointer_names(std::string_view pointer) {
  std::vector<std::string> names;
  while (!pointer.empty()) {
    if (pointer.front() != '/') return std::nullopt;
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    auto name = pointer_name(pointer.substr(0, end));
    if (!name) return std::nullopt;
    names.push_back(*std::move(name));
    pointer.remove_prefix(end);
  }
  return names;
}

const JsonValue* look_up(const JsonValue& root, const std::vector<std::string>& names) {
  const JsonValue* here = &root;
  for (const std::string& name : names) {
    here = here->array() != nullptr ? item_of(*here->array(), name) : here->find(name);
    if (here == nullptr) return nullptr;
  }
  return here;
}

JsonValue* look_up(JsonValue& root, const std::vector<std::string>& names) {
  return const_cast<JsonValue*>(look_up(std::as_const(root), names));
}

const JsonValue* look_up(const JsonValue& root, std::string_view pointer) {
  const auto names = pointer_names(pointer);
  return names ? look_up(root, *names) : nullptr;
}

}  // namespace baton
