#include <array>

#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

/// The same ids at every call, so that two stores can live through the same.
TaskId fixed_id(std::uint8_t number) {
  std::array<std::uint8_t, 16> bytes{};
  bytes[6] = 0x70;
  bytes[8] = 0x80;
  bytes[15] = number;
  return TaskId(bytes);
}

NewTask fixed_task(std::uint8_t number, std::string_view kind) {
  return {.id = fixed_id(number), .kind = KindName::of(kind)};
}

Claim fixed_claim(std::string_view agent, std::string_view id) {
  return {.agent = agent_id(agent), .incarnation = incarnation(agent), .claim_id = ClaimId::of(id)};
}

void live_through_work(BlockingStore& store, ManualClock& clock) {
  must(store, agent("a1"));
  must(store, agent("a2", {"build", "it's"}));
  NewTask keyed = fixed_task(1, "build");
  keyed.idempotency_key = IdempotencyKey::of("key");
  keyed.payload = json(R"({"n":12345678901234567890,"e":[],"o":{}})");
  NewTask later = fixed_task(2, "build");
  later.run_at = clock.now() + 1h;
  later.traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  NewTask after = fixed_task(3, "it's");
  after.depends_on = {keyed.id};
  must(store, submit({keyed, later, after, fixed_task(4, "build"), fixed_task(5, "other")}));
  clock.advance(1s);
  const Grant first = must(store, fixed_claim("a1", "claim-1")).value();
  must(store, progress(first));
  must(store, complete(first));
  const Grant second = must(store, fixed_claim("a2", "claim-2")).value();
  must(store, fail_it(second));
  const Grant third = must(store, fixed_claim("a2", "claim-3")).value();
  must(store, progress(third));
  must(store, Cancel{.task = fixed_id(5), .reason = "enough"});
  must(store, SetPaused{.lane = Lane::of("build")});
  must(store, transition("a1", AgentState::idle, AgentEvent::agent_failed));
}

void live_through_sharing(BlockingStore& store, ManualClock& clock) {
  must(store, PutThread{.thread = ThreadId::of("t 1"), .metadata = json(R"({"ü":"ß"})")});
  must(store, Append{.thread = ThreadId::of("t 1"),
                     .id = MessageId::of("m1"),
                     .role = MessageRole::of("user"),
                     .body = json("1.50")});
  must(store, BeatSession{.session = SessionId::of("s1"), .ttl = 1h});
  TryLock bound = want_lock("repo", "me");
  bound.session = SessionId::of("s1");
  must(store, bound);
  must(store, want_lock("other", "you"));
  must(store, SetResult{.task = fixed_id(1), .attempt = Attempt{1}, .value = json("[]")});
  must(store, correlation("c1", {"a", "b"}));
  must(store, signal("c1", "a", R"({"x":-0.0})"));
  must(store, correlation("c2", {"a"}));
  PutRecord brief = record("r1", "[1]");
  brief.ttl = 1h;
  must(store, brief);
  must(store, record("r2", "{}"));
  PutGroup strict = group("g1");
  strict.max_deliveries = 1;
  must(store, strict);
  must(store, read_group("g1", 2));
  clock.advance(61s);
  must(store, read_group("g1", 3));
  must(store, Ack{.group = GroupName::of("g1"), .positions = {Position{3}}});
  must(store, group("g2", Position{2}));
}

void live_through(BlockingStore& store, ManualClock& clock) {
  live_through_work(store, clock);
  live_through_sharing(store, clock);
}

std::vector<std::string> rows_of(BlockingStore& store) {
  std::vector<std::string> rows;
  Export request{.limit = 7};
  do {
    ExportPage page = must(store, request);
    EXPECT_LE(page.rows.size(), 7U);
    rows.insert(rows.end(), page.rows.begin(), page.rows.end());
    request.after = page.next;
  } while (!request.after.empty());
  return rows;
}

void import_all(BlockingStore& store, const std::vector<std::string>& rows) {
  for (std::size_t from = 0; from < rows.size(); from += 1000) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(from);
    const auto count = static_cast<std::ptrdiff_t>(std::min<std::size_t>(1000, rows.size() - from));
    EXPECT_EQ(must(store, Import{.rows = {first, first + count}}), static_cast<std::uint64_t>(count));
  }
}

