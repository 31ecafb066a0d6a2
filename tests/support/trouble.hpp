#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <thread>

#include "support/chance.hpp"
#include "support/proxy.hpp"

namespace baton::test {

enum class Fault { cut, lost_request, lost_reply, torn_reply, delay, single_bytes, half_open };

std::string_view to_text(Fault fault);

/// Drives a proxy at random, from a seed, on a thread of its own, until it is destroyed; then the proxy is healed. Every
/// 5 to 50 ms there is another fault, and later on a machine that is so busy that nobody would get through in between;
/// delays and single bytes last through a few more.
class Trouble {
 public:
  Trouble(Proxy& proxy, std::uint64_t seed);
  ~Trouble();
  Trouble(const Trouble&) = delete;
  Trouble& operator=(const Trouble&) = delete;

  /// How many of each kind there were, every kind among them. One that needs traffic counts before it meets any.
  std::map<Fault, std::size_t> faults() const;

 private:
  void run(const std::stop_token& stop);
  bool rest(const std::stop_token& stop, Duration time);
  bool let_pass(const std::stop_token& stop, std::size_t replies);
  void make(Fault fault, const std::stop_token& stop);
  void lift_what_is_over();

  Proxy& proxy_;
  Chance chance_;
  std::size_t passed_ = 0;
  std::uint64_t slow_turns_ = 0;
  std::uint64_t single_turns_ = 0;
  mutable std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::map<Fault, std::size_t> made_;
  std::jthread thread_;
};

}  // namespace baton::test
