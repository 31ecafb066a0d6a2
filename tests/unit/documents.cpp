#include <gmock/gmock.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/attention_rules.hpp"
#include "engine/metric_table.hpp"

namespace baton {
namespace {

std::string document(const std::string& name) {
  const char* source = std::getenv("BATON_SOURCE_DIR");
  std::ifstream file(std::string(source != nullptr ? source : ".") + "/docs/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Documents, list_the_metrics_as_the_table_has_them) {
  EXPECT_THAT(document("metrics.md"), ::testing::HasSubstr("\n" + metric_document() + "\n"));
}

TEST(Documents, list_the_attention_rules_as_the_table_has_them) {
  EXPECT_THAT(document("supervisor.md"), ::testing::HasSubstr("\n" + attention_document() + "\n"));
}

}  // namespace
}  // namespace baton
