#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

SetResult set_result(const TaskId& id, std::string_view value, std::uint64_t attempt = 1) {
  return {.task = id, .attempt = Attempt{attempt}, .value = json(value)};
}
GetResult get_result(const TaskId& id, std::uint64_t attempt = 1) { return {.task = id, .attempt = Attempt{attempt}}; }

STORE_TEST(Results, there_is_nothing_until_it_is_set) {
  const TaskId id = new_task_id();
  EXPECT_FALSE(must(get_result(id)));
  must(set_result(id, R"({"a":1})"));
  EXPECT_EQ(must(get_result(id)), json(R"({"a":1})"));
}

STORE_TEST(Results, the_task_need_not_be_known) {
  EXPECT_TRUE(call(set_result(new_task_id(), "1")));
  EXPECT_TRUE(events().empty());
}

STORE_TEST(Results, each_attempt_has_its_own) {
  const TaskId id = new_task_id();
  must(set_result(id, R"("old")", 1));
  EXPECT_FALSE(must(get_result(id, 2)));
  must(set_result(id, R"("new")", 2));
  EXPECT_EQ(must(get_result(id, 1)), json(R"("old")"));
  EXPECT_EQ(must(get_result(id, 2)), json(R"("new")"));
}

STORE_TEST(Results, are_written_once) {
  const TaskId id = new_task_id();
  must(set_result(id, "1"));
  EXPECT_REFUSED(conflict, set_result(id, "2"));
  EXPECT_EQ(must(get_result(id)), json("1"));
}

STORE_TEST(Results, an_equal_value_again_answers_ok_and_keeps_the_first_expiry) {
  const TaskId id = new_task_id();
  SetResult request = set_result(id, "1");
  request.ttl = 10s;
  must(request);
  clock.advance(6s);
  must(request);
  clock.advance(4s);
  EXPECT_FALSE(must(get_result(id)));
}

STORE_TEST(Results, expire_by_the_clock_whether_swept_or_not) {
  const TaskId id = new_task_id();
  must(set_result(id, "1"));
  clock.advance(1h - 1us);
  EXPECT_TRUE(must(get_result(id)));
  EXPECT_EQ(sweep().results_expired, 0U);
  clock.advance(1us);
  EXPECT_FALSE(must(get_result(id)));
  EXPECT_EQ(sweep().results_expired, 1U);
  EXPECT_EQ(sweep().results_expired, 0U);
}

STORE_TEST(Results, may_be_set_anew_once_expired) {
  const TaskId id = new_task_id();
  must(set_result(id, "1"));
  clock.advance(2h);
  must(set_result(id, "2"));
  EXPECT_EQ(must(get_result(id)), json("2"));
  EXPECT_EQ(sweep().results_expired, 0U) << "the new value has an expiry of its own";
  EXPECT_EQ(must(get_result(id)), json("2"));
}

STORE_TEST(Results, of_ten_writers_with_ten_values_one_wins) {
  const TaskId id = new_task_id();
  const auto answers = race(10, [&](int i) -> int { return call(set_result(id, std::to_string(i))) ? 1 : 0; });
  EXPECT_EQ(std::ranges::count(answers, 1), 1);
  const auto winner = std::ranges::find(answers, 1) - answers.begin();
  EXPECT_EQ(must(get_result(id)), json(std::to_string(winner)));
}

STORE_TEST(Results, can_be_waited_for) {
  const TaskId id = new_task_id();
  const auto answers = race(2, [&](int i) -> std::optional<Json> {
    if (i == 0) {
      call(set_result(id, "5")).value();
      return std::nullopt;
    }
    return store().await_result(get_result(id), 1h).value();
  });
  EXPECT_EQ(answers[1], json("5"));
}

STORE_TEST(Results, waiting_in_vain_ends_with_nothing) {
  EXPECT_FALSE(store().await_result(get_result(new_task_id()), 1ms).value());
}

STORE_TEST(Results, survive_a_restart) {
  const TaskId id = new_task_id();
  must(set_result(id, "1"));
  reopen();
  EXPECT_EQ(must(get_result(id)), json("1"));
}

STORE_TEST(Results, need_a_task_an_attempt_and_a_ttl) {
  EXPECT_REFUSED(invalid, set_result(TaskId{}, "1"));
  EXPECT_REFUSED(invalid, set_result(new_task_id(), "1", 0));
  SetResult lapsed = set_result(new_task_id(), "1");
  lapsed.ttl = 0s;
  EXPECT_REFUSED(invalid, lapsed);
}

}  // namespace
}  // namespace baton::test
