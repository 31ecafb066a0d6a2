#include <set>

#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

GetThread get_thread(std::string_view id) { return {.thread = ThreadId::of(id)}; }

std::vector<std::uint64_t> numbers_of(const MessagePage& page) { return each_of(page.items, &Message::number); }

using Numbers = std::vector<std::uint64_t>;

STORE_TEST(Conversations, a_thread_is_created_once_and_then_returned_as_it_is) {
  const Thread made = must(thread("t", R"({"topic":"x"})"));
  EXPECT_EQ(made.id, ThreadId::of("t"));
  EXPECT_EQ(made.metadata, json(R"({"topic":"x"})"));
  EXPECT_EQ(made.messages, 0U);
  EXPECT_EQ(made.created_at, clock.now());
  clock.advance(1s);
  EXPECT_EQ(must(thread("t", R"({"topic":"y"})")), made);
  EXPECT_EQ(must(get_thread("t")), made);
  EXPECT_EQ(types(), std::vector{EventType::thread_created});
}

STORE_TEST(Conversations, updating_replaces_the_metadata_with_one_event_if_anything_changed) {
  must(thread("t", "1"));
  clock.advance(1s);
  PutThread update = thread("t", "2");
  update.update = true;
  const Thread changed = must(update);
  EXPECT_EQ(changed.metadata, json("2"));
  EXPECT_EQ(changed.updated_at, clock.now());
  EXPECT_LT(changed.created_at, clock.now());
  clock.advance(1s);
  EXPECT_EQ(must(update), changed) << "a repeat changes nothing more";
  EXPECT_EQ(types(), (std::vector{EventType::thread_created, EventType::thread_updated}));
}

STORE_TEST(Conversations, updating_a_thread_that_is_not_there_creates_it) {
  PutThread update = thread("t", "2");
  update.update = true;
  EXPECT_EQ(must(update).metadata, json("2"));
  EXPECT_EQ(types(), std::vector{EventType::thread_created});
}

STORE_TEST(Conversations, an_unknown_thread_is_not_found) {
  EXPECT_REFUSED(not_found, get_thread("t"));
  EXPECT_REFUSED(not_found, append("t"));
  EXPECT_REFUSED(not_found, messages("t"));
}

STORE_TEST(Conversations, messages_are_numbered_from_one_in_the_order_appended) {
  must(thread("t"));
  Append first = append("t", R"({"text":"hello"})");
  first.role = MessageRole::of("assistant");
  first.task = new_task_id();
  const Message made = must(first);
  EXPECT_EQ(made.number, 1U);
  EXPECT_EQ(made.id, first.id);
  EXPECT_EQ(made.role, first.role);
  EXPECT_EQ(made.body, first.body);
  EXPECT_EQ(made.task, first.task);
  EXPECT_EQ(made.at, clock.now());
  EXPECT_EQ(must(append("t")).number, 2U);
  EXPECT_EQ(must(get_thread("t")).messages, 2U);
  EXPECT_EQ(must(messages("t")).items.at(0), made);
  EXPECT_EQ(count_of(EventType::message_appended), 2U);
}

STORE_TEST(Conversations, the_same_message_again_answers_with_the_message_it_made) {
  must(thread("t"));
  const Append request = append("t");
  const Message made = must(request);
  must(append("t"));
  clock.advance(1s);
  EXPECT_EQ(must(request), made);
  EXPECT_EQ(must(get_thread("t")).messages, 2U);
  EXPECT_EQ(count_of(EventType::message_appended), 2U);
}

STORE_TEST(Conversations, the_same_id_with_another_role_body_or_task_is_a_conflict) {
  must(thread("t"));
  const Append request = append("t");
  must(request);
  Append other = request;
  other.body = json("1");
  EXPECT_REFUSED(conflict, other);
  other = request;
  other.role = MessageRole::of("system");
  EXPECT_REFUSED(conflict, other);
  other = request;
  other.task = new_task_id();
  EXPECT_REFUSED(conflict, other);
  EXPECT_EQ(must(get_thread("t")).messages, 1U);
}

STORE_TEST(Conversations, one_message_id_in_two_threads_is_two_messages) {
  must(thread("t1"));
  must(thread("t2"));
  Append request = append("t1", "1");
  must(request);
  request.thread = ThreadId::of("t2");
  request.body = json("2");
  EXPECT_EQ(must(request).number, 1U);
  EXPECT_EQ(must(messages("t1")).items.at(0).body, json("1"));
  EXPECT_EQ(must(messages("t2")).items.at(0).body, json("2"));
}

