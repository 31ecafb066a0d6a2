// What a function of the schema answers, and anything else in its place: every verb's reply is read or refused.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "backend/postgres/pack.hpp"
#include "fuzz/one_of_each.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<baton::Verb> verbs = baton::test::one_of_each(baton::AllVerbs{});
  if (size == 0) return 0;
  const std::string_view packed(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto ending = baton::postgres::unpack(verbs[data[0] % verbs.size()], packed);
  if (!ending.outcome && ending.outcome.error().detail.empty()) std::abort();
  return 0;
}
