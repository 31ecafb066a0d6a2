#include <gtest/gtest.h>

#include "baton/open.hpp"
#include "http/failures.hpp"
#include "http/limits.hpp"
#include "http/sessions.hpp"
#include "http/tokens.hpp"
#include "support/loop.hpp"
#include "unit/switch.hpp"

// What a daemon remembers of tokens, cookies and strangers.

namespace baton::http {

namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr TokenTimes long_memory{.look = hours{1}, .age = hours{1}};
/// As a request does it: what it starts beside it begins at once.
awaitable<std::optional<Verdict>> recall_on_loop(Tokens* book, Credential credential) {
  co_return book->recall(credential);
}

constexpr TokenTimes no_memory{.look = milliseconds{0}, .age = milliseconds{0}};

}  // namespace

class HttpTokenMemory : public ::testing::Test {
 protected:
  Tokens tokens(TokenTimes times) { return Tokens(loop_.get_executor(), Store(port_), "local secret", times); }

  std::string make(const char* name = "test", std::optional<Duration> ttl = {}) {
    auto made = loop_.await(make_token(store_, {.name = TokenName::of(name), .ttl = ttl}, TokenId::of("local")));
    return made->secret;
  }
  Result<Verdict> verdict_of(Tokens& tokens, const std::string& text) {
    const auto credential = tokens.credential_of(text);
    if (!credential) return Verdict(std::unexpected(Refusal::unknown));
    if (auto known = tokens.recall(*credential)) return *std::move(known);
    return loop_.await(tokens.look_up(*credential));
  }

  test::Loop loop_;
  Store store_ = *open_store("memory:");
  std::shared_ptr<test::Switch> port_ = std::make_shared<test::Switch>(store_.port());
};

TEST_F(HttpTokenMemory, a_token_in_use_costs_no_look_at_the_store) {
  auto book = tokens(long_memory);
  const auto token = make();
  ASSERT_TRUE(*verdict_of(book, token));
  const int calls = port_->calls;
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(*verdict_of(book, token));
  EXPECT_TRUE(*verdict_of(book, "local secret"));
  EXPECT_FALSE(*verdict_of(book, token.substr(0, token.size() - 1) + "x"));
  EXPECT_EQ(port_->calls, calls);
}

TEST_F(HttpTokenMemory, a_token_that_does_not_exist_is_asked_for_once) {
  auto book = tokens(long_memory);
  const auto token = "baton_nobody_" + std::string(64, '0');
  EXPECT_EQ(verdict_of(book, token)->error(), Refusal::unknown);
  const int calls = port_->calls;
  EXPECT_EQ(verdict_of(book, token)->error(), Refusal::unknown);
  EXPECT_EQ(port_->calls, calls);
}

TEST_F(HttpTokenMemory, what_another_daemon_revoked_is_seen_when_the_memory_is_too_old) {
  auto here = tokens(no_memory);
  const auto token = make();
  ASSERT_TRUE(*verdict_of(here, token));
  ASSERT_TRUE(loop_.await(revoke_token(store_, *id_in_token(token))));
  EXPECT_EQ(verdict_of(here, token)->error(), Refusal::revoked);
}

TEST_F(HttpTokenMemory, what_was_revoked_here_counts_at_once) {
  auto book = tokens(long_memory);
  const auto token = make();
  ASSERT_TRUE(*verdict_of(book, token));
  book.learn(*loop_.await(revoke_token(store_, *id_in_token(token))));
  EXPECT_EQ(verdict_of(book, token)->error(), Refusal::revoked);
}

TEST_F(HttpTokenMemory, a_token_that_is_forgotten_while_it_is_judged_is_judged_once_more_as_it_was) {
  const auto clock = std::make_shared<ManualClock>();
  store_ = *open_store("memory:", {.clock = clock});
  Tokens book(loop_.get_executor(), store_, "local secret", {.look = milliseconds{0}, .age = hours{1}});
  const auto token = make();
  ASSERT_TRUE(*verdict_of(book, token));
  ASSERT_TRUE(loop_.await(revoke_token(store_, *id_in_token(token))));
  clock->advance(days{31});
  const auto remembered = loop_.await(recall_on_loop(&book, *book.credential_of(token)));
  EXPECT_TRUE(remembered && *remembered) << "the store is asked beside it";
  EXPECT_EQ(verdict_of(book, token)->error(), Refusal::unknown);
}

TEST_F(HttpTokenMemory, an_expired_token_is_told_from_an_unknown_one) {
  auto book = tokens(long_memory);
  EXPECT_EQ(verdict_of(book, make("brief", Duration{1}))->error(), Refusal::expired);
}

