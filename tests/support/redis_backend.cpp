#include "support/redis_backend.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <charconv>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/codec.hpp"
#include "core/repeat.hpp"
#include "support/chance.hpp"
#include "support/proxy.hpp"
#include "support/redis_process.hpp"
#include "support/seed.hpp"
#include "support/trouble.hpp"

namespace baton::test {
namespace {

using namespace std::chrono_literals;

RedisProcess& server() {
  static RedisProcess one({.config = {"appendfsync always"}});
  return one;
}

Proxy& proxy() {
  static Proxy one("127.0.0.1", server().port());
  return one;
}

Result<Store> open_at(const std::string& url, const std::filesystem::path& directory,
                      std::shared_ptr<const Clock> clock) {
  return open_store(url, {.clock = std::move(clock), .name_space = directory.filename().string()});
}

std::string proxy_url() { return "redis://127.0.0.1:" + std::to_string(proxy().port()); }

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
  explicit Fragile(std::shared_ptr<Port> inner) : inner_(std::move(inner)) {}

  awaitable<Answer> execute(Verb verb) override {
    Fault fault = co_await enter();
    if (fault == Fault::cut) {
      proxy().cut();
      // The break is noticed by a read, which may be repeated; what follows finds a whole connection.
      GetAgent look{.agent = AgentId::of("nobody")};
      co_await inner_->execute(Verb(std::move(look)));
    } else {
      make(fault, verb);
    }
    Answer answer = co_await inner_->execute(std::move(verb));
    leave(fault);
    co_return answer;
  }
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    return inner_->wait(std::move(condition), at_most);
  }
  void close() override { inner_->close(); }

 private:
  enum class Fault : std::uint8_t { none, cut, delay, single_bytes, lost_request, lost_reply, torn_reply };

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
    proxy().heal();
    spoilt_ = false;
  }

  void make(Fault fault, const Verb& verb) {
    switch (fault) {
      case Fault::none:
      case Fault::cut: return;
      case Fault::delay: return proxy().delay(2ms);
      case Fault::single_bytes: return proxy().one_byte_at_a_time(is_small(verb));
      case Fault::lost_request: return is_safe_to_repeat(verb) ? proxy().lose_request() : void();
      case Fault::lost_reply: return answers_alike(verb) ? proxy().lose_reply() : void();
      case Fault::torn_reply: return answers_alike(verb) ? proxy().cut_after(chance_.between(1, 60)) : void();
    }
  }

  const std::shared_ptr<Port> inner_;
  std::mutex mutex_;
  Chance chance_{drawn_seed()};
  std::size_t under_way_ = 0;
  bool spoilt_ = false;
};

Call parse_step(const std::string& line) {
  const std::size_t space = line.find(' ');
  std::int64_t micros = 0;
  std::from_chars(line.data(), line.data() + line.size(), micros);
  auto verb = parse_verb(std::string_view(line).substr(space + 1));
  if (!verb) throw std::runtime_error("not a step of a trace: " + line);
  return {.now = Time(Duration(micros)), .verb = *std::move(verb)};
}

}  // namespace

Result<Store> open_redis(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_at(server().url(), directory, std::move(clock));
}

Result<Store> open_redis_through_proxy(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_at(proxy_url(), directory, std::move(clock));
}

Result<Store> open_redis_with_faults(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  auto store = open_redis_through_proxy(directory, std::move(clock));
  if (!store) return store;
  return Store(std::make_shared<Fragile>(store->port()));
}

std::vector<Call> trace_of_redis(const std::filesystem::path& directory, std::uint64_t after) {
  const std::string key = "baton:{" + directory.filename().string() + "}:trace";
  std::istringstream lines(server().ask({"LRANGE", key, std::to_string(after), "-1"}));
  std::vector<Call> steps;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) steps.push_back(parse_step(line));
  }
  return steps;
}

std::shared_ptr<void> trouble_redis(std::uint64_t seed) { return std::make_shared<Trouble>(proxy(), seed); }

}  // namespace baton::test
