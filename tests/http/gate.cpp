#include <sys/stat.h>

#include <array>
#include <barrier>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "http/fleet_fixture.hpp"
#include "http/token_file.hpp"
#include "support/programs.hpp"
#include "support/small_disk.hpp"

namespace baton::test {

using HttpGate = Http;

namespace {

HttpResponse ask(const DaemonProcess& daemon, const std::string& target, const Headers& headers) {
  return daemon.connect().request("GET", target, "", headers);
}

std::string bearer(const DaemonProcess& daemon) { return "Bearer " + daemon.token(); }

}  // namespace

TEST_F(HttpGate, everything_but_the_probes_needs_a_token) {
  for (const char* path : {"/v1/agents", "/v1/tasks", "/v1/queue", "/v1/events", "/v1/health", "/v1/agents/ada"}) {
    const auto refused = ask(daemon_, path, {});
    expect_problem(refused, 401, "unauthorized");
    EXPECT_EQ(refused.header("WWW-Authenticate"), "Bearer") << path;
  }
  EXPECT_EQ(ask(daemon_, "/livez", {}).status, 200);
  EXPECT_EQ(ask(daemon_, "/readyz", {}).status, 200);
}

TEST_F(HttpGate, only_the_exact_token_opens) {
  for (const std::string& credentials :
       {std::string("Bearer "), std::string("Bearer x"), bearer(daemon_) + "0", "Basic " + daemon_.token(),
        daemon_.token(), "Bearer " + daemon_.token().substr(1)}) {
    expect_problem(ask(daemon_, "/v1/agents", {{"Authorization", credentials}}), 401, "unauthorized");
  }
  EXPECT_EQ(ask(daemon_, "/v1/agents", {{"Authorization", bearer(daemon_)}}).status, 200);
  EXPECT_EQ(ask(daemon_, "/v1/agents", {{"authorization", "bearer " + daemon_.token()}}).status, 200);
}

TEST_F(HttpGate, several_credentials_are_refused) {
  const std::string good = bearer(daemon_);
  for (const std::string& other : {std::string("Bearer x"), good}) {
    expect_problem(ask(daemon_, "/v1/agents", {{"Authorization", good}, {"authorization", other}}), 400, "bad_request");
  }
}

TEST_F(HttpGate, the_token_file_is_for_its_owner_alone) {
  struct stat status{};
  ASSERT_EQ(::stat((folder_.path() / "baton.token").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  EXPECT_EQ(daemon_.token().size(), 64U);
}

TEST_F(HttpGate, a_name_of_another_machine_in_host_is_refused) {
  for (const char* host :
       {"evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "[::2]", "", "[::1]evil.example:80",
        "[::1].evil.example", "127.0.0.1:foo/@evil.example:80", "127.0.0.1:80@evil.example", "[::1"}) {
    expect_problem(ask(daemon_, "/livez", {{"Host", host}}), 403, "host_not_allowed");
  }
  for (const char* host : {"localhost", "LOCALHOST:1", "127.0.0.1", "127.0.0.2:7", "[::1]:7777"}) {
    EXPECT_EQ(ask(daemon_, "/livez", {{"Host", host}}).status, 200) << host;
  }
}

TEST_F(HttpGate, a_request_needs_exactly_one_host) {
  auto none = daemon_.connect();
  none.send("GET /livez HTTP/1.1\r\n\r\n");
  expect_problem(none.receive(), 400, "bad_request");
  expect_problem(ask(daemon_, "/livez", {{"Host", "localhost"}, {"host", "evil.example"}}), 400, "bad_request");
}

TEST_F(HttpGate, a_target_that_names_its_host_is_judged_by_that_one) {
  const std::string own = "http://127.0.0.1:" + std::to_string(daemon_.port());
  const Headers good{{"Host", "localhost"}, {"Authorization", bearer(daemon_)}};
  EXPECT_EQ(json_word(ask(daemon_, own + "/v1/whoami", good).body, "role"), "admin");
  EXPECT_EQ(ask(daemon_, "HTTP://localhost/v1/tasks?limit=1", good).status, 200);
  expect_problem(ask(daemon_, own + "/v1/tasks?limit=x", good), 400, "invalid");
  EXPECT_EQ(ask(daemon_, own + "/livez", {{"Host", "evil.example"}}).status, 200);
  for (const char* target :
       {"http://evil.example/livez", "http://evil.example", "http://127.0.0.1:80@evil.example/livez", "http:///livez",
        "http://user@127.0.0.1/livez"}) {
    expect_problem(ask(daemon_, target, good), 403, "host_not_allowed");
  }
  auto none = daemon_.connect();
  none.send("GET " + own + "/livez HTTP/1.1\r\n\r\n");
  expect_problem(none.receive(), 400, "bad_request");
}

TEST_F(HttpGate, a_page_of_another_origin_is_refused) {
  const Headers base{{"Host", "localhost:7777"}, {"Authorization", bearer(daemon_)}};
  for (const char* origin :
       {"http://evil.example", "null", "http://localhost:3000", "http://localhost:7777.evil.example"}) {
    auto headers = base;
    headers.emplace_back("Origin", origin);
    expect_problem(ask(daemon_, "/v1/agents", headers), 403, "origin_not_allowed");
  }
  auto own = base;
  own.emplace_back("Origin", "http://localhost:7777");
  EXPECT_EQ(ask(daemon_, "/v1/agents", own).status, 200);
}

TEST(HttpStart, a_token_file_that_others_may_read_is_refused) {
  const TemporaryDirectory folder;
  const auto path = folder.path() / "open.token";
  std::ofstream(path) << std::string(64, 'a') << '\n';
  ::chmod(path.c_str(), 0644);
  const auto ended = run_baton(folder, {"serve", "--store", "sqlite:state.db", "--token-file", path.string()});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_NE(ended.out.find("chmod 600"), std::string::npos) << ended.out;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "state.db")) << "no store is made that is then not served";
}

TEST(HttpStart, daemons_that_make_a_token_file_at_once_have_one_token) {
  const TemporaryDirectory folder;
  for (int round = 0; round < 20; ++round) {
    const std::string path = (folder.path() / ("token" + std::to_string(round))).string();
    std::barrier start(4);
    std::array<std::string, 4> tokens;
    {
      std::vector<std::jthread> daemons;
      for (std::string& token : tokens) {
        daemons.emplace_back([&] {
          start.arrive_and_wait();
          const auto made = http::load_or_make_token(path);
          token = made ? *made : made.error().detail;
        });
      }
    }
    for (const std::string& token : tokens) EXPECT_EQ(token + "\n", contents_of(path));
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 20) << "nothing is left beside them";
}

TEST(HttpStart, a_token_file_that_found_no_room_is_made_when_there_is_some) {
  const SmallDisk disk;
  NEED_MOUNTED(disk);
  disk.fill();
  const std::string path = disk.path() + "/baton.token";
  const auto refused = http::load_or_make_token(path);
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error().detail.find("the token file " + path), std::string::npos) << refused.error().detail;
  disk.free();
  const auto made = http::load_or_make_token(path);
  ASSERT_TRUE(made.has_value()) << made.error().detail;
  EXPECT_EQ(made->size(), 64U);
}

