#include "cli/top.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <sstream>

#include "baton/json.hpp"
#include "cli/daemon_fixture.hpp"
#include "cli/printable.hpp"

namespace baton::test {
namespace {

using std::chrono::seconds;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr Time start{std::chrono::hours{24 * 20'000}};

const std::string figures = R"(# HELP baton_agents Agents by state
baton_agents{state="idle"} 3
baton_agents{state="working"} 2
baton_queue_depth{lane="a \"b\""} 7
baton_queue_depth{lane="deep"} 120
baton_queue_oldest_seconds{lane="deep"} 200
baton_queue_paused 1
baton_events_total{type="task.completed"} 40
)";
const std::string health = R"({"backend":"sqlite","durability":"full"})";
const std::string attention = R"({"complete":true,"items":[{"severity":"critical","sentence":"a wedge )"
                              "\\u001b[2J"
                              R"(","command":"baton agent list"}]})";

cli::TopPicture picture(Time at, double completed) {
  auto made = cli::picture_of(figures, health, attention, at);
  made.totals["task.completed"] = completed;
  return made;
}

TEST(Top, draws_agents_lanes_rates_and_what_needs_attention) {
  const auto now = cli::compared(picture(start + seconds{2}, 60), picture(start, 40));
  const std::string frame = cli::drawn(now, {.columns = 100, .rows = 30});
  EXPECT_THAT(frame, AllOf(HasSubstr("3 idle"), HasSubstr("2 working"), HasSubstr("10.0 completed"),
                           HasSubstr("a \"b\""), HasSubstr("120  3m"), HasSubstr("1 paused"),
                           HasSubstr("a wedge \\x1b[2J"), HasSubstr("baton agent list"),
                           HasSubstr("sqlite, durability full"), HasSubstr("q quits"), Not(HasSubstr("\x1b"))));
  EXPECT_LT(frame.find("deep"), frame.find("a \"b\""));
}

TEST(Top, fits_the_screen_whatever_its_size) {
  for (const std::size_t columns : {20U, 40U, 80U, 200U}) {
    for (const std::size_t rows : {12U, 14U, 40U}) {
      std::istringstream lines(cli::drawn(picture(start, 1), {.columns = columns, .rows = rows}));
      std::size_t count = 0;
      for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(cli::columns_of(line), columns) << line;
      EXPECT_LE(count, rows);
    }
  }
}

TEST(Top, counts_from_zero_after_the_daemon_was_started_anew) {
  EXPECT_EQ(cli::compared(picture(start + seconds{1}, 5), picture(start, 40)).rates->at("task.completed"), 0);
}

TEST(Top, knows_no_rate_from_one_look) {
  EXPECT_THAT(cli::drawn(picture(start, 40), {.columns = 100, .rows = 30}), HasSubstr("tasks/s  - submitted"));
  EXPECT_THAT(cli::as_json(picture(start, 40)), HasSubstr(R"("events_per_second":null)"));
}

TEST(Top, is_one_json_document_for_programs) {
  const auto now = cli::compared(picture(start + seconds{2}, 60), picture(start, 40));
  const auto document = Json::parse(cli::as_json(now));
  ASSERT_TRUE(document);
  EXPECT_THAT(document->text(),
              AllOf(HasSubstr(R"("agents":{"idle":3,"working":2})"), HasSubstr(R"("task.completed":10)"),
                    HasSubstr(R"({"lane":"deep","depth":120,"oldest_seconds":200})"), HasSubstr(R"("paused":1)"),
                    HasSubstr(R"("severity":"critical")")));
}

TEST_F(RemoteCommands, top_looks_twice_where_nobody_looks_on) {
  const Ended once = baton({"top", "--once", "--interval", "100ms"});
  EXPECT_EQ(once.exit_code, 0) << once.out;
  EXPECT_THAT(once.out, AllOf(ContainsRegex("[0-9]\\.[0-9] submitted"), HasSubstr("durability none")));
  const Ended document = baton({"top", "--json", "--interval", "100ms"});
  EXPECT_EQ(document.exit_code, 0) << document.out;
  EXPECT_THAT(document.out, AllOf(HasSubstr(R"("events_per_second":{)"), HasSubstr(R"("attention":{)")));
  EXPECT_EQ(std::ranges::count(document.out, '\n'), 1) << document.out;
}

/// `baton top` in a terminal of its own.
class InTerminal : public RemoteCommands {
 protected:
  void SetUp() override {
    winsize size{.ws_row = 24, .ws_col = 90, .ws_xpixel = 0, .ws_ypixel = 0};
    const std::string address = url();
    const std::string folder = folder_.path().string();
    const std::string binary = std::getenv("BATON_BINARY");  // NOLINT(concurrency-mt-unsafe)
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, &size);
    if (pid_ == 0) {
      if (::chdir(folder.c_str()) != 0) ::_exit(127);
      ::setenv("TERM", "xterm", 1);  // NOLINT(concurrency-mt-unsafe)
      ::execl(binary.c_str(), "baton", "top", "--url", address.c_str(), "--interval", "100ms", nullptr);
      ::_exit(127);
    }
  }
  void TearDown() override {
    ::close(terminal_);
    if (pid_ > 0) ::kill(pid_, SIGKILL);
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
  }

  bool shows(const std::string& text) {
    for (;;) {
      if (seen_.contains(text)) return true;
      pollfd waiting{.fd = terminal_, .events = POLLIN, .revents = 0};
      std::array<char, 4096> chunk{};
      if (::poll(&waiting, 1, 30'000) <= 0) return false;
      const auto count = ::read(terminal_, chunk.data(), chunk.size());
      if (count <= 0) return seen_.contains(text);
      seen_.append(chunk.data(), static_cast<std::size_t>(count));
    }
  }
  bool echoes() const {
    termios mode{};
    ::tcgetattr(terminal_, &mode);
    return (mode.c_lflag & ECHO) != 0;
  }
  int end() {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  pid_t pid_ = -1;
  int terminal_ = -1;
  std::string seen_;
};

TEST_F(InTerminal, top_draws_again_resizes_and_leaves_with_q) {
  submit();
  ASSERT_TRUE(shows("tasks/s")) << seen_;
  EXPECT_FALSE(echoes());
  winsize wider{.ws_row = 30, .ws_col = 120, .ws_xpixel = 0, .ws_ypixel = 0};
  ::ioctl(terminal_, TIOCSWINSZ, &wider);
  ASSERT_TRUE(shows("write")) << seen_;
  ASSERT_EQ(::write(terminal_, "q", 1), 1);
  EXPECT_TRUE(shows("\x1b[?1049l")) << seen_;
  EXPECT_EQ(end(), 0);
  EXPECT_TRUE(echoes());
}

TEST_F(InTerminal, top_restores_the_terminal_when_a_signal_ends_it) {
  ASSERT_TRUE(shows("tasks/s")) << seen_;
  ::kill(pid_, SIGTERM);
  EXPECT_TRUE(shows("\x1b[?25h\x1b[?1049l")) << seen_;
  EXPECT_EQ(end(), 0);
  EXPECT_TRUE(echoes());
}

}  // namespace
}  // namespace baton::test
