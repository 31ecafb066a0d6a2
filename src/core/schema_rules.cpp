#include <algorithm>
#include <array>
#include <unordered_set>

#include "core/decimal.hpp"
#include "core/schema_compiled.hpp"

namespace baton {
namespace {

using codec::Path;

/// References that lead to one another without end stop here; no honest schema nests as deep.
constexpr int deepest = 300;

std::string in_ticks(std::string_view text) { return "`" + std::string(text) + "`"; }

bool is_of_type(const JsonValue& value, std::string_view type) {
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.boolean() != nullptr;
  if (type == "string") return value.text() != nullptr;
  if (type == "array") return value.array() != nullptr;
  if (type == "object") return value.object() != nullptr;
  if (value.digits() == nullptr) return false;
  return type == "number" || Decimal(value.digits()->text).is_integer();
}

/// One value against one schema and those within it.
class SchemaExamination {
 public:
  SchemaExamination(const JsonSchema::Compiled& compiled, const JsonValue& schema)
      : compiled_(compiled), schema_(schema) {}

  /// Of the whole value; nothing: it fits.
  std::optional<SchemaFault> fault_of(const JsonValue& value) {
    const bool fine = holds(schema_, value, Path{});
    if (lost_) return SchemaFault{"$", "$ref", "is nested deeper than this schema can follow"};
    return fine ? std::nullopt : std::move(fault_);
  }

 private:
  struct Keyword {
    std::string_view name;
    bool (SchemaExamination::*rule)(const JsonValue& limit, const JsonValue& schema, const JsonValue& value,
                                    const Path& path);
  };
  static const std::array<Keyword, 30> keywords;

  bool holds(const JsonValue& schema, const JsonValue& value, const Path& path);
  bool refuse(const Path& path, std::string_view rule, std::string detail) {
    if (!fault_) fault_ = SchemaFault{codec::to_text(path), std::string(rule), std::move(detail)};
    return false;
  }
  /// Whether it holds, without a word if it does not.
  bool quietly(const JsonValue& schema, const JsonValue& value, const Path& path) {
    const auto before = fault_;
    const bool fine = holds(schema, value, path);
    fault_ = before;
    return fine;
  }

  // Any value.
  bool type(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    const auto* types = limit.array();
    const bool fine =
        types == nullptr ? is_of_type(value, *limit.text())
                         : std::ranges::any_of(*types, [&](const auto& one) { return is_of_type(value, *one.text()); });
    return fine || refuse(path, "type", "is not of type " + (types == nullptr ? *limit.text() : limit.json().text()));
  }
  bool one_of_values(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    if (std::ranges::any_of(*limit.array(), [&](const JsonValue& one) { return is_same(one, value); })) return true;
    return refuse(path, "enum", "is not one of " + limit.json().text());
  }
  bool constant(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return is_same(limit, value) || refuse(path, "const", "is not " + limit.json().text());
  }

  // Numbers.
  bool compare(std::string_view rule, std::string_view wanted, bool fine, const JsonValue& limit, const Path& path) {
    return fine || refuse(path, rule, "is not " + std::string(wanted) + " " + limit.digits()->text);
  }
  bool multiple(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    if (value.digits() == nullptr) return true;
    const Decimal divisor(limit.digits()->text);
    const bool fine = divisor.can_divide() && Decimal(value.digits()->text).is_multiple_of(divisor);
    return compare("multipleOf", "a multiple of", fine, limit, path);
  }
  bool at_most(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    const bool fine = value.digits() == nullptr || Decimal(value.digits()->text) <= Decimal(limit.digits()->text);
    return compare("maximum", "at most", fine, limit, path);
  }
  bool below(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    const bool fine = value.digits() == nullptr || Decimal(value.digits()->text) < Decimal(limit.digits()->text);
    return compare("exclusiveMaximum", "less than", fine, limit, path);
  }
  bool at_least(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    const bool fine = value.digits() == nullptr || Decimal(value.digits()->text) >= Decimal(limit.digits()->text);
    return compare("minimum", "at least", fine, limit, path);
  }
  bool above(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    const bool fine = value.digits() == nullptr || Decimal(value.digits()->text) > Decimal(limit.digits()->text);
    return compare("exclusiveMinimum", "more than", fine, limit, path);
  }

  // How much there is of something.
  bool count(std::string_view rule, std::size_t has, const JsonValue& limit, bool most, const Path& path) {
    const Decimal number(std::to_string(has));
    const Decimal bound(limit.digits()->text);
    if (most ? number <= bound : number >= bound) return true;
    return refuse(
        path, rule,
        "has " + std::to_string(has) + "; allowed are at " + (most ? "most " : "least ") + limit.digits()->text);
  }
  bool longest(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return value.text() == nullptr || count("maxLength", code_points(*value.text()), limit, true, path);
  }
  bool shortest(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return value.text() == nullptr || count("minLength", code_points(*value.text()), limit, false, path);
  }
  bool most_items(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return value.array() == nullptr || count("maxItems", value.array()->size(), limit, true, path);
  }
  bool least_items(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return value.array() == nullptr || count("minItems", value.array()->size(), limit, false, path);
  }
  bool most_members(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return value.object() == nullptr || count("maxProperties", value.object()->size(), limit, true, path);
  }
  bool least_members(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return value.object() == nullptr || count("minProperties", value.object()->size(), limit, false, path);
  }

