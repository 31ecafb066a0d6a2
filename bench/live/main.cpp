#include <arpa/inet.h>
#include <sys/resource.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>

#include "crowd.hpp"

// What the daemon does under a crowd: clients that follow its events, agents that wait for work, and slow ones.

namespace {

using namespace live;
namespace asio = boost::asio;

struct Options {
  std::uint16_t port = 7777;
  std::string token_file = "baton.token";
  int pid = 0;
  double seconds = 60;
  Load load;
};

int usage() {
  std::fputs(
      "usage: live_load --pid PID [--port 7777] [--token-file baton.token] [--streams 2000] [--agents 1000]\n"
      "                 [--events PER_SECOND, 20] [--loris 0] [--seconds 60]\n"
      "With --loris N everything is measured twice: without and with N clients that never end their request.\n",
      stderr);
  return 2;
}

bool take(Options& options, const std::string& name, const std::string& value) {
  const auto size = [&value] { return static_cast<std::size_t>(std::stoul(value)); };
  const std::map<std::string, std::function<void()>> known{
      {"--port", [&] { options.port = static_cast<std::uint16_t>(size()); }},
      {"--token-file", [&] { options.token_file = value; }},
      {"--pid", [&] { options.pid = std::stoi(value); }},
      {"--seconds", [&] { options.seconds = std::stod(value); }},
      {"--streams", [&] { options.load.streams = size(); }},
      {"--agents", [&] { options.load.agents = size(); }},
      {"--loris", [&] { options.load.loris = size(); }},
      {"--events", [&] { options.load.events_per_second = std::stod(value); }}};
  const auto found = known.find(name);
  if (found == known.end()) return false;
  found->second();
  return true;
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
  const auto look = [&options] { return look_at(options.pid).value_or(Process{}); };
  const auto time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
  const Process empty = look();
  Crowd crowd(loop, door, options.load);
  if (co_await crowd.gather()) {
    auto before = look();
    print("without slow ones", co_await crowd.work(time), before, look(), options.seconds);
    if (options.load.loris > 0) {
      crowd.annoy();
      co_await wait(loop, 2);
      before = look();
      print("with slow ones", co_await crowd.work(time), before, look(), options.seconds);
    }
    *code = 0;
  } else {
    std::fputs("live_load: not all could connect; is the daemon's limit of descriptors high enough?\n", stderr);
  }
  crowd.leave();
  for (int i = 0; i < 100 && look().descriptors > empty.descriptors; ++i) co_await wait(loop, 0.1);
  std::printf("descriptors before %zu, after %zu\n", empty.descriptors, look().descriptors);
  loop.stop();
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  try {
    for (int i = 1; i + 1 < argc; i += 2) {
      if (!take(options, argv[i], argv[i + 1])) return usage();
    }
  } catch (const std::exception&) {
    return usage();
  }
  if (options.pid == 0 || argc % 2 == 0) return usage();
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  Door door{.endpoint = {asio::ip::address_v4::loopback(), options.port}, .token = {}};
  std::ifstream file(options.token_file);
  if (!std::getline(file, door.token)) {
    std::fprintf(stderr, "live_load: cannot read %s; name the token's file with --token-file\n",
                 options.token_file.c_str());
    return 1;
  }
  asio::io_context loop(1);
  int code = 1;
  asio::co_spawn(loop, measure(loop, door, options, &code), asio::detached);
  loop.run();
  return code;
}
