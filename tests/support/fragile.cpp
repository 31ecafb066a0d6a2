#include "support/fragile.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <mutex>
#include <optional>
#include <utility>

#include "core/codec.hpp"
#include "core/repeat.hpp"
#include "support/chance.hpp"
#include "support/seed.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;

/// Whether a second run says what the first one said: not that the task was there already, or who made it ready.
bool answers_alike(const Verb& verb) {
  return is_safe_to_repeat(verb) && !std::holds_alternative<Submit>(verb) && !std::holds_alternative<Signal>(verb) &&
         !std::holds_alternative<Import>(verb);
}

/// Whether a call is over in time when each of its bytes travels alone: those that may carry a payload are not.
bool is_small(const Verb& verb) {
  const bool carries_payload = std::holds_alternative<Claim>(verb) || std::holds_alternative<Settle>(verb);
  return !is_read_only(verb) && !carries_payload && describe(verb).size() < 2000;
}

/// Breaks the connection before and during calls that are alone on it.
class Fragile final : public Port {
 public:
  Fragile(std::shared_ptr<Port> inner, Proxy& proxy) : inner_(std::move(inner)), proxy_(proxy) {}

  awaitable<Answer> execute(Verb verb) override {
    Fault fault = co_await enter();
    if (fault == Fault::cut) {
      proxy_.cut();
      co_await notice();
    } else {
      make(fault, verb);
    }
    Answer answer = co_await inner_->execute(std::move(verb));
    if (fault == Fault::torn_reply) {  // The cut may have come just behind the reply's last byte.
      proxy_.disarm();
      co_await notice();
    }
    leave(fault);
    co_return answer;
  }
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    return inner_->wait(std::move(condition), at_most);
  }
  void close() override { inner_->close(); }

 private:
  enum class Fault : std::uint8_t { none, cut, delay, single_bytes, lost_request, lost_reply, torn_reply };

  /// A break is noticed by a read, which may be repeated; what follows finds a whole connection.
  awaitable<void> notice() {
    GetAgent look{.agent = AgentId::of("nobody")};
    co_await inner_->execute(Verb(std::move(look)));
  }

  /// Waits while another call has a fault; gives this one a fault now and then, if there is no other.
  awaitable<Fault> enter() {
    boost::asio::steady_timer pause(co_await boost::asio::this_coro::executor);
    while (true) {
      if (const auto fault = try_to_enter()) co_return *fault;
      pause.expires_after(1ms);
      co_await pause.async_wait(boost::asio::use_awaitable);
    }
  }

  std::optional<Fault> try_to_enter() {
    const std::lock_guard lock(mutex_);
    if (spoilt_) return std::nullopt;
    const auto drawn = chance_.between(0, 29);
    const auto fault = drawn > 6 || under_way_ > 0 ? Fault::none : static_cast<Fault>(drawn);
    ++under_way_;
    spoilt_ = fault != Fault::none;
    return fault;
  }

  void leave(Fault fault) {
    const std::lock_guard lock(mutex_);
    --under_way_;
    if (fault == Fault::none) return;
    proxy_.heal();
    spoilt_ = false;
  }

  void make(Fault fault, const Verb& verb) {
    switch (fault) {
      case Fault::none:
      case Fault::cut: return;
      case Fault::delay: return proxy_.delay(2ms);
      case Fault::single_bytes: return proxy_.one_byte_at_a_time(is_small(verb));
      case Fault::lost_request: return is_safe_to_repeat(verb) ? proxy_.lose_request() : void();
      case Fault::lost_reply: return answers_alike(verb) ? proxy_.lose_reply() : void();
      case Fault::torn_reply: return answers_alike(verb) ? proxy_.cut_after(chance_.between(1, 60)) : void();
    }
  }

  const std::shared_ptr<Port> inner_;
  Proxy& proxy_;
  std::mutex mutex_;
  Chance chance_{drawn_seed()};
  std::size_t under_way_ = 0;
  bool spoilt_ = false;
};

}  // namespace

Store with_faults(const Store& store, Proxy& proxy) { return Store(std::make_shared<Fragile>(store.port(), proxy)); }

}  // namespace baton::test
