#include <sys/resource.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdio>

#include "client/subject.hpp"
#include "crowd.hpp"
#include "dawdlers.hpp"

// What the daemon does under a crowd: clients that follow its events, agents that wait for work, and slow ones.

namespace {

using namespace bench;
namespace asio = boost::asio;

struct Options {
  Subject daemon;
  double seconds = 60;
  Load load;
  std::size_t loris = 0;
};

int usage() {
  std::fputs(
      "usage: live_load --pid PID [--port 7777] [--token-file baton.token] [--streams 2000] [--agents 1000]\n"
      "                 [--events PER_SECOND, 20] [--loris 0] [--seconds 60]\n"
      "With --loris N everything is measured twice: without and with N clients that never end their request.\n",
      stderr);
  return 2;
}

bool read(int argc, char** argv, Options& options) {
  const auto count = [](std::size_t& into) { return [&into](const std::string& value) { into = std::stoul(value); }; };
  const auto amount = [](double& into) { return [&into](const std::string& value) { into = std::stod(value); }; };
  Load& load = options.load;
  return read_arguments(argc, argv, options.daemon,
                        {{"--seconds", amount(options.seconds)},
                         {"--streams", count(load.streams)},
                         {"--agents", count(load.agents)},
                         {"--loris", count(options.loris)},
                         {"--events", amount(load.events_per_second)}});
}

void print(const char* what, const Latencies& times) {
  std::printf("  %-18s %7zu  p50 %8.2f ms  p99 %8.2f ms  max %8.2f ms\n", what, times.count(), times.percentile(0.5),
              times.percentile(0.99), times.percentile(1));
}

void print(const char* phase, const Tally& tally, const Process& before, const Process& after, double seconds) {
  std::printf(
      "%s: %llu tasks, %llu events told to streams, %llu missed, %llu repeated, %llu streams cut off, %llu refused\n",
      phase, static_cast<unsigned long long>(tally.tasks), static_cast<unsigned long long>(tally.stream_events),
      static_cast<unsigned long long>(tally.missed), static_cast<unsigned long long>(tally.repeated),
      static_cast<unsigned long long>(tally.cut_off), static_cast<unsigned long long>(tally.refused));
  print("submit to grant", tally.submit_to_grant);
  print("submit", tally.submit);
  print("beat", tally.beat);
  std::printf("  daemon: memory %.1f MB (most %.1f), CPU %.0f %% of a core, %zu descriptors\n", after.memory_mb,
              after.most_memory_mb, 100 * (after.cpu_seconds - before.cpu_seconds) / seconds, after.descriptors);
}

asio::awaitable<void> wait(asio::io_context& loop, double seconds) {
  asio::steady_timer timer(loop, std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)));
  co_await timer.async_wait(asio::use_awaitable);
}

asio::awaitable<void> measure(asio::io_context& loop, const Door& door, const Options& options, int* code) {
  const auto look = [&options] { return look_at(options.daemon.pid).value_or(Process{}); };
  const auto time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  const Process empty = look();
  Crowd crowd(loop, door, options.load);
  Dawdlers slow(door);
  if (co_await crowd.gather()) {
    auto before = look();
    print("without slow ones", co_await crowd.work(time), before, look(), options.seconds);
    if (options.loris > 0) {
      slow.come(options.loris);
      co_await wait(loop, 2);
      before = look();
      print("with slow ones", co_await crowd.work(time), before, look(), options.seconds);
    }
    *code = 0;
  } else {
    std::fputs("live_load: not all could connect; is the daemon's limit of descriptors high enough?\n", stderr);
  }
  crowd.leave();
  slow.leave();
  for (int i = 0; i < 100 && look().descriptors > empty.descriptors; ++i) co_await wait(loop, 0.1);
  std::printf("descriptors before %zu, after %zu\n", empty.descriptors, look().descriptors);
  loop.stop();
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!read(argc, argv, options)) return usage();
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  const auto door = door_of(options.daemon);
  if (!door) return 1;
  asio::io_context loop(1);
  int code = 1;
  asio::co_spawn(loop, measure(loop, *door, options, &code), asio::detached);
  loop.run();
  return code;
}
