#include <csignal>

#include "http/token_fixture.hpp"

namespace baton::test {

class HttpLogin : public HttpWithTokens {
 protected:
  /// The cookie that a token is answered with.
  std::string cookie_of(const std::string& token) const {
    const auto answer = call_as("", "POST", "/login", R"({"token":")" + token + "\"}");
    EXPECT_EQ(answer.status, 200) << answer.body;
    const auto header = answer.header("Set-Cookie");
    return header.substr(0, header.find(';'));
  }
  HttpResponse by_cookie(const std::string& cookie, const std::string& method, const std::string& target,
                         Headers headers = {}) const {
    headers.emplace_back("Cookie", cookie);
    return daemon_.connect().request(method, target, "", headers);
  }
  Headers own_origin() const { return {{"Origin", "http://127.0.0.1:" + std::to_string(daemon_.port())}}; }
};

TEST_F(HttpLogin, the_page_needs_nothing_from_elsewhere) {
  const auto page = call_as("", "GET", "/login");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.header("Content-Type"), "text/html; charset=utf-8");
  for (const char* inside : {"<style", "<script", "style=", "onclick", "http://", "https://"}) {
    EXPECT_EQ(page.body.find(inside), std::string::npos) << inside;
  }
  EXPECT_EQ(call_as("", "GET", "/login.css").header("Content-Type"), "text/css; charset=utf-8");
}

TEST_F(HttpLogin, a_cookie_stands_for_the_token) {
  const auto token = make_token("orchestrator");
  const auto cookie = cookie_of(token);
  EXPECT_EQ(cookie.find(token.substr(token.size() - 64)), std::string::npos) << cookie;
  EXPECT_EQ(json_word(by_cookie(cookie, "GET", "/v1/whoami").body, "id"), id_of(token));
  EXPECT_EQ(json_word(by_cookie(cookie_of(daemon_.token()), "GET", "/v1/whoami").body, "id"), "local");
  expect_problem(by_cookie(cookie, "GET", "/v1/tokens"), 403, "forbidden");
  ASSERT_EQ(daemon_.call("DELETE", "/v1/tokens/" + id_of(token)).status, 200);
  expect_problem(by_cookie(cookie, "GET", "/v1/whoami"), 401, "unauthorized");
}

TEST_F(HttpLogin, a_change_by_cookie_needs_our_own_origin) {
  const auto cookie = cookie_of(make_token("orchestrator"));
  expect_problem(by_cookie(cookie, "POST", "/v1/queue/pause"), 403, "origin_missing");
  expect_problem(by_cookie(cookie, "POST", "/v1/queue/pause", {{"Origin", "http://evil.example"}}), 403,
                 "origin_not_allowed");
  EXPECT_EQ(by_cookie(cookie, "POST", "/v1/queue/pause", own_origin()).status, 200);
}

TEST_F(HttpLogin, a_form_is_answered_for_a_browser) {
  const Headers form{{"Content-Type", "application/x-www-form-urlencoded"}};
  const auto token = make_token("viewer");
  const auto signed_in = call_as("", "POST", "/login", "token=" + token, form);
  EXPECT_EQ(signed_in.status, 303);
  EXPECT_NE(signed_in.header("Location"), "");
  EXPECT_NE(signed_in.header("Set-Cookie"), "");
  const auto refused = call_as("", "POST", "/login", "token=%3Cscript%3E", form);
  EXPECT_EQ(refused.status, 401);
  EXPECT_EQ(refused.header("Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(refused.header("Set-Cookie"), "");
  EXPECT_EQ(refused.body.find("<script"), std::string::npos);
  expect_problem(call_as("", "POST", "/login", "colour=red", form), 400, "invalid");
}

TEST_F(HttpLogin, a_wrong_token_gets_no_cookie) {
  for (const std::string& token : {std::string("x"), daemon_.token() + "0"}) {
    const auto refused = call_as("", "POST", "/login", R"({"token":")" + token + "\"}");
    expect_problem(refused, 401, "unauthorized");
    EXPECT_EQ(refused.header("Set-Cookie"), "");
  }
}

TEST_F(HttpLogin, signing_out_takes_the_cookie_away) {
  const auto answer = call_as("", "POST", "/logout");
  EXPECT_EQ(answer.status, 200);
  EXPECT_NE(answer.header("Set-Cookie").find("Max-Age=0"), std::string::npos);
}

TEST_F(HttpLogin, every_answer_tells_browsers_what_they_may_do_with_it) {
  for (const char* target : {"/login", "/livez", "/v1/agents", "/nowhere", "/v1/tasks/42"}) {
    const auto answer = get(target);
    EXPECT_TRUE(answer.header("Content-Security-Policy").starts_with("default-src 'self'")) << target;
    EXPECT_NE(answer.header("Content-Security-Policy").find("frame-ancestors 'none'"), std::string::npos);
    EXPECT_EQ(answer.header("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(answer.header("Referrer-Policy"), "no-referrer");
  }
}

TEST(HttpLoginRestart, a_session_outlives_the_daemon) {
  const TemporaryDirectory folder;
  std::string cookie;
  {
    DaemonProcess first(folder, {"serve", "--store", "sqlite:state.db"});
    const auto made = first.call("POST", "/v1/tokens", R"({"name":"person"})");
    const auto answer =
        first.connect().request("POST", "/login", R"({"token":")" + json_word(made.body, "secret") + "\"}", {});
    cookie = answer.header("Set-Cookie");
    cookie = cookie.substr(0, cookie.find(';'));
    first.signal(SIGTERM);
    EXPECT_EQ(first.wait(std::chrono::seconds{30}), 0);
  }
  const DaemonProcess second(folder, {"serve", "--store", "sqlite:state.db"});
  const auto answer = second.connect().request("GET", "/v1/whoami", "", {{"Cookie", cookie}});
  EXPECT_EQ(json_word(answer.body, "name"), "person") << answer.body;
}

}  // namespace baton::test
