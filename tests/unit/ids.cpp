#include "baton/ids.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/utf8.hpp"

namespace baton::ids_test {
namespace {

TEST(Ids, identifiers_are_1_to_128_of_a_small_alphabet) {
  for (const char* text : {"a", "0", "Agent-7", "a.b_c:d-e"}) EXPECT_TRUE(is_identifier(text)) << text;
  EXPECT_TRUE(is_identifier(std::string(128, 'x')));
  for (const std::string text : {"", "-a", ".a", "_a", ":a", "a b", "a/b", "a\n", "é", "a'--"}) {
    EXPECT_FALSE(is_identifier(text)) << text;
  }
  EXPECT_FALSE(is_identifier(std::string(129, 'x')));
  EXPECT_FALSE(is_identifier(std::string_view("a\0b", 3)));
}

TEST(Ids, names_are_1_to_512_bytes_of_utf8) {
  for (const char* text : {"x", "my lane", "'; DROP TABLE tasks; --", "länge", "日本語", "😀", "*", "\xC2\xA0"}) {
    EXPECT_TRUE(is_name(text)) << text;
  }
  EXPECT_TRUE(is_name(std::string(512, 'x')));
  EXPECT_FALSE(is_name(std::string(513, 'x')));
  EXPECT_FALSE(is_name(""));
}

TEST(Ids, names_have_no_control_characters) {
  for (int c = 0; c < 0x20; ++c) EXPECT_FALSE(is_name(std::string("a") + static_cast<char>(c)));
  EXPECT_FALSE(is_name("a\x7F"));
  EXPECT_FALSE(is_name("a\xC2\x80"));
  EXPECT_FALSE(is_name("a\xC2\x9F"));
}

TEST(Ids, names_have_to_be_well_formed) {
  for (const char* text : {"\xFF", "\x80", "\xC0\xAF", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
                           "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "a\xC3"}) {
    EXPECT_FALSE(is_name(text));
    EXPECT_FALSE(is_utf8(text));
  }
}

TEST(Ids, signal_names_are_lower_case_letters_and_underscores) {
  EXPECT_TRUE(is_signal_name("momentum_agent"));
  EXPECT_TRUE(is_signal_name(std::string(128, 'a')));
  for (const char* text : {"", "A", "a1", "a-b", "a b"}) EXPECT_FALSE(is_signal_name(text)) << text;
  EXPECT_FALSE(is_signal_name(std::string(129, 'a')));
}

TEST(Ids, a_refusal_names_the_kind_and_the_rule) {
  const auto id = AgentId::parse("no spaces");
  ASSERT_FALSE(id.has_value());
  EXPECT_EQ(id.error().code, Errc::invalid);
  EXPECT_EQ(id.error().detail, "not a valid agent id: 1 to 128 of A-Z a-z 0-9 . _ : - starting with a letter or digit");
  EXPECT_THROW(AgentId::of(""), std::invalid_argument);
}

TEST(TaskIds, keep_their_text) {
  const std::string text = "0192f0c1-2345-7abc-8def-0123456789ab";
  const auto id = TaskId::parse(text);
  ASSERT_TRUE(id.has_value());
  EXPECT_EQ(id->str(), text);
  EXPECT_EQ(id->bytes()[0], 0x01);
  EXPECT_EQ(id->bytes()[15], 0xab);
  EXPECT_EQ(TaskId::parse("0192F0C1-2345-7ABC-8DEF-0123456789AB"), id);
}

TEST(TaskIds, refuse_what_is_not_the_36_character_form) {
  for (const char* text : {"", "0192f0c123457abc8def0123456789ab", "{0192f0c1-2345-7abc-8def-0123456789ab}",
                           "0192f0c1-2345-7abc-8def-0123456789a", "0192f0c1-2345-7abc-8def-0123456789abc",
                           "0192f0c1-2345-7abc-8def-0123456789ag", "0192f0c1_2345-7abc-8def-0123456789ab",
                           "0192f0c12-345-7abc-8def-0123456789ab"}) {
    const auto id = TaskId::parse(text);
    ASSERT_FALSE(id.has_value()) << text;
    EXPECT_EQ(id.error().code, Errc::invalid);
  }
}

TEST(TaskIds, new_ones_are_version_7_of_the_usual_variant) {
  const auto bytes = TaskId::make().bytes();
  EXPECT_EQ(bytes[6] >> 4, 7);
  EXPECT_EQ(bytes[8] >> 6, 2);
}

TEST(TaskIds, new_ones_carry_the_millisecond) {
  const auto millis = [] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  std::int64_t carried = 0;
  const auto before = millis();
  std::thread([&] {
    const auto bytes = TaskId::make().bytes();
    for (int i = 0; i < 6; ++i) carried = carried << 8 | bytes[static_cast<std::size_t>(i)];
  }).join();
  EXPECT_LE(before, carried);
  EXPECT_LE(carried, millis());
}

TEST(TaskIds, new_ones_rise_within_a_thread) {
  TaskId last = TaskId::make();
  for (int i = 0; i < 20'000; ++i) {
    const TaskId id = TaskId::make();
    ASSERT_LT(last, id);
    last = id;
  }
}

TEST(TaskIds, new_ones_differ_across_threads) {
  constexpr int each = 5000;
  std::vector<std::vector<TaskId>> made(4);
  {
    std::vector<std::jthread> threads;
    threads.reserve(made.size());
    for (auto& ids : made) {
      threads.emplace_back([&ids] {
        for (int i = 0; i < each; ++i) ids.push_back(TaskId::make());
      });
    }
  }
  std::set<TaskId> all;
  for (const auto& ids : made) all.insert(ids.begin(), ids.end());
  EXPECT_EQ(all.size(), made.size() * each);
}

TEST(TaskIds, a_forked_child_does_not_repeat_its_parents_ids) {
  const auto random_part = [] { return TaskId::make().str().substr(19); };
  random_part();
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const std::string text = random_part();
    const auto written = write(ends[1], text.data(), text.size());
    _exit(written == static_cast<ssize_t>(text.size()) ? 0 : 1);
  }
  const std::string ours = random_part();
  std::string theirs(ours.size(), '\0');
  EXPECT_EQ(read(ends[0], theirs.data(), theirs.size()), static_cast<ssize_t>(theirs.size()));
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  close(ends[0]);
  close(ends[1]);
  EXPECT_NE(ours, theirs);
}

TEST(Ids, unique_text_is_fit_for_every_identifier) {
  EXPECT_TRUE(is_identifier(make_unique_text()));
  EXPECT_NE(make_unique_text(), make_unique_text());
}

}  // namespace
}  // namespace baton::ids_test
