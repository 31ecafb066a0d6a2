#include <array>
#include <utility>
#include <variant>

#include "core/codec.hpp"
#include "core/verb_names.hpp"
#include "core/writer.hpp"

namespace baton {
namespace {

struct Entry {
  std::string_view name;
  Result<Verb> (*decode)(const Json&);
};

template <class V>
Result<Verb> decode_one(const Json& body) {
  auto verb = decode<V>(body);
  if (!verb) return std::unexpected(std::move(verb.error()));
  return Verb(*std::move(verb));
}

template <class... Vs>
constexpr auto entries(Verbs<Vs...>) {
  return std::array<Entry, sizeof...(Vs)>{Entry{verb_name<Vs>, &decode_one<Vs>}...};
}

}  // namespace

Result<Verb> decode_verb(std::string_view name, const Json& body) {
  static constexpr auto table = entries(AllVerbs{});
  for (const Entry& entry : table) {
    if (entry.name == name) return entry.decode(body);
  }
  return fail(Errc::invalid,
              "unknown verb \"" + std::string(name.substr(0, 64)) + "\"; verbs are named as in get_task");
}

std::string describe(const Verb& verb) {
  const Json body = std::visit([](const auto& value) { return encode(value); }, verb);
  return ObjectWriter().json(name_of(verb), body).json().text();
}

std::string describe(const Reply& reply) {
  return std::visit([](const auto& value) { return encode(value).text(); }, reply);
}

std::string describe(const Result<Reply>& outcome) {
  if (outcome) return describe(*outcome);
  const Error& error = outcome.error();
  ObjectWriter writer;
  writer.text("code", to_text(error.code)).text("detail", error.detail);
  if (!error.expected.empty()) writer.text("expected", error.expected);
  if (!error.actual.empty()) writer.text("actual", error.actual);
  return ObjectWriter().json("error", writer.json()).json().text();
}

}  // namespace baton
