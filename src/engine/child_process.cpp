#include "engine/child_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

#include "engine/bell.hpp"
#include "engine/child_start.hpp"
#include "engine/nursery.hpp"

namespace baton {

namespace asio = boost::asio;

namespace {

using Stream = asio::posix::stream_descriptor;
constexpr auto quietly = asio::as_tuple(asio::use_awaitable);
/// For what is still in the pipes when the program has ended.
constexpr std::chrono::seconds drain_time{1};
constexpr std::chrono::seconds kill_again{1};

/// A program and all that is under way about it.
class Running {
 public:
  Running(const asio::any_io_executor& executor, StartedChild child, ChildOptions options)
      : options_(std::move(options)),
        pid_(child.pid),
        handle_(executor, child.handle.release()),
        output_(executor, child.output.release()),
        errors_(executor, child.errors.release()),
        trouble_(executor, child.trouble.release()),
        bell_(executor),
        crew_(executor) {}

  asio::awaitable<Result<ChildEnd>> see_through(std::stop_token stop);

 private:
  asio::awaitable<void> read(Stream* from, std::string* into, std::uint64_t* bytes);
  asio::awaitable<void> read_trouble();
  asio::awaitable<void> await_end();
  asio::awaitable<void> attend(std::stop_token stop);
  asio::awaitable<void> clear_up();
  void tell(int signal) const { ::kill(-pid_, signal); }

  ChildOptions options_;
  pid_t pid_;
  Stream handle_;
  Stream output_;
  Stream errors_;
  Stream trouble_;
  Bell bell_;
  Nursery crew_;
  ChildEnd end_;
  int trouble_code_ = 0;
  std::uint64_t error_bytes_ = 0;
  int open_streams_ = 2;
  bool ended_ = false;
};

asio::awaitable<void> Running::read(Stream* from, std::string* into, std::uint64_t* bytes) {
  std::array<char, 16 * 1024> buffer{};
  for (;;) {
    const auto [error, size] = co_await from->async_read_some(asio::buffer(buffer), quietly);
    if (error) break;
    *bytes += size;
    into->append(buffer.data(), std::min(size, options_.output_limit - into->size()));
  }
  if (--open_streams_ == 0) bell_.ring();
}

asio::awaitable<void> Running::read_trouble() {
  const auto [error, size] =
      co_await trouble_.async_read_some(asio::buffer(&trouble_code_, sizeof trouble_code_), quietly);
  if (error) trouble_code_ = 0;
}

asio::awaitable<void> Running::await_end() {
  int status = 0;
  // An event loop may say too early that there is something to read.
  do {
    co_await handle_.async_wait(Stream::wait_read, quietly);
  } while (::waitpid(pid_, &status, WNOHANG) == 0);
  if (WIFEXITED(status)) end_.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end_.signal = WTERMSIG(status);
  ended_ = true;
  bell_.ring();
}

/// Until it has ended, by itself or because its time is over or nobody wants it any more.
asio::awaitable<void> Running::attend(std::stop_token stop) {
  const std::stop_callback on_stop(stop, [this] { bell_.ring(); });
  auto wake_at = Bell::Clock::now() + options_.timeout;
  bool told = false;
  while (!ended_) {
    const auto now = Bell::Clock::now();
    if (!told && (stop.stop_requested() || now >= wake_at)) {
      end_.stopped = stop.stop_requested();
      end_.timed_out = !end_.stopped;
      told = true;
      tell(SIGTERM);
      wake_at = now + options_.grace;
    } else if (told && now >= wake_at) {
      tell(SIGKILL);
      wake_at = now + kill_again;
    }
    co_await bell_.wait(wake_at);
  }
}

asio::awaitable<void> Running::clear_up() {
  // What it has started and left behind.
  tell(SIGKILL);
  const auto until = Bell::Clock::now() + drain_time;
  while (open_streams_ > 0 && Bell::Clock::now() < until) co_await bell_.wait(until);
  output_.close();
  errors_.close();
  trouble_.close();
  co_await crew_.join();
}

asio::awaitable<Result<ChildEnd>> Running::see_through(std::stop_token stop) {
  crew_.start(read(&output_, &end_.output, &end_.output_bytes));
  crew_.start(read(&errors_, &end_.errors, &error_bytes_));
  crew_.start(read_trouble());
  crew_.start(await_end());
  co_await attend(std::move(stop));
  co_await clear_up();
  if (trouble_code_ != 0) {
    co_return fail(Errc::invalid, "cannot execute " + options_.arguments.front() + ": " +
                                      std::error_code(trouble_code_, std::system_category()).message() +
                                      "; correct the command or its directory");
  }
  co_return std::move(end_);
}

}  // namespace

std::string describe(const ChildEnd& end) {
  if (end.timed_out) return "it took longer than it may, and was stopped";
  if (end.stopped) return "it was stopped";
  if (end.signal != 0) return "signal " + std::to_string(end.signal) + " ended it";
  return "it ended with exit code " + std::to_string(end.code);
}

awaitable<Result<ChildEnd>> run_child(ChildOptions options, std::stop_token stop) {
  if (options.arguments.empty()) co_return fail(Errc::invalid, "a command needs a program");
  auto child = start_child(options);
  if (!child) co_return std::unexpected(std::move(child.error()));
  Running running(co_await asio::this_coro::executor, *std::move(child), std::move(options));
  co_return co_await running.see_through(std::move(stop));
}

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
  return variables;
}

std::vector<std::string> basic_environment() {
  std::vector<std::string> variables;
  for (const char* name : {"PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "USER"}) {
    if (const char* value = std::getenv(name)) variables.push_back(std::string(name) + "=" + value);
  }
  return variables;
}

}  // namespace baton
