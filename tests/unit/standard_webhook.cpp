#include "core/standard_webhook.hpp"

#include <gtest/gtest.h>

#include "core/web_address.hpp"

namespace baton::standard_webhook_test {
namespace {

TEST(WebhookSecret, signs_as_the_specification_does) {
  const auto secret = WebhookSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  ASSERT_TRUE(secret);
  EXPECT_EQ(secret->sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, R"({"test": 2432232314})"),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(WebhookSecret, that_is_made_is_new_and_can_be_read) {
  const auto one = WebhookSecret::make();
  const auto two = WebhookSecret::make();
  EXPECT_NE(one.str(), two.str());
  EXPECT_EQ(WebhookSecret::parse(one.str())->sign("a", 1, "b"), one.sign("a", 1, "b"));
}

TEST(WebhookSecret, of_another_form_is_refused) {
  const std::string long_key(120, 'A');
  for (const std::string& wrong :
       {std::string(), std::string("whsec_"), std::string("whsec_AAAA"),
        std::string("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"), std::string("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!w"),
        std::string("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS"), "whsec_" + long_key}) {
    EXPECT_FALSE(WebhookSecret::parse(wrong)) << wrong;
  }
}

TEST(WebAddress, is_taken_apart) {
  const auto plain = WebAddress::parse("http://example.org/a?b=c");
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->secure);
  EXPECT_EQ(plain->host, "example.org");
  EXPECT_EQ(plain->port, 80);
  EXPECT_EQ(plain->target, "/a?b=c");
  EXPECT_EQ(plain->authority(), "example.org");
  const auto v6 = WebAddress::parse("https://[::1]:8443");
  ASSERT_TRUE(v6);
  EXPECT_TRUE(v6->secure);
  EXPECT_EQ(v6->host, "::1");
  EXPECT_EQ(v6->target, "/");
  EXPECT_EQ(v6->authority(), "[::1]:8443");
  EXPECT_EQ(WebAddress::parse("https://a?x")->target, "/?x");
}

TEST(WebAddress, that_is_none_is_refused) {
  for (const char* wrong : {"",
                            "example.org",
                            "ftp://a/",
                            "http://",
                            "http:///a",
                            "http://:80/",
                            "http://a:/",
                            "http://a:0/",
                            "http://a:99999/",
                            "http://a:8x/",
                            "http://[::1/",
                            "http://[]/",
                            "http://[::1]x/",
                            "http://u@a/",
                            "http://u:p@a/",
                            "http://a/#f",
                            "http://a/ b",
                            "http://a/\r\nX: y",
                            "http://a\tb/",
                            "http://é/"}) {
    EXPECT_FALSE(WebAddress::parse(wrong)) << wrong;
  }
  EXPECT_FALSE(WebAddress::parse("http://a/" + std::string(3000, 'a')));
}

}  // namespace
}  // namespace baton::standard_webhook_test
