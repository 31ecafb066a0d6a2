#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <set>

#include "corpus/fuzzers.hpp"
#include "support/programs.hpp"

/// Every input that was kept is given to its fuzzer again, by the build and the libraries that all other tests run with.
namespace baton::test {
namespace {

class Corpus : public ::testing::TestWithParam<Fuzzer> {};

TEST_P(Corpus, has_inputs_and_none_of_them_breaks_its_fuzzer) {
  std::size_t inputs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(corpora() / GetParam().name)) {
    // One that breaks it ends the process: the last line names it.
    std::cout << entry.path().string() << "\n" << std::flush;
    GetParam()(contents_of(entry.path()));
    ++inputs;
  }
  EXPECT_GT(inputs, 0U);
}

INSTANTIATE_TEST_SUITE_P(Every, Corpus, ::testing::ValuesIn(fuzzers()),
                         [](const auto& fuzzer) { return fuzzer.param.name; });

TEST(Corpora, belong_to_a_fuzzer_each) {
  std::set<std::string> known;
  std::set<std::string> kept;
  for (const Fuzzer& fuzzer : fuzzers()) known.insert(fuzzer.name);
  for (const auto& entry : std::filesystem::directory_iterator(corpora()))
    kept.insert(entry.path().filename().string());
  EXPECT_EQ(kept, known);
}

}  // namespace
}  // namespace baton::test