STORE_TEST(Transfer, the_same_life_gives_the_same_text_on_every_backend) {
  const Time start = clock.now();
  live_through(store(), clock);
  const std::string mine = export_text();
  clock.set(start);
  auto reference = another_store(backends().front());
  live_through(**reference, clock);
  EXPECT_EQ(mine, test::export_text(**reference));
}

STORE_TEST(Transfer, pages_of_any_size_give_the_same_rows) {
  live_through(store(), clock);
  std::string paged;
  for (const std::string& row : rows_of(store())) paged += row + "\n";
  EXPECT_EQ(paged, export_text());
  EXPECT_REFUSED(invalid, Export{.limit = 0});
  EXPECT_REFUSED(invalid, Export{.limit = 1001});
}

STORE_TEST(Transfer, an_export_is_unchanged_by_a_restart) {
  live_through(store(), clock);
  const std::string before = export_text();
  reopen();
  EXPECT_EQ(export_text(), before);
}

STORE_TEST(Transfer, imported_rows_make_an_equal_store) {
  live_through(store(), clock);
  must(Freeze{});
  const auto rows = rows_of(store());
  for (const Backend& target : backends()) {
    auto copy = another_store(target);
    test::must(**copy, Freeze{});
    import_all(**copy, rows);
    EXPECT_EQ(test::export_text(**copy), export_text()) << target.name;
    import_all(**copy, rows);
    EXPECT_EQ(test::export_text(**copy), export_text()) << "a repeat writes the same on " << target.name;
  }
}

STORE_TEST(Transfer, an_imported_store_goes_on_where_the_other_stopped) {
  live_through(store(), clock);
  must(Freeze{});
  const auto rows = rows_of(store());
  const Position last = last_position();
  auto copy = another_store();
  test::must(**copy, Freeze{});
  import_all(**copy, rows);
  test::must(**copy, Freeze{.frozen = false});
  copy->reopen();
  const auto submit_more = submit(fixed_task(9, "fresh"));
  test::must(**copy, submit_more);
  must(Freeze{.frozen = false});
  must(submit_more);
  EXPECT_EQ(last_position(), last.next());
  clock.advance(2h);
  must(Sweep{});
  test::must(**copy, Sweep{});
  must(again("a7", 1));
  test::must(**copy, again("a7", 1));
  must(fixed_claim("a7", "claim-7"));
  test::must(**copy, fixed_claim("a7", "claim-7"));
  EXPECT_EQ(test::export_text(**copy), export_text()) << "indexes followed the rows";
}

STORE_TEST(Transfer, import_needs_a_frozen_store) {
  live_through(store(), clock);
  const auto rows = rows_of(store());
  auto copy = another_store();
  const auto answer = (*copy)->call(Import{.rows = rows});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Errc::conflict);
  EXPECT_EQ(test::must(**copy, ReadLog{}).last, Position{});
}

STORE_TEST(Transfer, a_row_that_no_export_made_is_invalid_and_nothing_of_the_call_is_written) {
  live_through(store(), clock);
  const auto good = rows_of(store());
  auto copy = another_store();
  test::must(**copy, Freeze{});
  const std::string empty = test::export_text(**copy);
  for (const auto* bad : {"", "nonsense", "{}", R"({"table":"nowhere","row":{}})", R"({"table":"task","row":1})"}) {
    auto rows = good;
    rows.emplace_back(bad);
    const auto answer = (*copy)->call(Import{.rows = rows});
    ASSERT_FALSE(answer) << bad;
    EXPECT_EQ(answer.error().code, Errc::invalid) << bad;
    EXPECT_EQ(test::export_text(**copy), empty) << bad;
  }
}

STORE_TEST(Transfer, import_takes_1000_rows_at_most) {
  submitted_many(600);
  must(Freeze{});
  auto rows = rows_of(store());
  ASSERT_GT(rows.size(), 1001U);
  rows.resize(1001);
  EXPECT_REFUSED(invalid, Import{.rows = rows});
  rows.resize(1000);
  EXPECT_EQ(must(Import{.rows = rows}), 1000U);
}

STORE_TEST(Transfer, a_page_that_no_export_named_is_invalid) {
  EXPECT_REFUSED(invalid, Export{.after = "no such place"});
}

}  // namespace
}  // namespace baton::test
