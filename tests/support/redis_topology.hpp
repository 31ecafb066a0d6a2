#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/redis_process.hpp"

namespace baton::test {

/// Until it holds; each look asks a server, so that this does not spin.
template <class Holds>
void wait_until(Holds holds) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{20};
  while (!holds()) {
    if (std::chrono::steady_clock::now() > until) throw std::runtime_error("waited in vain");
  }
}

bool is_replicating(const RedisProcess& replica);

/// A primary, its replica and the Sentinel that watches them and knows them as `ours`. All ask for the same password.
class RedisWithSentinel {
 public:
  RedisWithSentinel();

  /// With an address before the Sentinel's that nobody listens on.
  std::string url(const std::string& name = "ours") const;

  RedisProcess primary;
  RedisProcess replica;
  RedisProcess sentinel;
};

/// Nodes that share all slots evenly.
class RedisNodes {
 public:
  explicit RedisNodes(int count);

  std::size_t size() const { return nodes_.size(); }
  const RedisProcess& operator[](std::size_t at) const { return *nodes_.at(at); }

 private:
  std::vector<std::unique_ptr<RedisProcess>> nodes_;
};

}  // namespace baton::test