TEST(HttpStart, a_port_file_is_never_found_half_written) {
  const TemporaryDirectory folder;
  const auto path = folder.path() / "port";
  std::ofstream(path) << "old\n";
  std::filesystem::create_hard_link(path, folder.path() / "read before");
  const DaemonProcess daemon(folder, {"serve", "--store", "memory:", "--port-file", path.string()});
  EXPECT_EQ(contents_of(path), std::to_string(daemon.port()) + "\n");
  EXPECT_EQ(contents_of(folder.path() / "read before"), "old\n") << "another file has taken the name";
}

TEST(HttpStart, a_port_file_behind_a_link_is_written_where_it_is) {
  const TemporaryDirectory folder;
  std::ofstream(folder.path() / "there") << "old\n";
  std::filesystem::create_symlink("there", folder.path() / "port");
  const DaemonProcess daemon(folder, {"serve", "--store", "memory:", "--port-file", "port"});
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path() / "port"));
  EXPECT_EQ(contents_of(folder.path() / "there"), std::to_string(daemon.port()) + "\n");
}

TEST(HttpStart, a_token_file_of_ones_own_is_used) {
  const TemporaryDirectory folder;
  const auto path = folder.path() / "mine.token";
  std::ofstream(path) << std::string(40, 'k') << '\n';
  ::chmod(path.c_str(), 0600);
  const DaemonProcess daemon(folder, {"serve", "--store", "memory:", "--token-file", path.string()});
  EXPECT_EQ(ask(daemon, "/v1/agents", {{"Authorization", "Bearer " + std::string(40, 'k')}}).status, 200);
}

}  // namespace baton::test
