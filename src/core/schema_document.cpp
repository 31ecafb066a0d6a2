#include <algorithm>
#include <map>

#include "core/json_pointer.hpp"
#include "core/schema_compiled.hpp"

namespace baton {
namespace {

std::string_view without_fragment(std::string_view uri) { return uri.substr(0, uri.find('#')); }

bool has_scheme(std::string_view uri) {
  const std::size_t colon = uri.find(':');
  return colon != std::string_view::npos && colon > 0 && uri.find_first_of("/?#") > colon;
}

/// RFC 3986, as far as schemas refer to one another.
std::string resolve_uri(std::string_view base, std::string_view reference) {
  if (has_scheme(reference)) return std::string(reference);
  const std::string_view from = without_fragment(base);
  if (reference.empty() || reference.front() == '#') return std::string(from) + std::string(reference);
  if (reference.front() != '/') {
    const std::size_t folder = from.rfind('/');
    return std::string(from.substr(0, folder == std::string_view::npos ? 0 : folder + 1)) + std::string(reference);
  }
  const std::size_t authority = from.find("://");
  const std::size_t path = authority == std::string_view::npos ? 0 : from.find('/', authority + 3);
  return std::string(from.substr(0, path)) + std::string(reference);
}

std::string percent_decoded(std::string_view text) {
  const auto hex = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
  const auto is_hex = [](char c) { return std::string_view("0123456789abcdefABCDEF").contains(c); };
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%' && at + 2 < text.size() && is_hex(text[at + 1]) && is_hex(text[at + 2])) {
      out += static_cast<char>(hex(text[at + 1]) << 4 | hex(text[at + 2]));
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

/// Whether what the keyword says is a value, or several, and not a schema.
bool holds_values(std::string_view keyword) {
  return keyword == "enum" || keyword == "const" || keyword == "default" || keyword == "examples";
}

/// Whether the members of that keyword's value are schemas, whatever their names.
bool holds_named_schemas(std::string_view keyword) {
  return keyword == "properties" || keyword == "patternProperties" || keyword == "definitions" ||
         keyword == "dependencies";
}

class Compiler {
 public:
  explicit Compiler(JsonSchema::Compiled& into) : into_(into) {}

  void add(const std::string& uri, const Json& schema) {
    const JsonValue& root = into_.documents.emplace_back(schema);
    if (into_.root == nullptr) into_.root = &root;
    places_.emplace(without_fragment(uri), &root);
    walk(root, uri);
  }

  Result<void> finish() {
    for (const auto& [reference, base] : references_) {
      const JsonValue* target = find(resolve_uri(base, *reference->text()));
      if (target == nullptr) {
        return fail(Errc::invalid, "the schema refers to " + *reference->text() + ", which is nowhere; correct $ref");
      }
      into_.references.emplace(reference, target);
    }
    for (const std::string& pattern : patterns_) {
      auto compiled = compile_pattern(pattern);
      if (!compiled) return std::unexpected(std::move(compiled.error()));
      into_.patterns.emplace(pattern, *std::move(compiled));
    }
    return {};
  }

 private:
  void walk(const JsonValue& schema, std::string base) {
    if (const auto* items = schema.array()) {
      for (const JsonValue& item : *items) walk(item, base);
    }
    if (schema.object() == nullptr) return;
    const JsonValue* reference = schema.find("$ref");
    if (reference != nullptr && reference->text() != nullptr) {
      references_.emplace_back(reference, base);
    } else if (const JsonValue* id = schema.find("$id"); id != nullptr && id->text() != nullptr) {
      base = resolve_uri(base, *id->text());
      places_.emplace(base.ends_with('#') ? base.substr(0, base.size() - 1) : base, &schema);
    }
    for (const auto& member : *schema.object()) {
      note_patterns(member);
      if (holds_named_schemas(member.name) && member.value.object() != nullptr) {
        for (const auto& named : *member.value.object()) walk(named.value, base);
      } else if (!holds_values(member.name)) {
        walk(member.value, base);
      }
    }
  }

  void note_patterns(const JsonValue::Member& member) {
    if (member.name == "pattern" && member.value.text() != nullptr) patterns_.push_back(*member.value.text());
    if (member.name != "patternProperties" || member.value.object() == nullptr) return;
    for (const auto& pattern : *member.value.object()) patterns_.push_back(pattern.name);
  }

  const JsonValue* find(const std::string& uri) const {
    if (const auto known = places_.find(uri); known != places_.end()) return known->second;
    const auto document = places_.find(without_fragment(uri));
    if (document == places_.end()) return nullptr;
    const std::size_t fragment = uri.find('#');
    if (fragment == std::string::npos) return document->second;
    return look_up(*document->second, percent_decoded(std::string_view(uri).substr(fragment + 1)));
  }

  JsonSchema::Compiled& into_;
  std::map<std::string, const JsonValue*, std::less<>> places_;
  std::vector<std::pair<const JsonValue*, std::string>> references_;
  std::vector<std::string> patterns_;
};

constexpr const char* draft_uri = "http://json-schema.org/draft-07/schema";

Result<std::shared_ptr<const JsonSchema::Compiled>> compile_all(const Json& schema,
                                                                const std::vector<SchemaText>& others) {
  auto compiled = std::make_shared<JsonSchema::Compiled>();
  Compiler compiler(*compiled);
  compiler.add("", schema);
  for (const SchemaText& other : others) compiler.add(other.uri, other.schema);
  compiler.add(draft_uri, schema_of_schemas());
  if (auto finished = compiler.finish(); !finished) return std::unexpected(std::move(finished.error()));
  return compiled;
}

const JsonSchema::Compiled& meta_schema() {
  static const auto compiled = compile_all(schema_of_schemas(), {}).value();
  return *compiled;
}

}  // namespace

Result<JsonSchema> JsonSchema::compile(const Json& schema, const std::vector<SchemaText>& others) {
  const JsonValue value(schema);
  if (const auto fault = find_fault(meta_schema(), *meta_schema().root, value)) {
    return fail(Errc::invalid, "not a JSON Schema of draft 07: " + fault->sentence());
  }
  auto compiled = compile_all(schema, others);
  if (!compiled) return std::unexpected(std::move(compiled.error()));
  return JsonSchema(*std::move(compiled));
}

std::optional<SchemaFault> JsonSchema::fault_of(const JsonValue& value) const {
  return find_fault(*compiled_, *compiled_->root, value);
}

Result<void> JsonSchema::check(const JsonValue& value) const {
  if (const auto fault = fault_of(value)) return fail(Errc::invalid, fault->sentence());
  return {};
}

}  // namespace baton
