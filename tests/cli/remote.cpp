#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "cli/daemon_fixture.hpp"

/// What operators type at a running daemon.
namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(RemoteCommands, end_a_task_put_it_back_and_say_why_it_waits) {
  const std::string task = submit();
  EXPECT_THAT(baton({"task", "cancel", task, "--reason", "enough", "--json"}).out,
              HasSubstr(R"("status":"cancelled")"));
  const Ended retried = baton({"task", "retry", task});
  EXPECT_EQ(retried.exit_code, 0) << retried.out;
  EXPECT_THAT(retried.out, AllOf(HasSubstr("STATUS"), HasSubstr("pending"), HasSubstr(task)));
  EXPECT_THAT(baton({"task", "why", task}).out,
              AllOf(HasSubstr("the task is pending:"), HasSubstr("baton agent list")));
  EXPECT_THAT(baton({"task", "list", "--status", "pending"}).out, HasSubstr(task));
  EXPECT_THAT(baton({"task", "list", "--status", "failed"}).out, HasSubstr("no such tasks"));
  EXPECT_THAT(baton({"task", "edit", task, "--priority", "7"}).out, HasSubstr("priority              7"));
}

TEST_F(RemoteCommands, submit_takes_its_payload_from_a_word_a_file_or_its_input) {
  std::ofstream(folder_.path() / "payload.json") << "{\"from\": \"file\"}\n";
  const auto payload_of = [this](const Ended& submitted) {
    return baton({"task", "show", json_word(submitted.out, "id"), "--json"}).out;
  };
  EXPECT_THAT(payload_of(baton({"task", "submit", "write", R"({"from":"word"})", "--json"})),
              HasSubstr(R"("payload":{"from":"word"})"));
  EXPECT_THAT(
      payload_of(baton({"task", "submit", "write", "@payload.json", "--lane", "l", "--priority", "3", "--json"})),
      AllOf(HasSubstr(R"("payload":{"from":"file"})"), HasSubstr(R"("lane":"l")"), HasSubstr(R"("priority":3)")));
  const Ended wrong = baton({"task", "submit", "write", "hello"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.out, HasSubstr("baton task submit: PAYLOAD: "));
  const Ended missing = baton({"task", "submit", "write", "@nowhere"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.out, HasSubstr("cannot read nowhere"));
}

TEST_F(RemoteCommands, a_refusal_says_once_what_to_do_next) {
  EXPECT_EQ(baton({"agent", "drain", "zz"}).out, "baton agent drain: agent zz is not registered; register it first\n");
  EXPECT_THAT(baton({"task", "show", "zz"}).out, EndsWith("; correct it and try again\n"));
  const Ended unknown = baton({"bench", "--verbs", "nope"});
  EXPECT_EQ(unknown.exit_code, 2);
}

TEST_F(RemoteCommands, waiting_for_a_task_ends_as_the_task_does) {
  const std::string task = submit();
  EXPECT_EQ(baton({"task", "wait", task, "--timeout", "0.05s"}).exit_code, 8);
  baton({"task", "cancel", task});
  EXPECT_EQ(baton({"task", "wait", task}).exit_code, 5);
  complete(submit());
  EXPECT_EQ(baton({"task", "list", "--status", "completed"}).exit_code, 0);
  const std::string done = json_word(baton({"task", "list", "--status", "completed", "--json"}).out, "id");
  EXPECT_EQ(baton({"task", "wait", done}).exit_code, 0);
  EXPECT_EQ(baton({"task", "submit", "write", "--after", task, "--wait", "--timeout", "10s"}).exit_code, 5);
}

TEST_F(RemoteCommands, retry_of_all_counts_and_asks_first) {
  for (int i = 0; i < 3; ++i) baton({"task", "cancel", submit()});
  const Ended asked = baton({"task", "retry", "--all", "--status", "cancelled"});
  EXPECT_EQ(asked.exit_code, 2);
  EXPECT_THAT(asked.out, HasSubstr("retry 3 tasks? add --yes"));
  EXPECT_EQ(baton({"task", "retry", "--all", "--status", "cancelled", "--yes"}).exit_code, 0);
  EXPECT_THAT(baton({"task", "list", "--status", "cancelled"}).out, HasSubstr("no such tasks"));
  EXPECT_EQ(baton({"task", "retry"}).exit_code, 2);
}

TEST_F(RemoteCommands, pages_are_followed_as_far_as_somebody_wants) {
  daemon_.call("POST", "/v1/tasks", many_tasks(1000));
  daemon_.call("POST", "/v1/tasks", many_tasks(205));
  const auto count = [](const std::string& text) { return std::ranges::count(text, '\n'); };
  EXPECT_EQ(count(baton({"task", "list", "--all"}).out), 1206);
  EXPECT_EQ(count(baton({"task", "list", "--limit", "7"}).out), 8);
  EXPECT_THAT(baton({"task", "list"}).out, HasSubstr("there is more; --limit N or --all shows it"));
  EXPECT_EQ(count(baton({"event", "list", "--all", "--type", "task.created"}).out), 1206);
  EXPECT_EQ(count(baton({"task", "list", "--all", "--json"}).out), 1);
}

TEST_F(RemoteCommands, what_a_filter_lets_through_is_found_behind_pages_of_what_it_does_not) {
  const std::string rare = json_word(daemon_.call("POST", "/v1/tasks", R"({"kind":"write","lane":"rare"})").body, "id");
  for (int i = 0; i < 2; ++i) daemon_.call("POST", "/v1/tasks", many_tasks(1000));
  EXPECT_THAT(baton({"task", "list", "--lane", "rare"}).out, AllOf(HasSubstr(rare), Not(HasSubstr("there is more"))));
  EXPECT_THAT(baton({"task", "list", "--lane", "rare", "--json"}).out, AllOf(HasSubstr(rare), Not(HasSubstr("next"))));
  EXPECT_EQ(baton({"task", "list", "--holder", "zed"}).out, "no such tasks\n");
  const std::string latest = submit();
  EXPECT_THAT(baton({"event", "list", "--task", latest}).out, AllOf(HasSubstr("task.created"), HasSubstr(latest)));
  EXPECT_EQ(baton({"event", "list", "--agent", "zed"}).out, "no events there\n");
}

TEST_F(RemoteCommands, a_list_that_was_not_looked_through_to_its_end_is_not_said_to_be_empty) {
  for (int i = 0; i < 11; ++i) daemon_.call("POST", "/v1/tasks", many_tasks(1000));
  const std::string none = "none in the first 100 pages; --all looks at the rest too\n";
  EXPECT_EQ(baton({"job", "list"}).out, none);
  EXPECT_THAT(baton({"job", "list", "--json"}).out,
              AllOf(HasSubstr("baton job list: " + none), HasSubstr(R"("items":[])"), HasSubstr(R"("next":)")));
  Program watched(folder_, {"job", "list", "--watch", "--url", url()}, {});
  EXPECT_TRUE(watched.says(none, 1, std::chrono::seconds{30})) << watched.output();
  EXPECT_EQ(baton({"job", "list", "--all"}).out, "no such jobs\n");
}

TEST_F(RemoteCommands, the_result_of_a_task_that_has_ended_is_what_it_ended_with) {
  const std::string done = submit();
  complete(done, R"({"a":1})");
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"result", "get", done}, {"result", "get", done, "1"}, {"result", "get", done, "--wait", "60"}}) {
    const Ended ended = baton(words);
    EXPECT_EQ(ended.exit_code, 0);
    EXPECT_EQ(ended.out, "{\"a\":1}\n");
  }
  const std::string cancelled = submit();
  baton({"task", "cancel", cancelled});
  const Ended nothing = baton({"result", "get", cancelled, "--wait", "60"});
  EXPECT_EQ(nothing.exit_code, 5);
  EXPECT_THAT(nothing.out, HasSubstr("the task is cancelled, without a result"));
}

