#include <algorithm>
#include <array>

#include "baton/schemas.hpp"
#include "core/json_pointer.hpp"

namespace baton {
namespace {

using Names = std::vector<std::string>;

/// The object that holds what the names lead to; null pointer: there is none.
JsonValue* holder_of(JsonValue& root, Names names) {
  names.pop_back();
  JsonValue* holder = look_up(root, names);
  return holder != nullptr && holder->object() != nullptr ? holder : nullptr;
}

/// The same, with every object on the way made if it is not there.
Result<JsonValue*> make_holder(JsonValue& root, const Names& names, const std::string& at) {
  JsonValue* here = &root;
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    if (here->find(names[i]) == nullptr && here->object() != nullptr) {
      here->set(names[i], JsonValue(JsonValue::Object{}));
    }
    here = here->find(names[i]);
    if (here == nullptr) break;
  }
  if (here == nullptr || here->object() == nullptr) return fail(Errc::invalid, at + " is not within objects");
  return here;
}

Result<void> put_new(JsonValue& root, const std::string& at, JsonValue value) {
  const Names names = *pointer_names(at);
  const auto holder = make_holder(root, names, at);
  if (!holder) return std::unexpected(holder.error());
  if ((*holder)->find(names.back()) != nullptr) return fail(Errc::invalid, at + " is taken");
  (*holder)->set(names.back(), std::move(value));
  return {};
}

std::optional<JsonValue> take_out(JsonValue& root, const std::string& at) {
  const Names names = *pointer_names(at);
  JsonValue* holder = holder_of(root, names);
  JsonValue* found = holder == nullptr ? nullptr : holder->find(names.back());
  if (found == nullptr) return std::nullopt;
  JsonValue value = std::move(*found);
  holder->erase(names.back());
  return value;
}

Result<void> change(JsonValue& root, const AddMember& step) {
  if (look_up(std::as_const(root), step.at) != nullptr) return {};
  if (step.count_of.empty()) return put_new(root, step.at, JsonValue(step.value));
  const JsonValue* counted = look_up(std::as_const(root), step.count_of);
  if (counted != nullptr && counted->array() != nullptr) {
    return put_new(root, step.at, JsonValue::integer(counted->array()->size()));
  }
  if (counted != nullptr && counted->object() != nullptr) {
    return put_new(root, step.at, JsonValue::integer(counted->object()->size()));
  }
  return fail(Errc::invalid, step.count_of + " has nothing to count");
}

Result<void> move_to(JsonValue& root, const std::string& at, const std::string& to) {
  auto value = take_out(root, at);
  return value ? put_new(root, to, *std::move(value)) : Result<void>{};
}

Result<void> change(JsonValue& root, const RenameMember& step) {
  std::string name;
  for (const char c : step.to) name += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return move_to(root, step.at, step.at.substr(0, step.at.rfind('/') + 1) + name);
}

Result<void> change(JsonValue& root, const MoveMember& step) { return move_to(root, step.at, step.to); }

Result<void> change(JsonValue& root, const RemoveMember& step) {
  take_out(root, step.at);
  return {};
}

Result<void> change(JsonValue& root, const MapValues& step) {
  JsonValue* value = look_up(root, *pointer_names(step.at));
  if (value == nullptr) return {};
  const auto entry = std::ranges::find_if(
      step.values, [&](const MapValues::Entry& each) { return is_same(JsonValue(each.from), *value); });
  if (entry != step.values.end()) {
    *value = JsonValue(entry->to);
  } else if (step.otherwise) {
    *value = JsonValue(*step.otherwise);
  }
  return {};
}

Result<std::string> place_in(const JsonValue& step, std::string_view name) {
  const JsonValue* place = step.find(name);
  const bool is_text = place != nullptr && place->text() != nullptr;
  const auto names = is_text ? pointer_names(*place->text()) : std::nullopt;
  if (!names || names->empty()) {
    return fail(Errc::invalid, "`" + std::string(name) + "` of the step " + step.json().text() +
                                   " is no place; write it like /metadata/owner");
  }
  return *place->text();
}

std::unexpected<Error> incomplete(const JsonValue& step, std::string_view missing) {
  return fail(Errc::invalid, "the step " + step.json().text() + " needs " + std::string(missing));
}

Result<MigrationStep> read_add(const JsonValue& step, std::string at) {
  if (step.find("count_of") != nullptr) {
    auto counted = place_in(step, "count_of");
    if (!counted) return std::unexpected(std::move(counted.error()));
    return AddMember{.at = std::move(at), .count_of = *std::move(counted)};
  }
  if (step.find("value") == nullptr) return incomplete(step, "`value` or `count_of`");
  return AddMember{.at = std::move(at), .value = step.find("value")->json()};
}

Result<MigrationStep> read_rename(const JsonValue& step, std::string at) {
  const JsonValue* to = step.find("to");
  if (to == nullptr || to->text() == nullptr || to->text()->empty()) return incomplete(step, "`to`, the new name");
  return RenameMember{.at = std::move(at), .to = *to->text()};
}

Result<MigrationStep> read_move(const JsonValue& step, std::string at) {
  auto to = place_in(step, "to");
  if (!to) return std::unexpected(std::move(to.error()));
  return MoveMember{.at = std::move(at), .to = *std::move(to)};
}

Result<MigrationStep> read_remove(const JsonValue& /*step*/, std::string at) {
  return RemoveMember{.at = std::move(at)};
}

Result<MigrationStep> read_map(const JsonValue& step, std::string at) {
  const JsonValue* values = step.find("values");
  if (values == nullptr || values->object() == nullptr) return incomplete(step, "`values`, an object of old and new");
  MapValues map{.at = std::move(at), .values = {}};
  for (const auto& member : *values->object()) {
    map.values.push_back({.from = Json::string(member.name), .to = member.value.json()});
  }
  if (const JsonValue* otherwise = step.find("otherwise")) map.otherwise = otherwise->json();
  return map;
}

struct StepKind {
  std::string_view name;
  Result<MigrationStep> (*read)(const JsonValue& step, std::string at);
};

constexpr std::array step_kinds{StepKind{"add", &read_add}, StepKind{"rename", &read_rename},
                                StepKind{"move", &read_move}, StepKind{"remove", &read_remove},
                                StepKind{"map", &read_map}};

}  // namespace

Result<MigrationStep> parse_step(const Json& text) {
  const JsonValue step(text);
  for (const StepKind& kind : step_kinds) {
    if (step.find(kind.name) == nullptr) continue;
    auto at = place_in(step, kind.name);
    if (!at) return std::unexpected(std::move(at.error()));
    return kind.read(step, *std::move(at));
  }
  return fail(Errc::invalid, "the step " + text.text() + " is none of add, rename, move, remove, map");
}

Result<Json> migrated(const MigrationStep& step, const Json& value) {
  JsonValue root(value);
  auto changed = std::visit([&](const auto& each) { return change(root, each); }, step);
  if (!changed) return std::unexpected(std::move(changed.error()));
  return root.json();
}

}  // namespace baton
