#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "support/acknowledged.hpp"
#include "support/child.hpp"

namespace baton::test {

/// One life of an agent in a process of its own, which speaks HTTP with whom it finds there.
struct AgentLife {
  std::uint16_t port = 0;
  std::string token;
  std::string round;  ///< the incarnation
  std::size_t number = 0;
};

/// Does everything that an agent does until it is killed, and tells of every answer on descriptor 3.
int live_as_agent(const AgentLife& life);

std::vector<std::string> to_arguments(const AgentLife& life);
AgentLife parse_agent(const std::vector<std::string>& arguments);

/// Agents that die and come back: under their old names, as new incarnations. What they were told is passed on, by threads
/// of our own. All of them die with their owner.
class MortalAgents {
 public:
  using Tell = std::function<void(const Acknowledgement&)>;

  MortalAgents(std::size_t count, AgentLife life, Tell tell);
  ~MortalAgents();
  MortalAgents(const MortalAgents&) = delete;
  MortalAgents& operator=(const MortalAgents&) = delete;

  /// Kills one, whatever it is at, and starts it again.
  void kill(std::size_t which);

 private:
  struct Mortal {
    std::unique_ptr<Child> process;
    std::jthread listener;
  };
  void start(std::size_t which);
  void bury(Mortal& mortal);

  const AgentLife life_;
  const Tell tell_;
  std::uint64_t lives_ = 0;
  std::vector<Mortal> mortals_;
};

}  // namespace baton::test
