#include <set>

#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

std::vector<std::uint64_t> positions_of(const std::vector<Delivery>& deliveries) {
  return each_of(deliveries, [](const Delivery& each) { return each.event.position.value; });
}

std::vector<std::uint32_t> counts_of(const std::vector<Delivery>& deliveries) {
  return each_of(deliveries, &Delivery::count);
}

Ack ack(std::string_view group, std::initializer_list<std::uint64_t> positions) {
  return {.group = GroupName::of(group),
          .positions = each_of(positions, [](std::uint64_t position) { return Position{position}; })};
}

InspectGroup inspect_group(std::string_view name) { return {.group = GroupName::of(name)}; }
DeadLetters dead_letters(std::string_view name) { return {.group = GroupName::of(name)}; }
Redrive redrive(std::string_view name) { return {.group = GroupName::of(name)}; }

using Positions = std::vector<std::uint64_t>;

STORE_TEST(Groups, a_group_starts_at_the_end_of_the_log_unless_told_otherwise) {
  submitted_many(3);
  const Group at_end = must(PutGroup{.group = GroupName::of("end")});
  EXPECT_EQ(at_end.cursor, Position{3});
  EXPECT_EQ(at_end.lag, 0U);
  EXPECT_EQ(at_end.created_at, clock.now());
  const Group at_start = must(group("start"));
  EXPECT_EQ(at_start.cursor, Position{0});
  EXPECT_EQ(at_start.lag, 3U);
  EXPECT_TRUE(must(read_group("end")).empty());
  EXPECT_EQ(positions_of(must(read_group("start"))), (Positions{1, 2, 3}));
}

STORE_TEST(Groups, an_existing_group_is_returned_as_it_is) {
  submitted_many(2);
  PutGroup wanted = group("g");
  wanted.visibility = 10s;
  wanted.max_deliveries = 2;
  const Group made = must(wanted);
  EXPECT_EQ(made.visibility, 10s);
  EXPECT_EQ(made.max_deliveries, 2U);
  clock.advance(1s);
  EXPECT_EQ(must(PutGroup{.group = GroupName::of("g")}), made);
}

STORE_TEST(Groups, an_update_changes_the_bounds_and_keeps_what_the_group_has) {
  submitted_many(3);
  PutGroup wanted = group("g");
  wanted.max_deliveries = 1;
  must(wanted);
  must(read_group("g", 1));
  clock.advance(61s);
  sweep_all();
  must(read_group("g", 1));
  const Group before = must(inspect_group("g")).group;
  const auto letters = must(dead_letters("g"));
  ASSERT_EQ(letters.items.size(), 1U);
  ASSERT_EQ(before.pending, 1U);
  Group expected = before;
  expected.visibility = 10s;
  expected.max_deliveries = 2;
  const PutGroup update{
      .group = wanted.group, .after = Position{0}, .visibility = 10s, .max_deliveries = 2, .update = true};
  EXPECT_EQ(must(update), expected);
  EXPECT_EQ(must(update), expected) << "a repeat changes nothing more";
  EXPECT_EQ(must(inspect_group("g")).group, expected);
  EXPECT_EQ(must(dead_letters("g")), letters);
  clock.advance(60s);
  EXPECT_EQ(sweep().dead_letters, 0U) << "it may be handed out once more";
  EXPECT_EQ(counts_of(must(read_group("g", 1))), std::vector<std::uint32_t>{2});
  clock.advance(10s);
  EXPECT_EQ(sweep().dead_letters, 1U);
}

STORE_TEST(Groups, an_update_to_fewer_deliveries_gives_up_at_the_end_of_the_one_under_way) {
  submitted_many(1);
  must(group("g"));
  must(read_group("g"));
  clock.advance(61s);
  must(read_group("g"));
  must(PutGroup{.group = GroupName::of("g"), .visibility = 1s, .max_deliveries = 2, .update = true});
  clock.advance(59s);
  EXPECT_EQ(sweep().dead_letters, 0U) << "it is still hidden";
  clock.advance(1s);
  EXPECT_EQ(sweep().dead_letters, 1U);
}