TEST_F(RemoteCommands, a_result_is_waited_for_from_before_anybody_has_begun) {
  const std::string task = submit();
  const Ended early = baton({"result", "get", task, "--wait", "0.1"});
  EXPECT_EQ(early.exit_code, 8);
  EXPECT_THAT(early.out, HasSubstr("nobody has begun the task; look with `baton task why " + task));
  for (const char* seconds : {"61", "-1", "x", "nan", ""}) {
    EXPECT_EQ(baton({"result", "get", task, std::string("--wait=") + seconds}).exit_code, 2) << seconds;
  }
  Program waiter(folder_, {"result", "get", task, "--wait", "60", "--url", url()}, {});
  complete(task, R"({"late":true})");
  EXPECT_EQ(waiter.wait(std::chrono::seconds{30}), 0);
  EXPECT_EQ(waiter.output(), "{\"late\":true}\n");
}

TEST_F(RemoteCommands, a_job_that_is_waited_for_is_told_by_the_exit_code) {
  const std::string job = json_word(baton({"job", "submit", "review", "order-17", "{}", "--json"}).out, "job");
  EXPECT_EQ(baton({"job", "show", job}).exit_code, 0);
  EXPECT_EQ(baton({"job", "show", job, "--wait", "0.1"}).exit_code, 8);
  baton({"job", "cancel", job});
  EXPECT_EQ(baton({"job", "show", job}).exit_code, 0);
  const Ended cancelled = baton({"job", "show", job, "--wait", "60"});
  EXPECT_EQ(cancelled.exit_code, 5);
  EXPECT_THAT(cancelled.out, HasSubstr("cancelled"));
}

