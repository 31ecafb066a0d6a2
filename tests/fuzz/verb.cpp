// Requests: a decoded verb must encode to something that decodes to the same verb, and validation must not crash.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "baton/store.hpp"
#include "core/codec.hpp"

namespace {

constexpr std::array<std::string_view, 10> verbs = {
    "register", "beat", "submit", "claim", "settle", "edit", "append", "try_lock", "open_correlation", "list_tasks"};

void check(const baton::Verb& verb) {
  (void)baton::validate(verb);
  // {"name":{…}}
  const std::string text = baton::describe(verb);
  const auto name = baton::name_of(verb);
  const std::size_t body = name.size() + 4;
  const auto json = baton::Json::parse(std::string_view(text).substr(body, text.size() - body - 1));
  if (!json) std::abort();
  const auto again = baton::decode_verb(name, *json);
  if (!again || *again != verb) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const auto json = baton::Json::parse({reinterpret_cast<const char*>(data) + 1, size - 1});
  if (!json) return 0;
  if (const auto verb = baton::decode_verb(verbs[data[0] % verbs.size()], *json)) check(*verb);
  return 0;
}