TEST_F(HttpTokenMemory, who_is_known_goes_on_without_the_store_and_nobody_else) {
  auto book = tokens(no_memory);
  const auto token = make();
  ASSERT_TRUE(*verdict_of(book, token));
  const auto stranger = make("another");
  port_->down = true;
  EXPECT_TRUE(*verdict_of(book, token));
  EXPECT_EQ(verdict_of(book, stranger).error().code, Errc::unavailable);
  auto forgetful = tokens({.look = milliseconds{0}, .age = milliseconds{0}, .without_store = minutes{-1}});
  port_->down = false;
  ASSERT_TRUE(*verdict_of(forgetful, token));
  port_->down = true;
  EXPECT_EQ(verdict_of(forgetful, token).error().code, Errc::unavailable);
}

TEST_F(HttpTokenMemory, the_store_keeps_no_secret) {
  const auto token = make();
  const auto record = loop_.await(
      store_.call(GetRecord{.kind = RecordKind::of(token_records), .key = RecordKey::of(id_in_token(token)->str())}));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->body.text().find(token.substr(token.size() - 64)), std::string::npos);
}

TEST(HttpSessions, a_cookie_is_good_until_its_end_and_for_its_daemon) {
  const Sessions sessions("local secret", false);
  const Time now{hours{500'000}};
  const auto header = sessions.start(TokenId::of("a.b_c"), now).front().value;
  const auto cookie = "other=1; " + header.substr(0, header.find(';'));
  EXPECT_EQ(sessions.find(cookie, now), TokenId::of("a.b_c"));
  EXPECT_EQ(sessions.find(cookie, now + Sessions::length), std::nullopt);
  EXPECT_EQ(Sessions("another secret", false).find(cookie, now), std::nullopt);
  EXPECT_EQ(Sessions("local secret", false).find(cookie, now), TokenId::of("a.b_c"));
  for (std::size_t i = std::string("other=1; baton=").size(); i < cookie.size(); ++i) {
    auto forged = cookie;
    forged[i] = forged[i] == '1' ? '2' : '1';
    EXPECT_EQ(sessions.find(forged, now), std::nullopt) << forged;
  }
  for (const char* broken : {"", "baton", "baton=", "baton=.", "baton=..", "=baton", ";;"}) {
    EXPECT_EQ(sessions.find(broken, now), std::nullopt) << broken;
  }
}

TEST(HttpSessions, a_cookie_is_for_no_script_and_no_other_site) {
  const Time now{hours{500'000}};
  const auto plain = Sessions("secret", false).start(TokenId::of("t"), now).front().value;
  EXPECT_NE(plain.find("; SameSite=Strict; HttpOnly"), std::string::npos) << plain;
  EXPECT_EQ(plain.find("Secure"), std::string::npos);
  const auto secure = Sessions("secret", true).start(TokenId::of("t"), now).front().value;
  EXPECT_TRUE(secure.starts_with("__Host-baton=")) << secure;
  EXPECT_NE(secure.find("; Secure"), std::string::npos) << secure;
}

TEST(HttpSessions, the_cookie_for_scripts_says_only_that_there_is_a_session) {
  const Sessions sessions("secret", false);
  const auto begun = sessions.start(TokenId::of("t"), Time{hours{500'000}});
  ASSERT_EQ(begun.size(), 2U);
  EXPECT_EQ(begun.back().value, "baton_signed_in=1; Path=/; Max-Age=43200; SameSite=Strict");
  EXPECT_EQ(sessions.end().back().value, "baton_signed_in=; Path=/; Max-Age=0; SameSite=Strict");
}

TEST(HttpFailures, are_counted_by_client_and_forgotten_with_time) {
  Failures failures;
  const auto start = Failures::Clock::now();
  for (std::size_t i = 0; i < limits::failures; ++i) EXPECT_EQ(failures.count("10.0.0.1", start), std::nullopt);
  EXPECT_EQ(failures.count("10.0.0.1", start + seconds{10}), limits::failure_window - seconds{10});
  EXPECT_EQ(failures.count("10.0.0.2", start), std::nullopt);
  EXPECT_EQ(failures.count("10.0.0.1", start + limits::failure_window), std::nullopt);
}

TEST(HttpFailures, take_no_more_room_than_they_may) {
  Failures failures;
  const auto now = Failures::Clock::now();
  for (std::size_t i = 0; i < limits::failing_clients + 100; ++i) failures.count("c" + std::to_string(i), now);
  EXPECT_LE(failures.size(), limits::failing_clients);
}

TEST(HttpFailures, a_customer_of_ipv6_is_one_client) {
  EXPECT_EQ(client_of("2001:db8:1:2:3:4:5:6"), client_of("2001:db8:1:2::9"));
  EXPECT_NE(client_of("2001:db8:1:2::9"), client_of("2001:db8:1:3::9"));
  EXPECT_EQ(client_of("::ffff:10.0.0.1"), "10.0.0.1");
}

}  // namespace baton::http