TEST_F(RemoteCommands, a_wrong_token_is_not_allowed_however_often_it_comes) {
  const std::string wrong(64, 'x');
  const Ended early = baton({"health"}, {"BATON_TOKEN=" + wrong});
  EXPECT_EQ(early.exit_code, 4) << early.out;
  for (int i = 0; i < 20; ++i) {
    daemon_.connect().request("GET", "/v1/health", "", {{"Authorization", "Bearer " + wrong}});
  }
  const Ended refused = baton({"health"}, {"BATON_TOKEN=" + wrong});
  EXPECT_EQ(refused.exit_code, 4) << refused.out;
  EXPECT_THAT(refused.out, AllOf(HasSubstr("too many wrong tokens were sent from here, more than 20 within 60 s"),
                                 HasSubstr("the token is from BATON_TOKEN")));
  EXPECT_EQ(baton({"health"}).exit_code, 0) << "the right one still opens";
}

TEST_F(RemoteCommands, an_empty_word_names_nothing) {
  for (const auto& words : std::vector<std::vector<std::string>>{{"queue", "pause", ""},
                                                                 {"task", "show", ""},
                                                                 {"task", "wait", ""},
                                                                 {"task", "cancel", "x", ""},
                                                                 {"agent", "show", ""},
                                                                 {"agent", "drain", ""},
                                                                 {"result", "get", ""}}) {
    const Ended refused = baton(words);
    EXPECT_EQ(refused.exit_code, 2) << words[0] << " " << words[1];
    EXPECT_THAT(refused.out, HasSubstr(": it is empty, as a variable is that was not set"));
  }
}

TEST_F(RemoteCommands, bytes_that_are_no_text_are_refused_instead_of_replaced) {
  std::ofstream(folder_.path() / "bytes") << "\xff";
  for (const auto& words : std::vector<std::vector<std::string>>{{"task", "submit", "\xff\xfe"},
                                                                 {"task", "submit", "write", "--thread", "\xff"},
                                                                 {"task", "submit", "write", "--after", "\xff"},
                                                                 {"thread", "say", "talk", "\xff"},
                                                                 {"thread", "say", "talk", "@bytes"}}) {
    const Ended refused = baton(words);
    EXPECT_EQ(refused.exit_code, 2) << refused.out;
    EXPECT_THAT(refused.out, HasSubstr(": it is not UTF-8"));
  }
  EXPECT_EQ(baton({"task", "list"}).out, "no such tasks\n");
}

TEST_F(RemoteCommands, pause_and_resume_one_lane_or_all) {
  submit();
  EXPECT_EQ(baton({"queue", "pause", "a b/c?"}).exit_code, 0);
  EXPECT_THAT(baton({"queue", "show"}).out, AllOf(HasSubstr("write"), HasSubstr("paused: a b/c?")));
  EXPECT_EQ(baton({"queue", "resume", "a b/c?"}).exit_code, 0);
  EXPECT_THAT(baton({"queue", "show"}).out, Not(HasSubstr("paused")));
  EXPECT_EQ(baton({"queue", "pause", "--all"}).exit_code, 0);
  EXPECT_THAT(baton({"attention"}).out, HasSubstr("baton queue resume --all"));
  EXPECT_EQ(baton({"queue", "resume", "--all"}).exit_code, 0);
  EXPECT_THAT(baton({"queue", "show", "--json"}).out, HasSubstr(R"("all_paused":false)"));
  EXPECT_THAT(baton({"queue", "peek", "write"}).out, HasSubstr("PLACE"));
  EXPECT_EQ(baton({"queue", "resume"}).exit_code, 2);
}