  // Texts.
  bool pattern(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    if (value.text() == nullptr) return true;
    const auto found = matches(compiled_.patterns.at(*limit.text()), *value.text());
    if (!found) return refuse(path, "pattern", "takes too much work to match " + *limit.text());
    return *found || refuse(path, "pattern", "does not match " + *limit.text());
  }
  bool format(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    if (value.text() == nullptr || fits_format(*limit.text(), *value.text())) return true;
    return refuse(path, "format", "is not a valid " + *limit.text());
  }

  // Lists.
  bool items(const JsonValue& limit, const JsonValue& schema, const JsonValue& value, const Path& path);
  bool contains(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    if (value.array() == nullptr) return true;
    const auto fits = [&](const JsonValue& item) { return quietly(limit, item, path); };
    return std::ranges::any_of(*value.array(), fits) || refuse(path, "contains", "has no item that fits");
  }
  bool unique(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path);

  // Objects.
  bool required(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    if (value.object() == nullptr) return true;
    for (const JsonValue& name : *limit.array()) {
      if (value.find(*name.text()) == nullptr)
        return refuse(path, "required", "has no member " + in_ticks(*name.text()));
    }
    return true;
  }
  bool members(const JsonValue& limit, const JsonValue& schema, const JsonValue& value, const Path& path);
  bool member(const JsonValue::Member& one, const JsonValue& schema, const Path& path);
  bool names(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path);
  bool dependencies(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path);

  // Other schemas.
  bool all(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return std::ranges::all_of(*limit.array(), [&](const JsonValue& one) { return holds(one, value, path); });
  }
  bool any(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    const auto fits = [&](const JsonValue& one) { return quietly(one, value, path); };
    return std::ranges::any_of(*limit.array(), fits) || refuse(path, "anyOf", "fits none of the schemas allowed");
  }
  bool one(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    const auto fits = [&](const JsonValue& each) { return quietly(each, value, path); };
    const auto fitting = std::ranges::count_if(*limit.array(), fits);
    return fitting == 1 ||
           refuse(path, "oneOf", "fits " + std::to_string(fitting) + " schemas; allowed is exactly one");
  }
  bool none(const JsonValue& limit, const JsonValue&, const JsonValue& value, const Path& path) {
    return !quietly(limit, value, path) || refuse(path, "not", "fits what is excluded");
  }
  bool condition(const JsonValue& limit, const JsonValue& schema, const JsonValue& value, const Path& path) {
    const JsonValue* branch = schema.find(quietly(limit, value, path) ? "then" : "else");
    return branch == nullptr || holds(*branch, value, path);
  }

  bool fits_pattern(const std::string& pattern, const std::string& name) const {
    return matches(compiled_.patterns.at(pattern), name).value_or(false);
  }