STORE_TEST(Groups, an_update_of_none_makes_the_group) {
  submitted_many(2);
  const Group made = must(PutGroup{.group = GroupName::of("g"), .after = Position{1}, .update = true});
  EXPECT_EQ(made.cursor, Position{1});
  EXPECT_EQ(made.created_at, clock.now());
}

STORE_TEST(Groups, dropping_removes_the_group_once_with_all_it_had) {
  submitted_many(2);
  must(group("g"));
  must(read_group("g"));
  EXPECT_TRUE(must(DropGroup{.group = GroupName::of("g")}));
  EXPECT_FALSE(must(DropGroup{.group = GroupName::of("g")}));
  EXPECT_REFUSED(not_found, inspect_group("g"));
  const Group fresh = must(group("g"));
  EXPECT_EQ(fresh.pending, 0U);
  EXPECT_EQ(fresh.cursor, Position{0});
}

STORE_TEST(Groups, an_unknown_group_is_not_found) {
  EXPECT_REFUSED(not_found, read_group("g"));
  EXPECT_REFUSED(not_found, ack("g", {1}));
  EXPECT_REFUSED(not_found, inspect_group("g"));
  EXPECT_REFUSED(not_found, dead_letters("g"));
  EXPECT_REFUSED(not_found, redrive("g"));
}

STORE_TEST(Groups, there_are_at_most_64) {
  for (int i = 0; i < 64; ++i) must(group("g" + std::to_string(i)));
  EXPECT_REFUSED(exhausted, group("one-more"));
  EXPECT_TRUE(call(group("g0"))) << "an existing one is still returned";
  must(DropGroup{.group = GroupName::of("g7")});
  EXPECT_TRUE(call(group("one-more")));
}

STORE_TEST(Groups, are_listed_by_name) {
  for (const auto* name : {"b", "a", "C"}) must(group(name));
  const auto all = must(ListGroups{});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].name, GroupName::of("C"));
  EXPECT_EQ(all[1].name, GroupName::of("a"));
  EXPECT_EQ(all[2].name, GroupName::of("b"));
}

STORE_TEST(Groups, each_event_goes_to_one_consumer_until_its_visibility_lapses) {
  submitted_many(4);
  must(group("g"));
  EXPECT_EQ(positions_of(must(read_group("g", 2, "c1"))), (Positions{1, 2}));
  EXPECT_EQ(positions_of(must(read_group("g", 10, "c2"))), (Positions{3, 4}));
  clock.advance(60s - 1us);
  EXPECT_TRUE(must(read_group("g")).empty());
  clock.advance(1us);
  const auto again = must(read_group("g"));
  EXPECT_EQ(positions_of(again), (Positions{1, 2, 3, 4}));
  EXPECT_EQ(counts_of(again), (std::vector<std::uint32_t>{2, 2, 2, 2}));
}

STORE_TEST(Groups, deliver_the_event_itself) {
  submitted(task());
  must(group("g"));
  EXPECT_EQ(must(read_group("g")).at(0).event, events().at(0));
  EXPECT_EQ(must(inspect_group("g")).pending.at(0).count, 1U);
}

STORE_TEST(Groups, lapsed_deliveries_come_before_new_events) {
  submitted_many(2);
  must(group("g"));
  must(read_group("g", 2));
  clock.advance(61s);
  submitted_many(2);
  const auto next = must(read_group("g", 3));
  EXPECT_EQ(positions_of(next), (Positions{1, 2, 3}));
  EXPECT_EQ(counts_of(next), (std::vector<std::uint32_t>{2, 2, 1}));
}

STORE_TEST(Groups, acknowledged_events_do_not_come_back_whoever_held_them) {
  submitted_many(3);
  must(group("g"));
  must(read_group("g", 3, "c1"));
  EXPECT_EQ(must(ack("g", {1, 3})), 2U);
  EXPECT_EQ(must(ack("g", {1, 3})), 0U);
  EXPECT_EQ(must(ack("g", {99})), 0U);
  clock.advance(61s);
  EXPECT_EQ(positions_of(must(read_group("g", 10, "c2"))), (Positions{2}));
}

STORE_TEST(Groups, an_ack_takes_1000_positions_at_most) {
  submitted_many(1000);
  must(group("g"));
  must(read_group("g", 1000));
  Ack request{.group = GroupName::of("g")};
  for (std::uint64_t i = 1; i <= 1000; ++i) request.positions.push_back(Position{i});
  EXPECT_EQ(must(request), 1000U);
  request.positions.push_back(Position{1001});
  EXPECT_REFUSED(invalid, request);
}

