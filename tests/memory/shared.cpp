#include <gmock/gmock.h>

#include <fstream>

#include "engine/context.hpp"
#include "engine/metric_records.hpp"
#include "engine/pattern_command.hpp"
#include "engine/schema_migration.hpp"
#include "memory/memory_fixture.hpp"

// What is around correlations: context, counters, migrations, programs as patterns, what agents may do.

namespace baton::test {
namespace {

MEMORY_TEST(MemoryContext, documents_are_read_by_name_and_four_are_there_always) {
  Loop loop;
  const Store all = store().store();
  const CorrelationId id = CorrelationId::of("c");
  SchemaRegistry schemas = SchemaRegistry::built_in();
  schemas.add("context_market_regime", {1, 0, 0}, json(R"({"type":"string"})")).value();
  const auto write = [&](const char* name, const char* document) {
    return loop.await(write_context_document(all, id, name, json(document), &schemas, 1h));
  };
  EXPECT_EQ(loop.await(read_context(all, id))->text(),
            R"({"instrument_history":{},"recent_decisions":[],"market_regime":null,"portfolio_state":{}})");
  ASSERT_TRUE(write("market_regime", R"("calm")"));
  ASSERT_TRUE(write("news", "[1]"));
  EXPECT_FALSE(write("market_regime", "7")) << "it breaks its own schema";
  EXPECT_FALSE(write("No Name", "7"));
  must(PutRecord{.kind = RecordKind::of("context"), .key = RecordKey::of("c2/news"), .body = json("[2]")});
  EXPECT_EQ(
      loop.await(read_context(all, id))->text(),
      R"({"instrument_history":{},"recent_decisions":[],"market_regime":"calm","portfolio_state":{},"news":[1]})");
  clock.advance(1h);
  EXPECT_EQ(at(*loop.await(read_context(all, id)), "/news"), "nothing");
}

MEMORY_TEST(MemoryAgents, an_agent_reads_everything_and_writes_its_own_signal) {
  const auto memory = instance();
  ASSERT_TRUE(memory->await((*memory)->open(joint_work("c", {"momentum", "risk"}))));
  ASSERT_TRUE(memory->signal(signal("c", "momentum", momentum_body)));
  const auto schemas = std::make_shared<const SchemaRegistry>(SchemaRegistry::built_in());
  const AgentMemory risk(store().store(), SignalName::of("risk"), schemas);
  const CorrelationId id = CorrelationId::of("c");
  EXPECT_EQ(at(*memory->await(risk.signals(id)), "/momentum/corr_id"), R"("c")");
  EXPECT_EQ(at(*memory->await(risk.context(id)), "/portfolio_state"), "{}");
  EXPECT_FALSE(memory->await(risk.contribute(id, json(R"({"agent_name":"momentum"})"))));
  EXPECT_EQ(memory->await(risk.contribute(id, json(risk_body)))->status, CorrelationStatus::ready);
  static_assert(!VerbOf<Advance, AgentMemory::Verbs> && !VerbOf<PutRecord, AgentMemory::Verbs>,
                "state and decisions are not an agent's to write");
}

MEMORY_TEST(MemoryCounters, are_kept_by_minute_and_summed_up_by_hour) {
  Loop loop;
  const TtlPolicies policies;
  clock.set(Time{std::chrono::days{20'000}} + 10h + 30min);
  MetricRecords one(store().store(), policies, "one");
  MetricRecords other(store().store(), policies, "other");
  ASSERT_TRUE(loop.await(one.flush({.opened = 3}, clock.now())));
  ASSERT_TRUE(loop.await(other.flush({.opened = 4, .failed = 1}, clock.now())));
  clock.advance(1min);
  ASSERT_TRUE(loop.await(one.flush({.opened = 5}, clock.now())));
  const auto raw = must(ListRecords{.kind = RecordKind::of("metric")}).items;
  ASSERT_EQ(raw.size(), 3U);
  EXPECT_EQ(raw.front().expires_at, raw.front().created_at + 24h * 7);
  clock.advance(1h);
  ASSERT_TRUE(loop.await(one.flush({.opened = 5}, clock.now())));
  const auto sums = must(ListRecords{.kind = RecordKind::of("metric_aggregated")}).items;
  ASSERT_EQ(sums.size(), 1U);
  EXPECT_EQ(sums[0].key.str(), to_text(Time{std::chrono::days{20'000}} + 10h).substr(0, 13));
  EXPECT_EQ(sums[0].body.text(), R"({"correlations_failed":1,"correlations_opened":9})");
  EXPECT_EQ(sums[0].expires_at, clock.now() + 24h * 30);
}

class MigrationTest : public MemoryTest {
 protected:
  void open_old(int count) {
    race(10, [&](int thread) {
      for (int i = thread; i < count; i += 10) {
        OpenCorrelation old = joint_work("c" + std::to_string(1000 + i), {"a", "b", "x"}, "");
        old.document = json(
            R"({"schema":"correlation_state","schema_version":"1.0.0","metadata":{"expected_agents":["a","b","x"]}})");
        must(old);
      }
      return 0;
    });
  }
  MigrationPage migrate(MigrationRequest request) {
    return loop_.await(migrate_correlations(store().store(), &schemas_, std::move(request))).value();
  }
  std::string least_of(std::string_view id) { return at(kept(id).document, "/metadata/min_agents"); }

  Loop loop_;
  SchemaRegistry schemas_ = SchemaRegistry::built_in();
};

STORE_TEST_WITH(MigrationTest, MemoryMigration, goes_page_by_page_and_is_resumed_where_it_stopped) {
  open_old(25);
  const MigrationPage dry = migrate({.dry_run = true});
  EXPECT_EQ(dry.migrated, 25U);
  EXPECT_EQ(least_of("c1000"), "nothing");
  const MigrationPage first = migrate({.limit = 10});
  EXPECT_EQ(first.migrated, 10U);
  ASSERT_TRUE(first.next);
  EXPECT_EQ(least_of("c1009"), "3");
  EXPECT_EQ(least_of("c1010"), "nothing");
  std::uint64_t migrated = first.migrated;
  for (std::optional<CorrelationId> next = first.next; next;) {
    const MigrationPage page = migrate({.limit = 10, .resume = true});
    EXPECT_EQ(page.current, 0U) << "nothing is looked at twice";
    migrated += page.migrated;
    next = page.next;
  }
  EXPECT_EQ(migrated, 25U);
  EXPECT_EQ(migrate({.resume = true}).current, 25U) << "done: the next one begins anew";
  EXPECT_EQ(at(kept("c1024").document, "/schema_version"), R"("1.1.0")");
}

STORE_TEST_WITH(MigrationTest, MemoryMigration, leaves_what_it_cannot_migrate_and_says_so) {
  OpenCorrelation strange = joint_work("c", {"a"}, "");
  strange.document = json(R"({"schema_version":"9.9.9"})");
  must(strange);
  must(joint_work("d", {"a"}, ""));
  const MigrationPage page = migrate({});
  EXPECT_EQ(page.failed, 1U);
  EXPECT_EQ(page.current, 1U) << "one without the contract";
  ASSERT_EQ(page.faults.size(), 1U);
  EXPECT_THAT(page.faults[0], testing::HasSubstr("c: there is no schema correlation_state 9.9.9"));
  EXPECT_EQ(kept("c").document, strange.document);
}

class Programs : public ::testing::Test {
 protected:
  Result<Merged> run(const std::string& script, Duration timeout = 10s) {
    MergeInput input{
        .correlation = CorrelationId::of("c"), .expected = {SignalName::of("a")}, .signals = {}, .parameters = {}};
    input.signals.push_back({.name = SignalName::of("a"), .at = {}, .body = json(R"({"n":7})")});
    return loop_.await(run_pattern({"sh", "-c", script}, std::move(input), timeout));
  }
  Loop loop_;
};

using MemoryPrograms = Programs;

TEST_F(MemoryPrograms, answer_on_standard_output_what_they_read_on_standard_input) {
  const auto merged = run(R"(read line; printf '{"decision":{"heard":%s}}' "$line")");
  ASSERT_TRUE(merged) << merged.error().detail;
  EXPECT_EQ(
      merged->decision.text(),
      R"({"heard":{"corr_id":"c","expected_agents":["a"],"missing":[],"signals":{"a":{"n":7}},"parameters":null}})");
  EXPECT_EQ(merged->merged_analysis.text(), "{}");
}

TEST_F(MemoryPrograms, that_fail_say_why) {
  EXPECT_EQ(run("echo no data >&2; echo more >&2; exit 3").error().detail, "the pattern's program sh failed: no data");
  EXPECT_EQ(run("exec 1>&-; echo x").error().code, Errc::invalid);
  EXPECT_THAT(run("echo nonsense").error().detail, testing::HasSubstr("not valid JSON"));
  EXPECT_THAT(run("echo '{}'").error().detail, testing::HasSubstr("no object `decision`"));
  EXPECT_THAT(loop_.await(run_pattern({"/nowhere/at/all"}, {}, 10s)).error().detail,
              testing::HasSubstr("cannot be started"));
}

TEST_F(MemoryPrograms, that_take_too_long_are_ended_with_all_they_started) {
  EXPECT_THAT(run("read line; cat /dev/zero | cat >/dev/null", 50ms).error().detail,
              testing::HasSubstr("took too long"));
}

}  // namespace
}  // namespace baton::test