  const JsonSchema::Compiled& compiled_;
  const JsonValue& schema_;
  std::optional<SchemaFault> fault_;
  bool lost_ =
      false;  ///< references led on and on: nothing is looked at any more, or alternatives would double each time
  int depth_ = 0;
};

const std::array<SchemaExamination::Keyword, 30> SchemaExamination::keywords{{
    {"type", &SchemaExamination::type},
    {"enum", &SchemaExamination::one_of_values},
    {"const", &SchemaExamination::constant},
    {"multipleOf", &SchemaExamination::multiple},
    {"maximum", &SchemaExamination::at_most},
    {"exclusiveMaximum", &SchemaExamination::below},
    {"minimum", &SchemaExamination::at_least},
    {"exclusiveMinimum", &SchemaExamination::above},
    {"maxLength", &SchemaExamination::longest},
    {"minLength", &SchemaExamination::shortest},
    {"pattern", &SchemaExamination::pattern},
    {"format", &SchemaExamination::format},
    {"items", &SchemaExamination::items},
    {"contains", &SchemaExamination::contains},
    {"maxItems", &SchemaExamination::most_items},
    {"minItems", &SchemaExamination::least_items},
    {"uniqueItems", &SchemaExamination::unique},
    {"required", &SchemaExamination::required},
    {"properties", &SchemaExamination::members},
    {"patternProperties", &SchemaExamination::members},
    {"additionalProperties", &SchemaExamination::members},
    {"maxProperties", &SchemaExamination::most_members},
    {"minProperties", &SchemaExamination::least_members},
    {"propertyNames", &SchemaExamination::names},
    {"dependencies", &SchemaExamination::dependencies},
    {"allOf", &SchemaExamination::all},
    {"anyOf", &SchemaExamination::any},
    {"oneOf", &SchemaExamination::one},
    {"not", &SchemaExamination::none},
    {"if", &SchemaExamination::condition},
}};

bool SchemaExamination::items(const JsonValue& limit, const JsonValue& schema, const JsonValue& value,
                              const Path& path) {
  const auto* list = value.array();
  if (list == nullptr) return true;
  const auto* each = limit.array();
  const JsonValue* rest = each == nullptr ? &limit : schema.find("additionalItems");
  for (std::size_t i = 0; i < list->size(); ++i) {
    const bool named = each != nullptr && i < each->size();
    const JsonValue* wanted = named ? &(*each)[i] : rest;
    if (wanted != nullptr && !holds(*wanted, (*list)[i], Path{.parent = &path, .index = i})) return false;
  }
  return true;
}

bool SchemaExamination::unique(const JsonValue& limit, const JsonValue& /*schema*/, const JsonValue& value,
                               const Path& path) {
  const auto* list = value.array();
  if (list == nullptr || !*limit.boolean()) return true;
  std::unordered_set<std::string> seen;
  for (std::size_t i = 0; i < list->size(); ++i) {
    if (!seen.insert(identity_of((*list)[i])).second) {
      return refuse(path, "uniqueItems", "holds item " + std::to_string(i) + " twice");
    }
  }
  return true;
}

bool SchemaExamination::members(const JsonValue& limit, const JsonValue& schema, const JsonValue& value,
                                const Path& path) {
  if (value.object() == nullptr) return true;
  // The three keywords about members work together: the first of them that is there does the work of all.
  for (const std::string_view keyword : {"properties", "patternProperties", "additionalProperties"}) {
    const JsonValue* found = schema.find(keyword);
    if (found == nullptr) continue;
    if (found != &limit) return true;
    break;
  }
  return std::ranges::all_of(*value.object(), [&](const auto& each) { return member(each, schema, path); });
}

bool SchemaExamination::member(const JsonValue::Member& one, const JsonValue& schema, const Path& path) {
  const Path inside{.parent = &path, .member = one.name};
  bool named = false;
  if (const JsonValue* properties = schema.find("properties")) {
    if (const JsonValue* wanted = properties->find(one.name)) {
      named = true;
      if (!holds(*wanted, one.value, inside)) return false;
    }
  }
  if (const JsonValue* patterns = schema.find("patternProperties")) {
    for (const auto& wanted : *patterns->object()) {
      if (!fits_pattern(wanted.name, one.name)) continue;
      named = true;
      if (!holds(wanted.value, one.value, inside)) return false;
    }
  }
  const JsonValue* others = schema.find("additionalProperties");
  if (named || others == nullptr) return true;
  if (others->boolean() != nullptr && !*others->boolean()) {
    return refuse(inside, "additionalProperties", "is not allowed here");
  }
  return holds(*others, one.value, inside);
}

bool SchemaExamination::names(const JsonValue& limit, const JsonValue& /*schema*/, const JsonValue& value,
                              const Path& path) {
  if (value.object() == nullptr) return true;
  return std::ranges::all_of(*value.object(), [&](const JsonValue::Member& each) {
    return quietly(limit, JsonValue(each.name), path) ||
           refuse(path, "propertyNames", "has the member " + in_ticks(each.name) + ", whose name is not allowed");
  });
}

bool SchemaExamination::dependencies(const JsonValue& limit, const JsonValue& /*schema*/, const JsonValue& value,
                                     const Path& path) {
  for (const auto& dependency : *limit.object()) {
    if (value.find(dependency.name) == nullptr) continue;
    if (dependency.value.array() == nullptr) {
      if (!holds(dependency.value, value, path)) return false;
      continue;
    }
    for (const JsonValue& name : *dependency.value.array()) {
      if (value.find(*name.text()) != nullptr) continue;
      return refuse(path, "dependencies", "has " + in_ticks(dependency.name) + " without " + in_ticks(*name.text()));
    }
  }
  return true;
}

bool SchemaExamination::holds(const JsonValue& schema, const JsonValue& value, const Path& path) {
  if (const bool* allowed = schema.boolean()) return *allowed || refuse(path, "false", "is not allowed here");
  if (schema.object() == nullptr) return true;
  if (lost_ || depth_ == deepest) {
    lost_ = true;
    return false;
  }
  ++depth_;
  bool fine = true;
  const JsonValue* reference = schema.find("$ref");
  const auto target = reference == nullptr ? compiled_.references.end() : compiled_.references.find(reference);
  if (target != compiled_.references.end()) {
    fine = holds(*target->second, value, path);
  } else {
    for (const auto& each : *schema.object()) {
      const auto keyword = std::ranges::find(keywords, each.name, &Keyword::name);
      if (keyword == keywords.end()) continue;
      fine = (this->*keyword->rule)(each.value, schema, value, path);
      if (!fine) break;
    }
  }
  --depth_;
  return fine;
}

}  // namespace

std::optional<SchemaFault> find_fault(const JsonSchema::Compiled& compiled, const JsonValue& schema,
                                      const JsonValue& value) {
  return SchemaExamination(compiled, schema).fault_of(value);
}

}  // namespace baton