STORE_TEST(Conversations, concurrent_appends_of_40_threads_all_stay) {
  must(thread("t"));
  const auto answers = race(40, [&](int i) { return call(append("t", std::to_string(i))).value().number; });
  EXPECT_EQ(std::set<std::uint64_t>(answers.begin(), answers.end()).size(), 40U);
  const MessagePage all = must(messages("t", 100));
  ASSERT_EQ(all.items.size(), 40U);
  std::set<std::string> bodies;
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(all.items[i].number, i + 1);
    bodies.insert(all.items[i].body.text());
  }
  EXPECT_EQ(bodies.size(), 40U);
  EXPECT_EQ(must(get_thread("t")).messages, 40U);
}

STORE_TEST(Conversations, the_latest_messages_come_oldest_first) {
  must(thread("t"));
  for (int i = 0; i < 10; ++i) must(append("t"));
  const MessagePage latest = must(messages("t", 3));
  EXPECT_EQ(numbers_of(latest), (Numbers{8, 9, 10}));
  EXPECT_TRUE(latest.more);
  const MessagePage all = must(messages("t", 10));
  EXPECT_EQ(all.items.size(), 10U);
  EXPECT_FALSE(all.more);
}

STORE_TEST(Conversations, messages_are_read_after_or_before_a_number) {
  must(thread("t"));
  for (int i = 0; i < 10; ++i) must(append("t"));
  Messages forward = messages("t", 4);
  forward.after = 3;
  EXPECT_EQ(numbers_of(must(forward)), (Numbers{4, 5, 6, 7}));
  EXPECT_TRUE(must(forward).more);
  forward.after = 7;
  EXPECT_EQ(numbers_of(must(forward)), (Numbers{8, 9, 10}));
  EXPECT_FALSE(must(forward).more);
  Messages backward = messages("t", 4);
  backward.before = 8;
  EXPECT_EQ(numbers_of(must(backward)), (Numbers{4, 5, 6, 7}));
  EXPECT_TRUE(must(backward).more);
  backward.before = 4;
  EXPECT_EQ(numbers_of(must(backward)), (Numbers{1, 2, 3}));
  EXPECT_FALSE(must(backward).more);
  forward.after = 0;
  EXPECT_EQ(numbers_of(must(forward)), (Numbers{1, 2, 3, 4}));
  forward.after = 10;
  EXPECT_TRUE(must(forward).items.empty());
}

STORE_TEST(Conversations, after_and_before_together_are_invalid) {
  must(thread("t"));
  Messages both = messages("t");
  both.after = 1;
  both.before = 3;
  EXPECT_REFUSED(invalid, both);
  EXPECT_REFUSED(invalid, messages("t", 0));
  EXPECT_REFUSED(invalid, messages("t", 1001));
}

STORE_TEST(Conversations, fifty_messages_are_the_default) {
  must(thread("t"));
  for (int i = 0; i < 60; ++i) must(append("t"));
  EXPECT_EQ(must(Messages{.thread = ThreadId::of("t")}).items.size(), 50U);
}

STORE_TEST(Conversations, an_empty_thread_has_no_messages) {
  must(thread("t"));
  const MessagePage page = must(messages("t"));
  EXPECT_TRUE(page.items.empty());
  EXPECT_FALSE(page.more);
}

STORE_TEST(Conversations, threads_are_listed_by_id_in_pages) {
  for (const auto* id : {"c", "a", "B", "é", "a b"}) must(thread(id));
  ListThreads request{.limit = 2};
  std::vector<std::string> seen;
  for (int pages = 0; pages < 5; ++pages) {
    const ThreadPage page = must(request);
    for (const Thread& each : page.items) seen.push_back(each.id.str());
    if (!page.next) break;
    request.after = *page.next;
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"B", "a", "a b", "c", "é"}));
  EXPECT_REFUSED(invalid, ListThreads{.limit = 0});
  EXPECT_REFUSED(invalid, ListThreads{.limit = 1001});
}

STORE_TEST(Conversations, the_history_survives_a_restart_and_goes_on) {
  must(thread("t"));
  const Append request = append("t");
  must(request);
  must(append("t"));
  const MessagePage before = must(messages("t"));
  reopen();
  EXPECT_EQ(must(messages("t")), before);
  EXPECT_EQ(must(request).number, 1U) << "a repeat is still known";
  EXPECT_EQ(must(append("t")).number, 3U);
}

}  // namespace
}  // namespace baton::test
