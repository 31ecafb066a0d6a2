#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/attention_rules.hpp"
#include "engine/metric_table.hpp"

namespace baton::documents_test {
namespace {

std::string document(const std::string& name) {
  const char* source = std::getenv("BATON_SOURCE_DIR");
  std::ifstream file(std::string(source != nullptr ? source : ".") + "/docs/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_shown(const std::string& table, const std::string& name) {
  EXPECT_TRUE(document(name).contains("\n" + table + "\n")) << "docs/" << name << " should show\n" << table;
}

TEST(Documents, list_the_metrics_as_the_table_has_them) { expect_shown(metric_document(), "metrics.md"); }

TEST(Documents, list_the_attention_rules_as_the_table_has_them) { expect_shown(attention_document(), "supervisor.md"); }

}  // namespace
}  // namespace baton::documents_test
