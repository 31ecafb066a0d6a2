#include "corpus/fuzzers.hpp"

#include <algorithm>
#include <cstdlib>

// The build writes the list: FUZZER(name) for each file of tests/fuzz.
#define FUZZER(name) extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
#include "fuzzers.inc"
#undef FUZZER

namespace baton::test {

const std::vector<Fuzzer>& fuzzers() {
  static const std::vector<Fuzzer> all{
#define FUZZER(name) {#name, fuzz_##name},
#include "fuzzers.inc"
#undef FUZZER
  };
  return all;
}

const Fuzzer& fuzzer(std::string_view name) { return *std::ranges::find(fuzzers(), name, &Fuzzer::name); }

std::filesystem::path corpora() {
  const char* source = std::getenv("BATON_SOURCE_DIR");
  return std::filesystem::path(source != nullptr ? source : ".") / "tests/fuzz/corpus";
}

}  // namespace baton::test
