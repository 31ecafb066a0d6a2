#include "engine/pattern_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <csignal>
#include <memory>

#include "core/json_value.hpp"
#include "core/merge_patterns.hpp"
#include "engine/nursery.hpp"

extern char** environ;

namespace baton {

namespace {

namespace asio = boost::asio;
constexpr auto as_tuple = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t longest_answer = limits::json_bytes;
constexpr std::size_t longest_complaint = 4096;

/// A started program with our ends of its input and its two outputs. Killed and reaped with its owner.
class Running {
 public:
  static Result<std::unique_ptr<Running>> start(const asio::any_io_executor& executor,
                                                const std::vector<std::string>& command);
  ~Running() {
    if (pid_ <= 0) return;
    kill();
    ::waitpid(pid_, nullptr, 0);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// With all that it started itself.
  void kill() const { ::kill(-pid_, SIGKILL); }
  /// Whether it ended well. Call it once `ended` can be read: then there is nothing to wait for.
  bool reap() {
    int status = 0;
    ::waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  /// A socket: to write to one whose reader is gone is an error, and not a signal that ends us.
  asio::local::stream_protocol::socket in;
  asio::posix::stream_descriptor out, err, ended;

 private:
  explicit Running(const asio::any_io_executor& executor)
      : in(executor), out(executor), err(executor), ended(executor) {}
  pid_t pid_ = -1;
};

/// Both ends of a pipe or of a pair of sockets, closed with their owner unless they were given away.
struct Pipe {
  explicit Pipe(bool sockets = false) {
    const int failed = sockets ? ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : ::pipe2(ends, O_CLOEXEC);
    if (failed != 0) ends[0] = ends[1] = -1;
  }
  ~Pipe() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  int give(int index) { return std::exchange(ends[index], -1); }

  int ends[2] = {-1, -1};  // NOLINT(modernize-avoid-c-arrays): as pipe2 wants it
};

Result<std::unique_ptr<Running>> Running::start(const asio::any_io_executor& executor,
                                                const std::vector<std::string>& command) {
  Pipe in(true);
  Pipe out;
  Pipe err;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, in.ends[0], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::unique_ptr<Running> running(new Running(executor));
  const int failed = ::posix_spawnp(&running->pid_, arguments[0], &actions, &attributes, arguments.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    running->pid_ = -1;
    return fail(Errc::invalid, "the pattern's program " + command[0] + " cannot be started; check its path");
  }
  running->in.assign(asio::local::stream_protocol(), in.give(1));
  running->out.assign(out.give(0));
  running->err.assign(err.give(0));
  running->ended.assign(static_cast<int>(::syscall(SYS_pidfd_open, running->pid_, 0)));
  return running;
}

awaitable<void> feed(Running* running, std::string text) {
  // Who does not want to read it all is free not to.
  co_await asio::async_write(running->in, asio::buffer(text), as_tuple);
  running->in.close();
}

awaitable<void> drain(asio::posix::stream_descriptor* from, std::string* into, std::size_t most) {
  auto [error, size] = co_await asio::async_read(*from, asio::dynamic_buffer(*into, most), as_tuple);
  if (!error) from->close();  // it says more than anybody will read
}

awaitable<void> see_end(Running* running) {
  co_await running->ended.async_wait(asio::posix::stream_descriptor::wait_read, as_tuple);
}

awaitable<void> guard(Running* running, asio::steady_timer* timer, bool* late) {
  auto [error] = co_await timer->async_wait(as_tuple);
  if (error) co_return;
  *late = true;
  running->kill();
}

JsonValue told(const MergeInput& input) {
  JsonValue::Object signals;
  for (const MergeSignal& signal : input.signals) signals.push_back({signal.name.str(), JsonValue(signal.body)});
  JsonValue all;
  all.set("corr_id", JsonValue(input.correlation.str()))
      .set("expected_agents", list_of_names(input.expected))
      .set("missing", list_of_names(input.missing()))
      .set("signals", JsonValue(std::move(signals)))
      .set("parameters", JsonValue(input.parameters));
  return all;
}

Result<Merged> answer_in(const std::string& text, const std::string& program) {
  const auto parsed = Json::parse(text);
  if (!parsed)
    return fail(Errc::invalid, "the answer of the pattern's program " + program + ": " + parsed.error().detail);
  const JsonValue answer(*parsed);
  const auto member = [&](std::string_view name) { return answer.find(name); };
  const JsonValue* decision = member("decision");
  if (decision == nullptr || decision->object() == nullptr) {
    return fail(Errc::invalid, "the answer of the pattern's program " + program + " has no object `decision`");
  }
  const auto or_empty = [](const JsonValue* value) { return value == nullptr ? Json::trusted("{}") : value->json(); };
  return Merged{.source_signals = or_empty(member("source_signals")),
                .merged_analysis = or_empty(member("merged_analysis")),
                .decision = decision->json()};
}

}  // namespace

awaitable<Result<Merged>> run_pattern(std::vector<std::string> command, MergeInput input, Duration timeout) {
  const auto executor = co_await asio::this_coro::executor;
  auto running = Running::start(executor, command);
  if (!running) co_return std::unexpected(std::move(running.error()));
  std::string answer;
  std::string complaint;
  bool late = false;
  asio::steady_timer timer(executor, timeout);
  Nursery guards(executor);
  Nursery pipes(executor);
  guards.start(guard(running->get(), &timer, &late));
  pipes.start(feed(running->get(), told(input).json().text()));
  pipes.start(drain(&(*running)->out, &answer, longest_answer));
  pipes.start(drain(&(*running)->err, &complaint, longest_complaint));
  pipes.start(see_end(running->get()));
  co_await pipes.join();
  timer.cancel();
  co_await guards.join();
  const bool well = (*running)->reap();
  if (late) co_return fail(Errc::invalid, "the pattern's program " + command[0] + " took too long and was ended");
  if (!well) {
    const std::string why = complaint.substr(0, complaint.find('\n'));
    co_return fail(Errc::invalid, "the pattern's program " + command[0] + " failed" + (why.empty() ? "" : ": " + why));
  }
  co_return answer_in(answer, command[0]);
}

}  // namespace baton
