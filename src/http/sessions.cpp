#include "http/sessions.hpp"

#include <charconv>

#include "http/secret.hpp"

namespace baton::http {

namespace {

// Browsers take a cookie with this prefix only over TLS and only from the host itself.
constexpr std::string_view secure_name = "__Host-baton";
constexpr std::string_view plain_name = "baton";
constexpr std::string_view mark = "baton_signed_in";

std::int64_t seconds_of(Time time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

/// The value of that name in a Cookie header.
std::optional<std::string_view> cookie_in(std::string_view cookies, std::string_view name) {
  while (!cookies.empty()) {
    const auto end = cookies.find(';');
    auto pair = cookies.substr(0, end);
    cookies = end == std::string_view::npos ? std::string_view{} : cookies.substr(end + 1);
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=') {
      return pair.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

/// Takes what is behind the last point.
std::string_view take_last(std::string_view& text) {
  const auto point = text.rfind('.');
  if (point == std::string_view::npos) return {};
  const auto last = text.substr(point + 1);
  text = text.substr(0, point);
  return last;
}

}  // namespace

Sessions::Sessions(std::string_view local, bool secure)
    : key_(to_hex(seal_of(local, "baton session"))), secure_(secure), name_(secure ? secure_name : plain_name) {}

std::vector<Named> Sessions::cookies(const std::string& session, std::chrono::seconds age) const {
  const std::string shared =
      "; Path=/; Max-Age=" + std::to_string(age.count()) + "; SameSite=Strict" + (secure_ ? "; Secure" : "");
  return {{"Set-Cookie", std::string(name_) + "=" + session + shared + "; HttpOnly"},
          {"Set-Cookie", std::string(mark) + "=" + (session.empty() ? "" : "1") + shared}};
}

std::vector<Named> Sessions::start(const TokenId& token, Time now) const {
  const std::string said = token.str() + "." + std::to_string(seconds_of(now + length));
  return cookies(said + "." + to_hex(seal_of(key_, said)), length);
}

std::vector<Named> Sessions::end() const { return cookies("", std::chrono::seconds{0}); }

std::optional<TokenId> Sessions::find(std::string_view cookies, Time now) const {
  auto cookie = cookie_in(cookies, name_);
  if (!cookie) return std::nullopt;
  const auto seal = digest_from_hex(take_last(*cookie));
  if (!seal || !equal_secretly(*seal, seal_of(key_, *cookie))) return std::nullopt;
  const auto until = take_last(*cookie);
  std::int64_t seconds = 0;
  std::from_chars(until.data(), until.data() + until.size(), seconds);
  if (seconds <= seconds_of(now)) return std::nullopt;
  auto token = TokenId::parse(*cookie);
  if (!token) return std::nullopt;
  return *std::move(token);
}

}  // namespace baton::http
