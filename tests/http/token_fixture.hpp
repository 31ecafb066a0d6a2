#pragma once

#include <chrono>
#include <string>

#include "http/fleet_fixture.hpp"

namespace baton::test {

/// A daemon, and callers with tokens of their own.
class HttpWithTokens : public Http {
 protected:
  /// The secret of a new token. `more` are further members: `,"ttl_us":1`.
  std::string make_token(const std::string& role, const std::string& more = "") const {
    const auto made = post("/v1/tokens", R"({"name":"test","role":")" + role + "\"" + more + "}");
    EXPECT_EQ(made.status, 201) << made.body;
    return json_word(made.body, "secret");
  }
  std::string make_agent_token(const std::string& scope) const { return make_token("agent", ",\"scope\":" + scope); }

  /// `baton_ID_SECRET`.
  static std::string id_of(const std::string& token) { return token.substr(6, token.rfind('_') - 6); }

  static std::size_t occurrences(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
    return count;
  }

  /// The audit, when it has that many entries: those of orchestrators and refusals are written after the answer.
  std::string settled_audit(const std::string& query, std::size_t entries) const {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{10};
    auto audit = get("/v1/audit?" + query).body;
    while (occurrences(audit, "\"at\":") < entries && std::chrono::steady_clock::now() < until) {
      audit = get("/v1/audit?" + query).body;
    }
    return audit;
  }

  /// Sends a request and does not wait for its answer. The daemon has read it when it answers one that is sent later.
  HttpClient send_as(const std::string& token, const std::string& method, const std::string& target,
                     const std::string& body) const {
    auto client = daemon_.connect();
    client.send(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token +
                "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return client;
  }

  HttpResponse call_as(const std::string& token, const std::string& method, const std::string& target,
                       const std::string& body = "", Headers headers = {}) const {
    if (!token.empty()) headers.emplace_back("Authorization", "Bearer " + token);
    return daemon_.connect().request(method, target, body, headers);
  }
};

}  // namespace baton::test
