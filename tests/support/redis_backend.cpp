#include "support/redis_backend.hpp"

#include <utility>

#include "support/fragile.hpp"
#include "support/proxy.hpp"
#include "support/redis_process.hpp"
#include "support/trouble.hpp"

namespace baton::test {
namespace {

RedisProcess& redis_server() {
  static RedisProcess one({.config = {"appendfsync always"}});
  return one;
}

Proxy& redis_proxy() {
  static Proxy one("127.0.0.1", redis_server().port());
  return one;
}

Result<Store> open_redis_at(const std::string& url, const std::filesystem::path& directory,
                            std::shared_ptr<const Clock> clock) {
  return open_store(url, {.clock = std::move(clock), .name_space = directory.filename().string()});
}

std::string proxy_url() { return "redis://127.0.0.1:" + std::to_string(redis_proxy().port()); }

}  // namespace

Result<Store> open_redis(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_redis_at(redis_server().url(), directory, std::move(clock));
}

Result<Store> open_redis_through_proxy(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  return open_redis_at(proxy_url(), directory, std::move(clock));
}

Result<Store> open_redis_with_faults(const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) {
  auto store = open_redis_through_proxy(directory, std::move(clock));
  if (!store) return store;
  return with_faults(*store, redis_proxy());
}

std::vector<Call> trace_of_redis(const std::filesystem::path& directory, std::uint64_t after) {
  const std::string key = "baton:{" + directory.filename().string() + "}:trace";
  return parse_trace(redis_server().ask({"LRANGE", key, std::to_string(after), "-1"}));
}

std::shared_ptr<void> trouble_redis(std::uint64_t seed) { return std::make_shared<Trouble>(redis_proxy(), seed); }

}  // namespace baton::test
