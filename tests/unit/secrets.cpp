#include "core/secrets.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "core/glob.hpp"
#include "core/json_texts.hpp"

namespace baton::secrets_test {
namespace {

/// The lines of a corpus. `^` stands where a secret was taken apart, so that the file itself holds none.
std::vector<std::string> corpus(const std::string& name) {
  const char* root = std::getenv("BATON_SOURCE_DIR");  // NOLINT(concurrency-mt-unsafe)
  std::ifstream file(std::string(root != nullptr ? root : ".") + "/tests/unit/secrets/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    std::erase(line, '^');
    if (!line.empty() && !line.starts_with('#')) lines.push_back(line);
  }
  return lines;
}

TEST(Secrets, of_the_corpus_are_all_found) {
  const auto lines = corpus("must_flag.txt");
  ASSERT_GE(lines.size(), secret_families().size());
  for (const std::string& line : lines) EXPECT_TRUE(find_secret(line)) << line;
}

TEST(Secrets, of_every_family_are_in_the_corpus) {
  std::set<std::string_view> found;
  for (const std::string& line : corpus("must_flag.txt")) found.insert(find_secret(line).value_or(""));
  for (const SecretFamily& family : secret_families()) EXPECT_TRUE(found.contains(family.name)) << family.name;
  EXPECT_TRUE(found.contains("password in a URL"));
}

TEST(Secrets, are_not_seen_where_there_are_none) {
  const auto lines = corpus("must_not_flag.txt");
  ASSERT_GE(lines.size(), 25U);
  for (const std::string& line : lines)
    EXPECT_FALSE(find_secret(line)) << line << ": " << find_secret(line).value_or("");
}

TEST(Texts, of_a_value_are_what_a_reader_sees) {
  const Json value = Json::parse(R"({"a\nb":["c\"d",1,{"e":"f"}],"g":null})").value();
  EXPECT_EQ(texts_in(value), "a\nb\nc\"d\ne\nf\ng\n");
}

TEST(Globs, occur_anywhere_in_a_line_in_either_case) {
  EXPECT_TRUE(occurs("rm -rf", "please RM -RF it"));
  EXPECT_TRUE(occurs("drop*table", "Drop the TABLE"));
  EXPECT_TRUE(occurs("a*b*c", "xxaxxbxxcxx"));
  EXPECT_FALSE(occurs("a*c*b", "abc"));
  EXPECT_FALSE(occurs("drop*table", "drop\ntable"));
  EXPECT_TRUE(occurs("second", "first\nsecond"));
  EXPECT_TRUE(occurs("*", ""));
}

}  // namespace
}  // namespace baton::secrets_test
