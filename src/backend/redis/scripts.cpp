#include "backend/redis/scripts.hpp"

#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <variant>
#include <vector>

#include "backend/redis/lua.hpp"
#include "core/planted.hpp"
#include "core/verb_names.hpp"

namespace baton::redis {

namespace {

/// Of the keys and what lies in them; raised when an older program could no longer read them.
constexpr int format = 1;

std::string sha1(std::string_view text) {
  std::array<unsigned char, SHA_DIGEST_LENGTH> bytes{};
  SHA1(reinterpret_cast<const unsigned char*>(text.data()), text.size(), bytes.data());
  constexpr char hex[] = "0123456789abcdef";
  std::string out;
  for (const unsigned char byte : bytes) (out += hex[byte >> 4]) += hex[byte & 15];
  return out;
}

Script load(std::string_view name) {
  const auto found = std::ranges::find(lua::all, name, &lua::Named::name);
  if (found == lua::all.end()) throw std::logic_error("no script is named " + std::string(name));
  const std::string_view text = planted::text("redis", found->text);
  return {.name = found->name, .text = text, .digest = sha1(text)};
}

template <class... Vs>
std::vector<Script> load_all(Verbs<Vs...>) {
  return {load(verb_name<Vs>)...};
}

}  // namespace

const std::vector<Script>& all_scripts() {
  static const std::vector<Script> scripts = load_all(AllVerbs{});
  return scripts;
}

const Script& script_of(const Verb& verb) { return all_scripts()[verb.index()]; }

int newest_format() { return format; }

Command arrival(const std::string& prefix, const ServerFacts& facts, Loss loss) {
  if (facts.by_sentinel || facts.clustered) loss = Loss::everything;
  const std::string run_id = loss == Loss::nothing ? std::string() : facts.run_id;
  return {"EVAL",
          std::string(lua::arrive),
          "1",
          prefix,
          std::to_string(format),
          run_id,
          loss == Loss::everything ? "1" : "0"};
}

}  // namespace baton::redis
