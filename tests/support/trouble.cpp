#include "support/trouble.hpp"

#include <array>
#include <chrono>
#include <utility>

namespace baton::test {
namespace {

using namespace std::chrono_literals;

constexpr std::array all_faults{Fault::cut,   Fault::lost_request, Fault::lost_reply, Fault::torn_reply,
                                Fault::delay, Fault::single_bytes, Fault::half_open};

}  // namespace

std::string_view to_text(Fault fault) {
  switch (fault) {
    case Fault::cut: return "cut";
    case Fault::lost_request: return "lost request";
    case Fault::lost_reply: return "lost reply";
    case Fault::torn_reply: return "torn reply";
    case Fault::delay: return "delay";
    case Fault::single_bytes: return "single bytes";
    case Fault::half_open: return "half open";
  }
  std::unreachable();
}

Trouble::Trouble(Proxy& proxy, std::uint64_t seed) : proxy_(proxy), chance_(seed) {
  for (const Fault fault : all_faults) made_[fault] = 0;
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Trouble::~Trouble() {
  thread_.request_stop();
  thread_.join();
  proxy_.heal();
}

std::map<Fault, std::size_t> Trouble::faults() const {
  const std::lock_guard lock(mutex_);
  return made_;
}

void Trouble::run(const std::stop_token& stop) {
  while (rest(stop, chance_.duration(5ms, 50ms)) && let_pass(stop, chance_.between(10, 40))) {
    lift_what_is_over();
    make(chance_.pick(all_faults), stop);
  }
}

/// Whether the time went by without a stop.
bool Trouble::rest(const std::stop_token& stop, Duration time) {
  std::unique_lock lock(mutex_);
  stopped_.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

/// So many replies since the last time, or as many as there are while somebody waits in vain.
bool Trouble::let_pass(const std::stop_token& stop, std::size_t replies) {
  constexpr auto look = 5ms;
  constexpr int most_looks = 40;
  const std::size_t enough = passed_ + replies;
  for (int i = 0; i < most_looks && (passed_ = proxy_.replies()) < enough; ++i) {
    if (!rest(stop, look)) return false;
  }
  return true;
}

void Trouble::make(Fault fault, const std::stop_token& stop) {
  switch (fault) {
    case Fault::cut: proxy_.cut(); break;
    case Fault::lost_request: proxy_.lose_request(); break;
    case Fault::lost_reply: proxy_.lose_reply(); break;
    case Fault::torn_reply: proxy_.cut_after(chance_.between(1, 100)); break;
    case Fault::delay:
      proxy_.delay(chance_.duration(1ms, 20ms));
      slow_turns_ = chance_.between(1, 4);
      break;
    case Fault::single_bytes:
      proxy_.one_byte_at_a_time(true);
      single_turns_ = chance_.between(1, 4);
      break;
    case Fault::half_open:
      proxy_.half_open(true);
      rest(stop, chance_.duration(5ms, 150ms));
      proxy_.half_open(false);
      break;
  }
  const std::lock_guard lock(mutex_);
  ++made_[fault];
}

void Trouble::lift_what_is_over() {
  // What has met no traffic by now would meet every new connection, and no client could ever get through.
  proxy_.disarm();
  if (slow_turns_ == 1) proxy_.delay(0ms);
  if (single_turns_ == 1) proxy_.one_byte_at_a_time(false);
  slow_turns_ -= slow_turns_ > 0 ? 1 : 0;
  single_turns_ -= single_turns_ > 0 ? 1 : 0;
}

}  // namespace baton::test
