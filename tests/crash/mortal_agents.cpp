#include "crash/mortal_agents.hpp"

#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <csignal>
#include <limits>

#include "crash/caller.hpp"
#include "support/door.hpp"
#include "support/http_port.hpp"
#include "support/teller.hpp"

namespace baton::test {
namespace {

/// Above those of a fleet's own callers.
constexpr std::size_t first_number = 100;

}  // namespace

int live_as_agent(const AgentLife& life) {
  Door door(life.port, life.token);
  Teller teller;
  Shop shop{.store = Store(std::make_shared<HttpPort>(door)),
            .round = life.round,
            .most_calls = std::numeric_limits<std::size_t>::max(),
            .tell = [&teller](const Acknowledgement& told) { teller.tell(to_line(told)); }};
  boost::asio::io_context loop;
  auto ended = boost::asio::co_spawn(loop, work_in(&shop, life.number), boost::asio::use_future);
  loop.run();
  ended.get();
  return 0;
}

std::vector<std::string> to_arguments(const AgentLife& life) {
  return {"agent", std::to_string(life.port), life.token, life.round, std::to_string(life.number)};
}

AgentLife parse_agent(const std::vector<std::string>& arguments) {
  return {.port = static_cast<std::uint16_t>(std::stoul(arguments.at(1))),
          .token = arguments.at(2),
          .round = arguments.at(3),
          .number = std::stoul(arguments.at(4))};
}

MortalAgents::MortalAgents(std::size_t count, AgentLife life, Tell tell)
    : life_(std::move(life)), tell_(std::move(tell)), mortals_(count) {
  for (std::size_t i = 0; i < count; ++i) start(i);
}

MortalAgents::~MortalAgents() {
  for (Mortal& mortal : mortals_) bury(mortal);
}

void MortalAgents::kill(std::size_t which) {
  bury(mortals_[which]);
  start(which);
}

void MortalAgents::start(std::size_t which) {
  AgentLife life = life_;
  life.number = first_number + which;
  life.round += "-" + std::to_string(++lives_);
  Mortal& mortal = mortals_[which];
  mortal.process = std::make_unique<Child>(own_program(), to_arguments(life));
  mortal.listener = std::jthread([this, process = mortal.process.get()] {
    while (const auto line = process->line()) {
      if (const auto told = parse_acknowledgement(*line)) tell_(*told);
    }
  });
}

/// What it said before its end is heard to the end: only then may its next life begin.
void MortalAgents::bury(Mortal& mortal) {
  mortal.process->kill();
  mortal.listener.join();
  EXPECT_EQ(mortal.process->reap(), -SIGKILL) << "an agent ended by itself";
}

}  // namespace baton::test
