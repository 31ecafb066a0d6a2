#include <gtest/gtest.h>

#include "core/refusals.hpp"

namespace baton::refusal_names_test {
namespace {

TEST(RefusalNames, give_the_same_words_as_the_refusal_itself) {
  const std::vector<std::string> about{"a-1", "working"};
  EXPECT_EQ(refuse::by_name("not_idle", about).error(),
            refuse::not_idle(AgentId::of("a-1"), AgentState::working).error());
}

TEST(RefusalNames, of_another_program_are_told_apart_from_refusals) {
  EXPECT_EQ(refuse::by_name("no_such_reason", {}).error().code, Errc::corrupt);
  const std::vector<std::string> too_few;
  EXPECT_EQ(refuse::by_name("not_idle", too_few).error().code, Errc::corrupt);
}

}  // namespace
}  // namespace baton::refusal_names_test
