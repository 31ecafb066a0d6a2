#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

namespace baton::test {

/// A number from the environment, or another.
inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  if (text == nullptr) return otherwise;
  std::uint64_t value = otherwise;
  std::from_chars(text, text + std::string_view(text).size(), value);
  return value;
}

/// What is needed to see a failure again: the seed, and the commit if whoever runs the tests has told it.
inline std::string origin(std::uint64_t seed) {
  const char* commit = std::getenv("BATON_COMMIT");
  return "BATON_SEED=" + std::to_string(seed) + (commit == nullptr ? "" : " at commit " + std::string(commit));
}

/// BATON_SEED if it is set, else a new one; told, so that what was seen can be seen again.
inline std::uint64_t drawn_seed() {
  const std::uint64_t seed = from_environment("BATON_SEED", std::random_device{}());
  std::cout << origin(seed) << "\n" << std::flush;
  return seed;
}

}  // namespace baton::test