TEST_F(RemoteCommands, drain_resume_and_remove_agents) {
  join("a.b:c");
  EXPECT_THAT(baton({"agent", "list"}).out, AllOf(HasSubstr("a.b:c"), HasSubstr("idle"), HasSubstr("write")));
  EXPECT_THAT(baton({"agent", "drain", "a.b:c"}).out, HasSubstr("draining"));
  EXPECT_EQ(baton({"agent", "drain", "a.b:c"}).exit_code, 0);
  EXPECT_THAT(baton({"agent", "resume", "a.b:c", "--json"}).out, HasSubstr(R"("state":"idle")"));
  EXPECT_EQ(baton({"agent", "resume", "a.b:c"}).exit_code, 1);
  EXPECT_THAT(baton({"agent", "remove", "a.b:c", "--json"}).out, HasSubstr(R"("removed":true)"));
  EXPECT_EQ(baton({"agent", "show", "a.b:c"}).exit_code, 3);
  EXPECT_EQ(baton({"agent", "remove", "a.b:c"}).exit_code, 3);
  join("ann");
  daemon_.call("POST", "/v1/agents/ann/transition", R"({"expected":"idle","event":"agent_failed"})");
  const Ended crashed = baton({"agent", "drain", "ann"});
  EXPECT_EQ(crashed.exit_code, 1);
  EXPECT_EQ(
      crashed.out,
      "baton agent drain: agent ann has crashed and is given no task; remove it with `baton agent remove ann`, or "
      "let it register again\n");
}

TEST_F(RemoteCommands, groups_are_made_looked_at_and_dropped) {
  EXPECT_EQ(baton({"group", "create", "g", "--after", "0", "--visibility", "90s"}).exit_code, 0);
  EXPECT_THAT(baton({"group", "list"}).out, HasSubstr("CURSOR"));
  EXPECT_THAT(baton({"group", "show", "g"}).out, AllOf(HasSubstr("90s"), HasSubstr("nothing is pending")));
  EXPECT_THAT(baton({"group", "dead", "g"}).out, HasSubstr("no dead letters"));
  EXPECT_THAT(baton({"group", "redrive", "g", "--dry-run", "--json"}).out, HasSubstr(R"("redriven":0)"));
  EXPECT_EQ(baton({"group", "drop", "g"}).exit_code, 2);
  EXPECT_EQ(baton({"group", "drop", "g", "--yes"}).exit_code, 0);
  EXPECT_EQ(baton({"group", "show", "g"}).exit_code, 3);
}

