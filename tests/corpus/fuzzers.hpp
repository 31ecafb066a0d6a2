#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace baton::test {

/// A program of tests/fuzz, as a function.
struct Fuzzer {
  std::string name;
  int (*give)(const std::uint8_t* data, std::size_t size);

  /// Ends the process if the input is one that it cannot bear.
  void operator()(std::string_view input) const {
    give(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  }
};

const std::vector<Fuzzer>& fuzzers();
const Fuzzer& fuzzer(std::string_view name);

/// Where the inputs are that were kept.
std::filesystem::path corpora();

}  // namespace baton::test