STORE_TEST(Groups, two_groups_do_not_disturb_each_other) {
  submitted_many(2);
  must(group("one"));
  must(group("two"));
  must(read_group("one"));
  must(ack("one", {1, 2}));
  EXPECT_EQ(positions_of(must(read_group("two"))), (Positions{1, 2}));
}

STORE_TEST(Groups, inspecting_shows_cursor_pending_and_lag) {
  submitted_many(5);
  must(group("g"));
  must(read_group("g", 3, "c9"));
  must(ack("g", {1}));
  const GroupReport report = must(inspect_group("g"));
  EXPECT_EQ(report.group.cursor, Position{3});
  EXPECT_EQ(report.group.pending, 2U);
  EXPECT_EQ(report.group.oldest_pending, Position{2});
  EXPECT_EQ(report.group.lag, 2U);
  const std::vector<Pending> expected{
      {.position = Position{2}, .consumer = ConsumerName::of("c9"), .count = 1, .visible_at = clock.now() + 60s},
      {.position = Position{3}, .consumer = ConsumerName::of("c9"), .count = 1, .visible_at = clock.now() + 60s},
  };
  EXPECT_EQ(report.pending, expected);
  EXPECT_FALSE(report.next);
  InspectGroup paged = inspect_group("g");
  paged.limit = 1;
  const GroupReport first = must(paged);
  ASSERT_TRUE(first.next);
  paged.after = *first.next;
  EXPECT_EQ(must(paged).pending.at(0).position, Position{3});
}

STORE_TEST(Groups, a_delivery_handed_out_max_times_becomes_a_dead_letter_with_its_event) {
  submitted(task());
  PutGroup wanted = group("g");
  wanted.max_deliveries = 3;
  must(wanted);
  for (std::uint32_t count = 1; count <= 3; ++count) {
    EXPECT_EQ(counts_of(must(read_group("g", 10, "c" + std::to_string(count)))), std::vector{count});
    clock.advance(61s);
  }
  const Event original = events().at(0);
  const auto after = must(read_group("g"));
  EXPECT_EQ(std::ranges::count(positions_of(after), 1U), 0);
  EXPECT_EQ(count_of(EventType::group_dead_lettered), 1U);
  const DeadLetterPage page = must(dead_letters("g"));
  ASSERT_EQ(page.items.size(), 1U);
  EXPECT_EQ(page.items[0].event, original);
  EXPECT_EQ(page.items[0].count, 3U);
  EXPECT_EQ(page.items[0].consumer, ConsumerName::of("c3"));
  EXPECT_EQ(page.items[0].at, clock.now());
  EXPECT_EQ(must(inspect_group("g")).group.dead, 1U);
}

STORE_TEST(Groups, five_deliveries_are_the_default) {
  submitted(task());
  must(group("g"));
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(must(read_group("g", 1)).size(), 1U) << i;
    clock.advance(61s);
  }
  sweep();
  EXPECT_EQ(must(dead_letters("g")).items.size(), 1U);
}

STORE_TEST(Groups, sweep_gives_up_deliveries_too) {
  submitted(task());
  PutGroup wanted = group("g");
  wanted.max_deliveries = 1;
  must(wanted);
  must(read_group("g"));
  EXPECT_EQ(sweep().dead_letters, 0U);
  clock.advance(60s);
  EXPECT_EQ(sweep().dead_letters, 1U);
  EXPECT_EQ(sweep().dead_letters, 0U);
  EXPECT_EQ(must(inspect_group("g")).group.pending, 0U);
  EXPECT_EQ(count_of(EventType::group_dead_lettered), 1U);
}

