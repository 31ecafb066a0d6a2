#include <gmock/gmock.h>

#include <fstream>

#include "cli/daemon_fixture.hpp"

// What stored state has to look like, at the command line.

namespace baton::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class SchemaCommands : public RemoteCommands {
 protected:
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_.path() / name) << text; }
  void open_old(int count) const {
    for (int i = 0; i < count; ++i) {
      const auto opened =
          daemon_.call("POST", "/v1/correlations", R"({"id":"c)" + std::to_string(i) + R"(","expected":["a","b"]})");
      const std::string old = R"({"version":)" + json_word(opened.body, "version") +
                              R"(,"document":{"schema_version":"1.0.0","metadata":{"expected_agents":["a","b"]}}})";
      EXPECT_EQ(daemon_.call("POST", "/v1/correlations/c" + std::to_string(i) + "/advance", old).status, 200);
    }
  }
};

TEST_F(SchemaCommands, a_file_is_checked_without_a_daemon) {
  write("good.json", R"({"type":"order","version":"1.0.0","schema":{"type":"object"}})");
  write("bad.json", R"({"type":"order","version":"1.0.0","schema":{"type":"thing"}})");
  EXPECT_EQ(baton({"schema", "check", "good.json"}).exit_code, 0);
  EXPECT_EQ(baton({"schema", "check", "good.json", "--json"}).out, "{\"file\":\"good.json\",\"valid\":true}\n");
  const Ended bad = baton({"schema", "check", "bad.json"});
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_THAT(bad.out, HasSubstr("bad.json: the schema order 1.0.0: not a JSON Schema of draft 07: $.type"));
  EXPECT_EQ(baton({"schema", "check", "none.json"}).exit_code, 1);
}

TEST_F(SchemaCommands, what_is_stored_is_counted_migrated_and_counted_again) {
  open_old(3);
  EXPECT_THAT(baton({"schema", "check", "--json"}).out,
              HasSubstr(R"({"examined":3,"migrated":3,"current":0,"failed":0})"));
  EXPECT_THAT(baton({"schema", "migrate", "--dry-run", "--json"}).out, HasSubstr(R"("migrated":3)"));
  EXPECT_THAT(baton({"schema", "migrate", "--json"}).out, HasSubstr(R"("migrated":3)"));
  EXPECT_THAT(baton({"schema", "check", "--json"}).out, HasSubstr(R"("current":3)"));
  EXPECT_EQ(json_word(daemon_.call("GET", "/v1/correlations/c1").body, "min_agents"), "1") << "of the row";
  EXPECT_THAT(daemon_.call("GET", "/v1/correlations/c1").body, HasSubstr(R"("schema_version":"1.1.0")"));
}

TEST_F(SchemaCommands, schemas_and_decisions_are_shown) {
  EXPECT_THAT(baton({"schema", "list"}).out, HasSubstr("correlation_state"));
  EXPECT_EQ(baton({"schema", "show", "nothing"}).exit_code, 3);
  daemon_.call("POST", "/v1/correlations", R"({"id":"c","expected":["a"],"pattern":"collect"})");
  daemon_.call("POST", "/v1/correlations/c/signal", R"({"name":"a","body":{"analysis":{}}})");
  EXPECT_THAT(baton({"correlation", "decision", "c", "--wait", "10", "--json"}).out,
              HasSubstr(R"("action":"collected")"));
  EXPECT_THAT(baton({"correlation", "timeline", "c"}).out, HasSubstr("signalled"));
  EXPECT_THAT(baton({"context", "list", "c", "--json"}).out, HasSubstr("portfolio_state"));
  EXPECT_EQ(baton({"context", "put", "c", "market_regime", R"("calm")"}).exit_code, 0);
  EXPECT_THAT(baton({"context", "show", "c", "market_regime", "--json"}).out, HasSubstr(R"("body":"calm")"));
  const Ended unfit = baton({"schema", "fits", "workflow_state", "{}", "--json"});
  EXPECT_EQ(unfit.exit_code, 1);
  EXPECT_THAT(unfit.out, HasSubstr(R"("valid":false)"));
  EXPECT_THAT(baton({"correlation", "state", "c", "--json"}).out, HasSubstr(R"("corr_id":"c")"));
}

TEST_F(SchemaCommands, what_is_not_decided_yet_is_pending_and_what_is_not_there_is_not) {
  daemon_.call("POST", "/v1/correlations", R"({"id":"c","expected":["a"],"pattern":"collect"})");
  EXPECT_EQ(baton({"correlation", "decision", "c"}).exit_code, 8);
  const Ended unknown = baton({"correlation", "decision", "nothing"});
  EXPECT_EQ(unknown.exit_code, 3);
  EXPECT_THAT(unknown.out, Not(HasSubstr("is decided")));
}

}  // namespace
}  // namespace baton::test
