#include "support/redis_client.hpp"

#include <openssl/evp.h>

#include <array>
#include <stdexcept>

namespace baton::test {

using namespace std::chrono_literals;
using redis::Value;

redis::ClientOptions RedisClientTest::hasty() {
  redis::ClientOptions options;
  options.last_delay = 50ms;
  return options;
}

ClientPtr RedisClientTest::connect(const std::string& url, const redis::ClientOptions& options) {
  auto target = redis::parse_target(url);
  if (!target) throw std::runtime_error(target.error().detail);
  auto client = redis::Client::connect(*target, options);
  if (!client) throw std::runtime_error(client.error().detail);
  return *std::move(client);
}

Error RedisClientTest::expect_refused(const std::string& url, Errc code, const std::string& says,
                                      const redis::ClientOptions& options) {
  auto target = redis::parse_target(url);
  if (!target) throw std::runtime_error(target.error().detail);
  const auto client = redis::Client::connect(*target, options);
  if (client) {
    ADD_FAILURE() << "connected";
    return {};
  }
  EXPECT_EQ(client.error().code, code) << client.error().detail;
  EXPECT_TRUE(client.error().detail.contains(says)) << client.error().detail;
  EXPECT_FALSE(client.error().detail.contains(secret)) << client.error().detail;
  return client.error();
}

redis::Script script_of(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), bytes.data(), &size, EVP_sha1(), nullptr);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string digest;
  for (unsigned i = 0; i < size; ++i) {
    digest.push_back(digits[bytes[i] >> 4U]);
    digest.push_back(digits[bytes[i] & 15U]);
  }
  return {.name = "test", .text = text, .digest = std::move(digest)};
}

std::string text_of(const Result<Value>& reply) { return reply ? reply->text : reply.error().detail; }

std::int64_t number_of(const Result<Value>& reply) {
  EXPECT_TRUE(reply) << reply.error().detail;
  return reply && reply->kind == Value::Kind::integer ? reply->integer : -1;
}

awaitable<Result<Value>> call_until_refused(ClientPtr client) {
  for (;;) {
    auto reply = co_await client->call({"INCR", "calls"}, redis::Repeat::never);
    if (!reply) co_return reply;
  }
}

void expect_closed(const Result<Value>& reply) {
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, Errc::unavailable);
  EXPECT_EQ(reply.error().detail, "the store is closed; open it again");
}

}  // namespace baton::test
