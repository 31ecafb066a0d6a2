#include "support/redis_backend.hpp"

#include <charconv>
#include <mutex>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "core/repeat.hpp"
#include "support/chance.hpp"
#include "support/proxy.hpp"
#include "support/redis_process.hpp"
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

/// Breaks the connection before, during and after its calls.
class Fragile final : public Port {
 public:
  explicit Fragile(std::shared_ptr<Port> inner) : inner_(std::move(inner)) {}

  awaitable<Answer> execute(Verb verb) override {
    const bool broke = spoil(verb);
    if (broke) {
      // The break is noticed by a read, which may be repeated; what follows finds a whole connection.
      GetAgent look{.agent = AgentId::of("nobody")};
      co_await inner_->execute(Verb(std::move(look)));
    }
    co_return co_await inner_->execute(std::move(verb));
  }
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    return inner_->wait(std::move(condition), at_most);
  }
  void close() override {
    proxy().heal();
    inner_->close();
  }

 private:
  /// Whether the connection is broken already.
  bool spoil(const Verb& verb) {
    const std::lock_guard lock(mutex_);
    proxy().heal();
    switch (chance_.between(0, 29)) {
      case 0: return proxy().cut(), true;
      case 1: return proxy().delay(2ms), false;
      case 2: return proxy().one_byte_at_a_time(true), false;
      case 3: return lose(verb, [] { proxy().lose_reply(); });
      case 4: return lose(verb, [] { proxy().lose_request(); });
      case 5: return lose(verb, [this] { proxy().cut_after(chance_.between(1, 60)); });
      default: return false;
    }
  }

  template <class Fault>
  bool lose(const Verb& verb, Fault fault) {
    if (is_safe_to_repeat(verb)) fault();
    return false;
  }

  const std::shared_ptr<Port> inner_;
  std::mutex mutex_;
  Chance chance_{std::random_device{}()};
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
