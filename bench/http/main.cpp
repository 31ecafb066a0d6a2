#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <cstdio>

#include "callers.hpp"
#include "client/grant.hpp"
#include "client/subject.hpp"

// What a request costs the daemon: an empty one, a claim and a settle, as `baton bench` asks them of a store.

namespace {

using namespace bench;
namespace asio = boost::asio;

constexpr std::size_t tasks_a_submit = 100;
constexpr const char* day_us = "86400000000";

struct Options {
  std::size_t connections = 64;
  std::size_t tasks = 2000;
  std::size_t rounds = 3;
  bool empty_only = false;
};

int usage() {
  std::fputs(
      "usage: http_load --pid PID [--port 7777] [--token-file baton.token] [--connections 64] [--tasks 2000]\n"
      "                 [--rounds 3] [--only empty]\n"
      "Prints as JSON what an empty request, a claim and a settle take. The daemon shall do nothing else meanwhile.\n",
      stderr);
  return 2;
}

std::string agent_path(std::size_t number) { return "/v1/agents/bench-" + std::to_string(number); }

std::vector<Message> registrations(std::size_t agents) {
  std::vector<Message> messages;
  for (std::size_t i = 0; i < agents; ++i) {
    messages.push_back({"POST", agent_path(i) + "/register",
                        std::string(R"({"incarnation":"1","lanes":["bench-0"],"ttl_us":)") + day_us + "}"});
  }
  return messages;
}

std::vector<Message> submits(std::size_t tasks) {
  std::vector<Message> messages;
  std::string list;
  for (std::size_t i = 0; i < tasks; ++i) {
    list += list.empty() ? "" : ",";
    list += R"({"kind":"bench","lane":"bench-0","payload":)"
            R"({"prompt":"summarise the page and list its sources","url":"page-)" +
            std::to_string(i) + R"(","depth":2}})";
    if ((i + 1) % tasks_a_submit != 0 && i + 1 < tasks) continue;
    messages.push_back({"POST", "/v1/tasks", R"({"tasks":[)" + std::exchange(list, {}) + "]}"});
  }
  return messages;
}

std::vector<Message> claims(std::size_t tasks) {
  const std::string now = std::to_string(Clock::now().time_since_epoch().count());
  std::vector<Message> messages;
  for (std::size_t i = 0; i < tasks; ++i) {
    messages.push_back({"POST", agent_path(i) + "/claim",
                        R"({"incarnation":"1","claim_id":"c)" + now + R"(","lease_us":)" + day_us + "}"});
  }
  return messages;
}

std::vector<Message> settles(const std::vector<Answer>& grants) {
  std::vector<Message> messages;
  for (const auto& grant : grants) {
    messages.push_back(
        {"POST", completion_of(grant.body), "{" + fence_in(grant.body) + R"(,"result":{"answer":"done"}})"});
  }
  return messages;
}

/// Of an even number the mean of the two in the middle: the upper one alone would tell more than there is.
double median(std::vector<double> values) {
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

/// All rounds of one kind of request.
struct Cost {
  std::size_t refused = 0;
  std::size_t requests = 0;
  Latencies took;
  double seconds = 0;
  std::vector<double> cpu_us{};

  void add(const Replay& replay) {
    for (const auto& answer : replay.answers) refused += answer.status != 200;
    requests += replay.answers.size();
    took.add(replay.took);
    seconds += std::chrono::duration<double>(replay.elapsed).count();
    cpu_us.push_back(1e6 * replay.cpu_seconds / static_cast<double>(replay.answers.size()));
  }
  /// The speed of a machine drifts: each round is held against the empty requests of the same moment.
  double against(const Cost& empty) const {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < cpu_us.size(); ++i) ratios.push_back(cpu_us[i] / empty.cpu_us[i]);
    return median(std::move(ratios));
  }
  /// Of the CPU the median counts: a round that met somebody else's work tells of that.
  void print(const char* name, const Cost& empty, const char* end) const {
    const auto count = static_cast<double>(requests);
    std::printf(R"("%s":{"per_s":%.1f,"p50_us":%.1f,"p99_us":%.1f,"cpu_us":%.3f,"against_empty":%.4f}%s)", name,
                count / seconds, 1000 * took.percentile(0.5), 1000 * took.percentile(0.99), median(cpu_us),
                against(empty), end);
  }
};

bool all_answered(const Replay& replay) {
  for (const auto& answer : replay.answers) {
    if (answer.status < 200 || answer.status > 299) return false;
  }
  return true;
}

struct Costs {
  Cost empty;
  Cost claim;
  Cost settle;

  std::size_t refused() const { return empty.refused + claim.refused + settle.refused; }
};

asio::awaitable<bool> work_once(Callers& callers, std::size_t tasks, Costs& costs) {
  if (!all_answered(co_await callers.run(submits(tasks)))) co_return false;
  const Replay claimed = co_await callers.run(claims(tasks));
  costs.claim.add(claimed);
  costs.settle.add(co_await callers.run(settles(claimed.answers)));
  co_return true;
}

asio::awaitable<bool> measure_rounds(Callers& callers, Options options, Costs& costs) {
  if (!options.empty_only && !all_answered(co_await callers.run(registrations(options.tasks)))) co_return false;
  for (std::size_t i = 0; i < options.rounds && costs.refused() == 0; ++i) {
    costs.empty.add(co_await callers.run(std::vector<Message>(options.tasks, Message{"GET", "/v1/whoami"})));
    if (options.empty_only) continue;
    if (!co_await work_once(callers, options.tasks, costs)) co_return false;
  }
  co_return costs.refused() == 0;
}

asio::awaitable<void> measure(asio::io_context& loop, Door door, int pid, Options options, int* code) {
  Callers callers(loop, pid);
  Costs costs;
  const bool connected = co_await callers.connect(door, options.connections);
  const bool good = connected && co_await measure_rounds(callers, options, costs);
  loop.stop();
  if (!good) {
    std::fputs("http_load: the daemon refuses what is asked; does it do anything else, or push tasks to agents?\n",
               stderr);
    co_return;
  }
  std::fputs("{", stdout);
  costs.empty.print("empty", costs.empty, options.empty_only ? "}\n" : ",");
  if (!options.empty_only) {
    costs.claim.print("claim", costs.empty, ",");
    costs.settle.print("settle", costs.empty, "}\n");
  }
  *code = 0;
}

}  // namespace

int main(int argc, char** argv) {
  Subject subject;
  Options options;
  const auto number = [](std::size_t& into) { return [&into](const std::string& value) { into = std::stoul(value); }; };
  if (!read_arguments(argc, argv, subject,
                      {{"--connections", number(options.connections)},
                       {"--tasks", number(options.tasks)},
                       {"--rounds", number(options.rounds)},
                       {"--only", [&options](const std::string& value) { options.empty_only = value == "empty"; }}})) {
    return usage();
  }
  const auto door = door_of(subject);
  if (!door) return 1;
  asio::io_context loop(1);
  int code = 1;
  asio::co_spawn(loop, measure(loop, *door, subject.pid, options, &code), asio::detached);
  // Without a rest: to wake us would cost the daemon, and most where it is slowest.
  while (!loop.stopped()) loop.poll();
  return code;
}