STORE_TEST(Groups, redriving_makes_dead_letters_deliverable_at_once_with_a_fresh_count) {
  submitted_many(3);
  PutGroup wanted = group("g");
  wanted.max_deliveries = 1;
  must(wanted);
  must(read_group("g", 3));
  clock.advance(61s);
  sweep_all();
  ASSERT_EQ(must(inspect_group("g")).group.dead, 3U);
  Redrive counting = redrive("g");
  counting.dry_run = true;
  EXPECT_EQ(must(counting), 3U);
  EXPECT_EQ(must(inspect_group("g")).group.dead, 3U);
  Redrive one = redrive("g");
  one.positions = {Position{2}};
  EXPECT_EQ(must(one), 1U);
  EXPECT_EQ(must(one), 0U) << "a repeat finds nothing left";
  const auto back = must(read_group("g", 1));
  EXPECT_EQ(positions_of(back), (Positions{2}));
  EXPECT_EQ(counts_of(back), std::vector<std::uint32_t>{1});
  Redrive oldest = redrive("g");
  oldest.limit = 1;
  EXPECT_EQ(must(oldest), 1U);
  EXPECT_EQ(positions_of(must(read_group("g", 1))), (Positions{1}));
  EXPECT_EQ(must(redrive("g")), 1U);
  EXPECT_EQ(must(redrive("g")), 0U);
}

STORE_TEST(Groups, dead_letters_are_paged_by_position) {
  submitted_many(5);
  PutGroup wanted = group("g");
  wanted.max_deliveries = 1;
  must(wanted);
  must(read_group("g", 5));
  clock.advance(61s);
  sweep_all();
  DeadLetters request = dead_letters("g");
  request.limit = 2;
  Positions seen;
  for (int pages = 0; pages < 5; ++pages) {
    const DeadLetterPage page = must(request);
    for (const DeadLetter& letter : page.items) seen.push_back(letter.event.position.value);
    if (!page.next) break;
    request.after = *page.next;
  }
  EXPECT_EQ(seen, (Positions{1, 2, 3, 4, 5}));
}

STORE_TEST(Groups, limits_are_1_to_1000) {
  must(group("g"));
  EXPECT_REFUSED(invalid, read_group("g", 0));
  EXPECT_REFUSED(invalid, read_group("g", 1001));
  Redrive many = redrive("g");
  many.limit = 1001;
  EXPECT_REFUSED(invalid, many);
  PutGroup blind = group("h");
  blind.visibility = 0s;
  EXPECT_REFUSED(invalid, blind);
  PutGroup never = group("h");
  never.max_deliveries = 0;
  EXPECT_REFUSED(invalid, never);
}

STORE_TEST(Groups, one_made_while_the_log_is_empty_gets_what_comes) {
  submitted_many(3);
  must(Sweep{.keep_events = 0});
  EXPECT_EQ(must(PutGroup{.group = GroupName::of("late"), .after = Position{0}}).lag, 0U);
  submitted_many(1);
  EXPECT_EQ(must(ReadGroup{.group = GroupName::of("late"), .consumer = ConsumerName::of("c")}).size(), 1U);
}

STORE_TEST(Groups, bookkeeping_is_not_an_event) {
  submitted(task());
  const auto before = events();
  must(group("g"));
  must(read_group("g"));
  must(ack("g", {1}));
  must(DropGroup{.group = GroupName::of("g")});
  EXPECT_EQ(events(), before);
}

STORE_TEST(Groups, many_consumers_share_the_events_without_overlap) {
  submitted_many(200);
  must(group("g"));
  const auto answers = race(8, [&](int i) {
    Positions mine;
    for (;;) {
      const auto some = positions_of(call(read_group("g", 7, "c" + std::to_string(i))).value());
      if (some.empty()) return mine;
      mine.insert(mine.end(), some.begin(), some.end());
    }
  });
  std::multiset<std::uint64_t> all;
  for (const Positions& some : answers) all.insert(some.begin(), some.end());
  EXPECT_EQ(all.size(), 200U);
  EXPECT_EQ(std::set<std::uint64_t>(all.begin(), all.end()).size(), 200U);
}

STORE_TEST(Groups, cursor_and_pending_survive_a_restart) {
  submitted_many(3);
  must(group("g"));
  must(read_group("g", 2));
  const GroupReport before = must(inspect_group("g"));
  reopen();
  EXPECT_EQ(must(inspect_group("g")), before);
  EXPECT_EQ(positions_of(must(read_group("g"))), (Positions{3}));
  clock.advance(61s);
  EXPECT_EQ(positions_of(must(read_group("g"))), (Positions{1, 2, 3}));
}

}  // namespace
}  // namespace baton::test