TEST_F(RemoteCommands, threads_locks_correlations_records_and_results) {
  EXPECT_EQ(baton({"thread", "create", "talk"}).exit_code, 0);
  EXPECT_EQ(baton({"thread", "say", "talk", "look \"here\""}).exit_code, 0);
  EXPECT_THAT(baton({"thread", "messages", "talk"}).out, AllOf(HasSubstr("user"), HasSubstr(R"("look \"here\"")")));
  EXPECT_THAT(baton({"thread", "list"}).out, HasSubstr("talk"));
  daemon_.call("POST", "/v1/locks/deploy/try", R"({"owner":"me"})");
  EXPECT_THAT(baton({"lock", "list"}).out, HasSubstr("deploy"));
  EXPECT_THAT(baton({"lock", "release", "deploy"}).out, HasSubstr("free the lock deploy, held by me? add --yes"));
  EXPECT_EQ(baton({"lock", "release", "deploy", "--yes"}).exit_code, 0);
  EXPECT_EQ(baton({"lock", "show", "deploy"}).exit_code, 3);
  EXPECT_EQ(baton({"correlation", "open", "c", "--expect", "a,b", "--timeout", "1h"}).exit_code, 0);
  EXPECT_EQ(baton({"correlation", "signal", "c", "a", "{\"n\":1}"}).exit_code, 0);
  EXPECT_THAT(baton({"correlation", "show", "c"}).out, AllOf(HasSubstr("collecting"), HasSubstr("SIGNAL")));
  EXPECT_THAT(baton({"correlation", "list"}).out, HasSubstr("a,b"));
  EXPECT_EQ(baton({"record", "put", "note", "k", "[1]", "--ttl", "1d"}).exit_code, 0);
  EXPECT_THAT(baton({"record", "list", "note"}).out, HasSubstr("[1]"));
  const std::string task = submit();
  EXPECT_EQ(baton({"result", "get", task}).exit_code, 8);
  daemon_.call("PUT", "/v1/tasks/" + task + "/results/1", R"({"value":{"a":1}})");
  EXPECT_EQ(baton({"result", "get", task, "1"}).out, "{\"a\":1}\n");
}

TEST_F(RemoteCommands, hostile_text_never_reaches_a_terminal) {
  daemon_.call("POST", "/v1/tasks", "{\"kind\":\"write\",\"payload\":{\"t\":\"\\u001b[2J\\u009b31m\\u202e\"}}");
  const std::string task = json_word(daemon_.call("GET", "/v1/tasks").body, "id");
  for (const Ended& shown : {baton({"task", "show", task}), baton({"task", "show", task, "--json"})}) {
    EXPECT_THAT(shown.out, Not(HasSubstr("\x1b")));
    EXPECT_THAT(shown.out, Not(HasSubstr("\xc2\x9b")));
    EXPECT_THAT(shown.out, Not(HasSubstr("\xe2\x80\xae")));
  }
}

TEST_F(RemoteCommands, a_secret_in_the_wrong_place_is_not_repeated) {
  const std::string token = "baton_00000000000070008000000000000001_" + std::string(64, 'a');
  const Ended no_file = baton({"health", "--token-file", token});
  EXPECT_EQ(no_file.exit_code, 4);
  const Ended no_url = baton({"health", "--url", "https://u:aaaaaaaa@host"});
  EXPECT_EQ(no_url.exit_code, 2);
  const Ended no_word = baton({"task", "list", token});
  EXPECT_EQ(no_word.exit_code, 2);
  for (const Ended& refused : {no_file, no_url, no_word}) {
    EXPECT_THAT(refused.out, AllOf(HasSubstr("…"), Not(HasSubstr("aaaaaaaa"))));
  }
}

TEST_F(RemoteCommands, a_text_in_a_file_ends_before_its_last_line_end) {
  for (const char* line_end : {"", "\n", "\r\n"}) {
    std::ofstream(folder_.path() / "secret") << "whsec_" << std::string(43, 'A') << "=" << line_end;
    const Ended created = baton({"subscription", "create", "pager", "https://pager.example/hook", "--secret", "@secret",
                                 "--type", "task.dead"});
    EXPECT_EQ(created.exit_code, 0) << created.out;
    EXPECT_EQ(baton({"subscription", "remove", "pager", "--yes"}).exit_code, 0);
  }
  std::ofstream(folder_.path() / "words") << "two\nlines\n\n";
  baton({"thread", "create", "talk"});
  EXPECT_EQ(baton({"thread", "say", "talk", "@words"}).exit_code, 0);
  EXPECT_THAT(baton({"thread", "messages", "talk", "--json"}).out, HasSubstr(R"("two\nlines\n")"));
}

TEST_F(RemoteCommands, cancelled_jobs_are_a_table_as_cancelled_tasks_are) {
  const std::string job = json_word(baton({"job", "submit", "review", "order-17", "{}", "--json"}).out, "job");
  const Ended cancelled = baton({"job", "cancel", job});
  EXPECT_EQ(cancelled.exit_code, 0) << cancelled.out;
  EXPECT_THAT(cancelled.out, AllOf(HasSubstr("JOB"), HasSubstr(job), HasSubstr("order-17"), HasSubstr("cancelled"),
                                   Not(HasSubstr("items"))));
}

TEST_F(RemoteCommands, say_what_is_wrong_and_what_to_do_in_one_line) {
  const auto one_line = [](const Ended& ended, int code, const std::string& text) {
    EXPECT_EQ(ended.exit_code, code) << ended.out;
    EXPECT_EQ(std::ranges::count(ended.out, '\n'), 1) << ended.out;
    EXPECT_THAT(ended.out, HasSubstr(text));
  };
  one_line(baton({"task", "show", "00000000-0000-7000-8000-000000000001"}), 3, "baton task show: no task");
  one_line(baton({"task", "show", "--token-file", "nowhere", "x"}), 4, "no token in nowhere");
  one_line(baton({"health", "--url", "http://127.0.0.1:1"}), 1, "start one with `baton serve`");
  one_line(baton({"health", "--url", "ftp://x"}), 2, "write it like http://127.0.0.1:7777");
  one_line(baton({"health", "--url", "http://example.org"}), 2, "write https://");
  one_line(baton({"health", "--url", "http://127.0.0.1:99999999"}), 2, "is no address of a daemon");
  one_line(baton({"task", "lst"}), 2, "maybe `list` is meant");
  one_line(baton({"task", "list", "--lan", "x"}), 2, "maybe `--lane` is meant; see `baton task list --help`");
  one_line(baton({"task", "list", "--lane", "--json"}), 2, "`--lane` has no value: `--json` is a flag");
  for (const char* no_number : {"x", "0", "18446744073709551616"}) {
    one_line(baton({"task", "list", "--limit", no_number}), 2, "no whole number");
    one_line(baton({"event", "list", "-f", "--limit", no_number}), 2, "no whole number");
  }
  one_line(baton({"event", "tail", "-n", "abc"}), 2, "--last: `abc` is no whole number");
  one_line(baton({"task", "submit", "write", "--run-at", "soon"}), 2, "write it like");
  std::ofstream(folder_.path() / "foreign") << std::string(64, 'x');
  one_line(baton({"health", "--token-file", "foreign"}), 4, "the token is from foreign (--token-file)");
}

}  // namespace
}  // namespace baton::test
