#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "core/json_schema.hpp"
#include "core/parse.hpp"

// The official suite of JSON Schema, from Debian's package json-schema-test-suite: every case of draft 07, and of the
// optional ones what we claim.

namespace baton::json_schema_suite_test {
namespace {

namespace fs = std::filesystem;

const fs::path suite = "/usr/share/json-schema-test-suite";

Json read(const fs::path& path) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  return parse_json(text, {.bytes = 10'000'000, .depth = 64}).value();
}

std::vector<SchemaText> remotes() {
  std::vector<SchemaText> all;
  for (const auto& entry : fs::recursive_directory_iterator(suite / "remotes")) {
    if (entry.path().extension() != ".json") continue;
    const auto name = fs::relative(entry.path(), suite / "remotes").string();
    all.push_back({.uri = "http://localhost:1234/" + name, .schema = read(entry.path())});
  }
  return all;
}

struct Score {
  std::size_t passed = 0;
  std::set<std::string> failed;
};

void run_file(const fs::path& path, const std::vector<SchemaText>& others, Score& score) {
  const JsonValue cases(read(path));
  for (const JsonValue& one : *cases.array()) {
    const auto schema = JsonSchema::compile(one.find("schema")->json(), others);
    for (const JsonValue& test : *one.find("tests")->array()) {
      const std::string name =
          path.stem().string() + ": " + *one.find("description")->text() + ": " + *test.find("description")->text();
      const bool valid = *test.find("valid")->boolean();
      if (schema && !schema->fault_of(*test.find("data")) == valid) {
        ++score.passed;
      } else {
        score.failed.insert(name);
      }
    }
  }
}

Score run_folder(const fs::path& folder, const std::set<std::string>& only = {}) {
  Score score;
  const auto others = remotes();
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file() || (!only.empty() && !only.contains(entry.path().stem()))) continue;
    run_file(entry.path(), others, score);
  }
  return score;
}

TEST(JsonSchemaSuite, every_case_of_draft_07_is_decided_as_it_says) {
  const Score score = run_folder(suite / "tests/draft7");
  EXPECT_THAT(score.failed, testing::IsEmpty());
  EXPECT_GE(score.passed, 423U);
}

TEST(JsonSchemaSuite, the_optional_cases_about_numbers_are_decided_as_they_say) {
  const Score score = run_folder(suite / "tests/draft7/optional", {"bignum", "zeroTerminatedFloats"});
  EXPECT_THAT(score.failed, testing::IsEmpty());
  EXPECT_GT(score.passed, 0U);
}

TEST(JsonSchemaSuite, the_formats_we_claim_are_decided_as_they_say) {
  const Score score =
      run_folder(suite / "tests/draft7/optional/format", {"date-time", "date", "time", "hostname", "email", "ipv4",
                                                          "ipv6", "json-pointer", "relative-json-pointer", "regex"});
  EXPECT_THAT(score.failed, testing::IsEmpty());
  EXPECT_GT(score.passed, 0U);
}

TEST(JsonSchemaSuite, the_optional_patterns_are_decided_as_they_say) {
  const Score score = run_folder(suite / "tests/draft7/optional", {"ecmascript-regex"});
  EXPECT_THAT(score.failed, testing::IsEmpty());
}

}  // namespace
}  // namespace baton::json_schema_suite_test
