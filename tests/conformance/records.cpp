#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

PutRecord expecting(PutRecord request, std::uint64_t version) {
  request.expected = Version{version};
  return request;
}

STORE_TEST(Records, are_written_whole_with_a_version_that_counts_from_one) {
  const Record first = must(record("r", R"({"a":1,"b":2})"));
  EXPECT_EQ(first.kind, RecordKind::of("audit"));
  EXPECT_EQ(first.key, RecordKey::of("r"));
  EXPECT_EQ(first.version, Version{1});
  EXPECT_EQ(first.created_at, clock.now());
  EXPECT_FALSE(first.expires_at);
  clock.advance(1s);
  const Record second = must(record("r", R"({"a":3})"));
  EXPECT_EQ(second.version, Version{2});
  EXPECT_EQ(second.body, json(R"({"a":3})"));
  EXPECT_EQ(second.created_at, first.created_at);
  EXPECT_EQ(second.updated_at, clock.now());
  EXPECT_EQ(must(get_record("r")), second);
}

STORE_TEST(Records, kinds_do_not_share_keys) {
  must(record("r", "1"));
  PutRecord other = record("r", "2");
  other.kind = RecordKind::of("metric");
  must(other);
  EXPECT_EQ(must(get_record("r")).body, json("1"));
}

STORE_TEST(Records, an_unknown_record_is_not_found) { EXPECT_REFUSED(not_found, get_record("r")); }

STORE_TEST(Records, compare_and_set_writes_only_over_the_version_expected) {
  must(expecting(record("r", "1"), 0));
  const Record second = must(expecting(record("r", "2"), 1));
  EXPECT_EQ(second.version, Version{2});
  const Error error = refusal(expecting(record("r", "3"), 1));
  EXPECT_EQ(error.code, Errc::conflict);
  EXPECT_EQ(error.expected, "1");
  EXPECT_EQ(error.actual, "2");
  EXPECT_EQ(must(get_record("r")), second);
}

STORE_TEST(Records, version_zero_means_that_there_must_be_none) {
  must(record("r", "1"));
  EXPECT_REFUSED(conflict, expecting(record("r", "2"), 0));
  const Error none = refusal(expecting(record("new", "2"), 5));
  EXPECT_EQ(none.code, Errc::conflict);
  EXPECT_EQ(none.expected, "5");
  EXPECT_EQ(none.actual, "0");
}

STORE_TEST(Records, a_repeat_of_the_compare_and_set_answers_ok) {
  const PutRecord first = expecting(record("r", "1"), 0);
  const Record made = must(first);
  EXPECT_EQ(must(first), made);
  const PutRecord second = expecting(record("r", "2"), 1);
  must(second);
  EXPECT_EQ(must(second).version, Version{2});
  EXPECT_REFUSED(conflict, first);
}

STORE_TEST(Records, of_ten_writers_over_one_version_one_wins) {
  must(record("r", "0"));
  const auto answers =
      race(10, [&](int i) -> int { return call(expecting(record("r", "[" + std::to_string(i) + "]"), 1)) ? 1 : 0; });
  EXPECT_EQ(std::ranges::count(answers, 1), 1);
  EXPECT_EQ(must(get_record("r")).version, Version{2});
}

STORE_TEST(Records, expire_by_the_clock_whether_swept_or_not) {
  PutRecord request = record("r");
  request.ttl = 10s;
  EXPECT_EQ(must(request).expires_at, clock.now() + 10s);
  clock.advance(10s - 1us);
  EXPECT_TRUE(call(get_record("r")));
  EXPECT_EQ(sweep().records_expired, 0U);
  clock.advance(1us);
  EXPECT_REFUSED(not_found, get_record("r"));
  EXPECT_TRUE(must(ListRecords{.kind = RecordKind::of("audit")}).items.empty());
  EXPECT_EQ(sweep().records_expired, 1U);
  EXPECT_EQ(sweep().records_expired, 0U);
}

STORE_TEST(Records, an_expired_record_counts_as_none) {
  PutRecord request = record("r", "1");
  request.ttl = 10s;
  must(request);
  clock.advance(10s);
  EXPECT_TRUE(call(expecting(record("r", "2"), 0)));
  EXPECT_EQ(must(get_record("r")).body, json("2"));
  EXPECT_EQ(must(get_record("r")).created_at, clock.now());
  EXPECT_EQ(sweep().records_expired, 0U);
}

STORE_TEST(Records, writing_moves_the_expiry) {
  PutRecord request = record("r");
  request.ttl = 10s;
  must(request);
  clock.advance(9s);
  must(request);
  clock.advance(9s);
  EXPECT_TRUE(call(get_record("r")));
  must(record("r"));
  clock.advance(24h * 365);
  sweep_all();
  EXPECT_TRUE(call(get_record("r"))) << "without a ttl it stays";
}

STORE_TEST(Records, a_ttl_of_zero_removes_the_record) {
  must(record("r", "1"));
  PutRecord removal = record("r", "1");
  removal.ttl = 0s;
  must(removal);
  EXPECT_REFUSED(not_found, get_record("r"));
  EXPECT_TRUE(call(removal)) << "a repeat finds nothing to remove";
  EXPECT_TRUE(must(ListRecords{.kind = RecordKind::of("audit")}).items.empty());
}

STORE_TEST(Records, a_removal_compares_as_well) {
  must(record("r", "1"));
  PutRecord removal = expecting(record("r", "9"), 7);
  removal.ttl = 0s;
  EXPECT_REFUSED(conflict, removal);
  EXPECT_TRUE(call(get_record("r")));
  removal.expected = Version{1};
  must(removal);
  EXPECT_REFUSED(not_found, get_record("r"));
}

STORE_TEST(Records, are_listed_by_key_and_a_short_page_is_not_the_end) {
  for (const auto* key : {"c", "a", "B", "é"}) must(record(key));
  for (const auto* key : {"a1", "a2", "a3"}) {
    PutRecord brief = record(key);
    brief.ttl = 1s;
    must(brief);
  }
  clock.advance(1s);
  ListRecords request{.kind = RecordKind::of("audit"), .limit = 2};
  std::vector<std::string> seen;
  for (int pages = 0; pages < 10; ++pages) {
    const RecordPage page = must(request);
    EXPECT_LE(page.items.size(), 2U);
    for (const Record& each : page.items) seen.push_back(each.key.str());
    if (!page.next) break;
    request.after = *page.next;
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"B", "a", "c", "é"}));
  request.limit = 0;
  EXPECT_REFUSED(invalid, request);
  request.limit = 1001;
  EXPECT_REFUSED(invalid, request);
}

STORE_TEST(Records, survive_a_restart) {
  PutRecord request = record("r", "[1]");
  request.ttl = 1h;
  const Record made = must(request);
  reopen();
  EXPECT_EQ(must(get_record("r")), made);
}

}  // namespace
}  // namespace baton::test
