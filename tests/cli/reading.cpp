#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>

#include "cli/call.hpp"
#include "cli/client.hpp"
#include "cli/nearest.hpp"
#include "cli/printable.hpp"
#include "cli/span.hpp"
#include "cli/views.hpp"
#include "cli/wanted.hpp"
#include "cli/whereabouts.hpp"
#include "cli/wire_reader.hpp"

/// What people see, and what is made of what they type.
namespace baton::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr Time noon{std::chrono::hours{24 * 20'000 + 12}};

TEST(Printable, shows_what_would_control_a_terminal_as_an_escape) {
  EXPECT_EQ(cli::printable("a\x1b[31m\nb\t\x7f\xc2\x9b\xe2\x80\xae\xff é"),
            "a\\x1b[31m\\nb\\t\\x7f\\x9b\\u202e\\xff é");
  EXPECT_EQ(cli::printable_json("\"\xc2\x9b\xe2\x80\xae\""), "\"\\u009b\\u202e\"");
  EXPECT_EQ(cli::printable_json("\xff"), "\xEF\xBF\xBD");
}

TEST(Printable, counts_columns_and_not_bytes) {
  EXPECT_EQ(cli::columns_of("é"), 1U);
  EXPECT_EQ(cli::columns_of("e\xcc\x81"), 1U);
  EXPECT_EQ(cli::columns_of("日本"), 4U);
  EXPECT_EQ(cli::columns_of("🙂"), 2U);
  EXPECT_EQ(cli::shortened("日本語", 5), "日本…");
  EXPECT_EQ(cli::shortened("日本語", 4), "日…");
  EXPECT_EQ(cli::shortened("abc", 3), "abc");
  EXPECT_EQ(cli::padded("日", 4), "日  ");
}

TEST(Spans, are_read_and_written_as_people_do) {
  EXPECT_EQ(*cli::parse_span("90"), std::chrono::seconds{90});
  EXPECT_EQ(*cli::parse_span("1.5h"), std::chrono::minutes{90});
  EXPECT_EQ(*cli::parse_span("200ms"), std::chrono::milliseconds{200});
  for (const char* wrong : {"", "x", "5 m", "-1s", "1y", "999999999999d", "nan", "inf", "infinity", "nanh"})
    EXPECT_FALSE(cli::parse_span(wrong)) << wrong;
  EXPECT_EQ(*cli::parse_moment("+5m", noon), noon + std::chrono::minutes{5});
  EXPECT_EQ(*cli::parse_moment("-2h", noon), noon - std::chrono::hours{2});
  EXPECT_EQ(*cli::parse_moment(to_text(noon), {}), noon);
  EXPECT_EQ(cli::brief_span(std::chrono::seconds{42}), "42s");
  EXPECT_EQ(cli::brief_span(std::chrono::minutes{3}), "3m");
  EXPECT_EQ(cli::brief_span(std::chrono::hours{5}), "5h");
  EXPECT_EQ(cli::brief_span(std::chrono::hours{24 * 91}), "91d");
}

constexpr std::array columns{cli::Column{"NAME", "name"}, cli::Column{"STATE", "state", cli::Look::state},
                             cli::Column{"AGE", "at", cli::Look::age}};
constexpr cli::View view{"items", columns, "none"};

TEST(Tables, are_aligned_and_cut_to_the_screen) {
  const std::string answer = R"({"items":[{"name":"日本語日本語","state":"idle","at":")" +
                             to_text(noon - std::chrono::minutes{3}) +
                             R"("},{"name":"a","state":"failed","at":null}]})";
  EXPECT_EQ(cli::as_view(view, answer, {}, noon),
            "NAME          STATE   AGE\n日本語日本語  idle    3m\na             failed  -\n");
  EXPECT_EQ(cli::as_view(view, answer, {.columns = 23, .rows = 9}, noon),
            "NAME        STATE   AGE\n日本語日…   idle    3m\na           failed  -\n");
  EXPECT_THAT(cli::as_view(view, answer, {.columns = 80, .rows = 9, .colours = true}, noon),
              HasSubstr("\x1b[31mfailed"));
  EXPECT_EQ(cli::as_view(view, R"({"items":[]})", {}, noon), "none\n");
}

constexpr std::array tight_columns{cli::Column{"POSITION", "position"}, cli::Column{"AT", "at", cli::Look::time},
                                   cli::Column{"EVENT", "event"}, cli::Column{"TASK", "task", cli::Look::id},
                                   cli::Column{"BODY", "body", cli::Look::json}};
constexpr cli::View tight_view{"items", tight_columns, "none"};

TEST(Tables, cut_an_id_last_and_tell_a_time_briefly_where_there_is_little_room) {
  const std::string id = "01a1f58c-c3e8-708e-bedd-f50000000001";
  const std::string at = to_text(noon - std::chrono::minutes{3});
  const std::string answer = R"({"items":[{"position":7,"at":")" + at + R"(","event":"task.completed","task":")" + id +
                             R"(","body":)" + std::string(300, '1') + "}]}";
  const auto shown = [&answer](std::size_t columns) {
    return cli::as_view(tight_view, answer, {.columns = columns, .rows = 9}, noon);
  };
  const auto widest_of = [](const std::string& text) {
    std::size_t widest = 0;
    for (const auto line : text | std::views::split('\n')) {
      widest = std::max(widest, cli::columns_of(std::string_view(line)));
    }
    return widest;
  };
  EXPECT_THAT(shown(200), AllOf(HasSubstr(id), HasSubstr(at), HasSubstr("task.completed")));
  EXPECT_THAT(shown(100), AllOf(HasSubstr(id), HasSubstr(at)));
  EXPECT_THAT(shown(80), AllOf(HasSubstr(id), HasSubstr("3m ago"), HasSubstr("task.com")));
  EXPECT_THAT(shown(60), HasSubstr(id));
  for (const std::size_t columns : {200, 100, 80, 60, 40, 20}) EXPECT_EQ(widest_of(shown(columns)), columns);
}

TEST(Details, show_a_member_a_line) {
  const std::string answer =
      R"({"id":"x","status":"failed","left_us":90000000,"at":")" + to_text(noon) + R"(","empty":[],"b":{"c":1}})";
  EXPECT_EQ(cli::as_details(answer, {}, noon + std::chrono::hours{5}),
            "id       x\nstatus   failed\nleft_us  90s\nat       " + to_text(noon) + " (5h ago)\nb        {\"c\":1}\n");
}

TEST(Queries, have_each_name_once) {
  std::string target = "/v1/tasks";
  cli::set_in_query(target, "after", "a b");
  cli::set_in_query(target, "limit", "5");
  cli::set_in_query(target, "after", "c&d");
  EXPECT_EQ(target, "/v1/tasks?after=c%26d&limit=5");
}

TEST(Nearest, names_what_was_likely_meant) {
  const std::vector<std::string> known{"store", "listen", "token_file"};
  EXPECT_EQ(cli::nearest("stroe", known), "store");
  EXPECT_EQ(cli::nearest("token-file", known), "token_file");
  EXPECT_EQ(cli::nearest("zzzz", known), "");
}

TEST(DaemonUrl, has_a_scheme_a_host_and_a_port) {
  EXPECT_EQ(cli::parse_daemon_url("localhost")->url(), "http://localhost:7777");
  EXPECT_EQ(cli::parse_daemon_url("https://b.example/")->url(), "https://b.example:7777");
  EXPECT_EQ(cli::parse_daemon_url("http://[::1]:80")->url(), "http://[::1]:80");
  for (const char* wrong : {"", "http://", "ftp://a", "http://a/b", "http://u:p@a", "http://a:", "http://a:x",
                            "http://a:65536", "http://a:98741", "http://a:1234567"}) {
    EXPECT_FALSE(cli::parse_daemon_url(wrong)) << wrong;
  }
}

TEST(DaemonUrl, may_have_the_last_port_there_is) { EXPECT_EQ(cli::parse_daemon_url("http://a:65535")->port, "65535"); }

TEST(DaemonUrl, is_never_an_address_that_stands_for_all_of_them) {
  const auto url = [](const std::string& host, bool tls, const std::vector<std::string>& names) {
    return cli::reachable({.tls = tls, .host = host, .port = "1"}, names).url();
  };
  EXPECT_EQ(url("0.0.0.0", true, {"a.example", "b.example"}), "https://a.example:1");
  EXPECT_EQ(url("::", true, {"a.example"}), "https://a.example:1");
  EXPECT_EQ(url("0.0.0.0", true, {}), "https://127.0.0.1:1");
  EXPECT_EQ(url("::", true, {}), "https://[::1]:1");
  EXPECT_EQ(url("192.0.2.1", true, {"a.example"}), "https://192.0.2.1:1");
  EXPECT_EQ(url("localhost", false, {"a.example"}), "http://localhost:1");
}

TEST(Patience, begins_when_the_daemon_was_to_answer) {
  const auto asked_for = [](const std::string& target) { return cli::whole_patience({.target = target}); };
  EXPECT_EQ(asked_for("/v1/jobs/a?wait=60"), seconds{90});
  EXPECT_EQ(asked_for("/v1/jobs/a?more=1&wait=0.5"), milliseconds{30'500});
  for (const char* unheard : {"", "?await=60", "?more=wait=60", "?wait=", "?wait=x", "?wait=-1", "?wait=nan"}) {
    EXPECT_EQ(asked_for("/v1/jobs/a" + std::string(unheard)), seconds{30}) << unheard;
  }
  EXPECT_EQ(asked_for("/v1/jobs/a?wait=1e300"), std::chrono::hours{1} + seconds{30});
}

TEST(Patience, is_that_of_the_daemon_and_more_for_every_command_that_waits) {
  std::size_t count = 0;
  cli::for_each_command([&count](const cli::CommandSpec& command) {
    for (const cli::Flag& flag : command.flags) {
      if (flag.name != "--wait" || flag.value.empty()) continue;
      cli::Call call{.spec = &command};
      call.values["--wait"] = {"60"};
      for (const cli::Argument& argument : command.arguments) call.values[std::string(argument.name)] = {"1"};
      EXPECT_EQ(cli::whole_patience(cli::question_of(call).value()), seconds{90}) << call.name();
      ++count;
    }
  });
  EXPECT_EQ(count, 3U) << "job show, result get, correlation decision";
}

TEST(Answers, are_whole_or_refused) {
  const auto read = [](const std::string& text) { return cli::understand_answer(text, {}); };
  EXPECT_EQ(read("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nContent-Length: 9\r\n\r\n{ \"a\":1 }")->body,
            R"({"a":1})");
  EXPECT_EQ(read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")->body,
            "abcde");
  EXPECT_EQ(read("HTTP/1.1 204 No Content\r\n\r\n")->status, 204U);
  for (const char* wrong : {"SSH-2.0-x\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
                            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n<html>",
                            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc"}) {
    EXPECT_FALSE(read(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace baton::test
