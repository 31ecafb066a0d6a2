#include "core/secrets.hpp"

#include <algorithm>
#include <array>

namespace baton {

namespace {

constexpr std::string_view alphanumeric = "A-Za-z0-9";
constexpr std::string_view word_characters = "A-Za-z0-9_";
constexpr std::string_view url_safe = "A-Za-z0-9_-";

constexpr std::array families{
    SecretFamily{"AWS access key", "AKIA", "A-Z2-7", 16, 16},
    SecretFamily{"AWS session key", "ASIA", "A-Z2-7", 16, 16},
    SecretFamily{"GitHub token", "ghp_", alphanumeric, 36},
    SecretFamily{"GitHub token", "gho_", alphanumeric, 36},
    SecretFamily{"GitHub token", "ghu_", alphanumeric, 36},
    SecretFamily{"GitHub token", "ghs_", alphanumeric, 36},
    SecretFamily{"GitHub token", "ghr_", alphanumeric, 36},
    SecretFamily{"GitHub token", "github_pat_", word_characters, 60},
    SecretFamily{"GitLab token", "glpat-", url_safe, 20},
    SecretFamily{"Slack token", "xoxb-", "A-Za-z0-9-", 20},
    SecretFamily{"Slack token", "xoxp-", "A-Za-z0-9-", 20},
    SecretFamily{"Slack token", "xoxa-", "A-Za-z0-9-", 20},
    SecretFamily{"Slack token", "xapp-", "A-Za-z0-9-", 20},
    SecretFamily{"Slack webhook", "hooks.slack.com/services/T", "A-Za-z0-9/", 30},
    SecretFamily{"Stripe key", "sk_live_", alphanumeric, 20},
    SecretFamily{"Stripe key", "rk_live_", alphanumeric, 20},
    SecretFamily{"Google API key", "AIza", url_safe, 35, 35},
    SecretFamily{"Google OAuth secret", "GOCSPX-", url_safe, 24},
    SecretFamily{"Anthropic key", "sk-ant-", url_safe, 24},
    SecretFamily{"OpenAI key", "sk-proj-", url_safe, 24},
    SecretFamily{"OpenAI key", "sk-", alphanumeric, 40},
    SecretFamily{"Hugging Face token", "hf_", alphanumeric, 30},
    SecretFamily{"npm token", "npm_", alphanumeric, 36},
    SecretFamily{"PyPI token", "pypi-AgE", url_safe, 40},
    SecretFamily{"SendGrid key", "SG.", "A-Za-z0-9_.-", 60},
    SecretFamily{"DigitalOcean token", "dop_v1_", "a-f0-9", 64, 64},
    SecretFamily{"webhook secret", "whsec_", "A-Za-z0-9+/=", 32},
    SecretFamily{"baton token", "baton_", word_characters, 40},
    SecretFamily{"JSON web token", "eyJ", "A-Za-z0-9_.-", 40, 0, ".eyJ"},
    SecretFamily{"private key", "-----BEGIN ", "A-Z ", 11, 0, "PRIVATE KEY-----"},
};

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

bool belongs(char c, std::string_view alphabet) {
  for (std::size_t at = 0; at < alphabet.size(); ++at) {
    const bool range = at + 2 < alphabet.size() && alphabet[at + 1] == '-';
    if (range ? c >= alphabet[at] && c <= alphabet[at + 2] : c == alphabet[at]) return true;
    if (range) at += 2;
  }
  return false;
}

/// Names in the middle of a longer word, and rows of one character as in documentation, are no secrets.
bool is_secret_at(const SecretFamily& family, std::string_view text, std::size_t at) {
  if (at > 0 && is_word(text[at - 1]) && is_word(family.start.front())) return false;
  const std::string_view rest = text.substr(at + family.start.size());
  const auto end = std::ranges::find_if(rest, [&](char c) { return !belongs(c, family.alphabet); });
  const auto size = static_cast<std::size_t>(end - rest.begin());
  if (size < family.least || (family.most != 0 && size > family.most)) return false;
  const std::string_view body = rest.substr(0, size);
  const std::string_view line = rest.substr(0, rest.find('\n'));
  if (!family.needs.empty()) return line.contains(family.needs);
  return body.find_first_not_of(body.front()) != std::string_view::npos;
}

/// What stands for a password in documentation, or is one already taken out. Real ones may hold any of these signs.
bool is_stand_in(std::string_view password) {
  const bool is_name = password.starts_with('$') || (password.starts_with('{') && password.ends_with('}'));
  const bool is_starred = password.find_first_not_of('*') == std::string_view::npos;
  return is_name || is_starred || password == "%s" || password == "…" || password == "password";
}

/// `https://user:password@host`.
bool has_password(std::string_view text) {
  for (std::size_t at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 3)) {
    const std::string_view rest = text.substr(at + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?# \t\r\n\"'<>\\"));
    const std::size_t sign = authority.rfind('@');
    if (sign == std::string_view::npos) continue;
    const std::size_t colon = authority.substr(0, sign).find(':');
    if (colon == std::string_view::npos || colon + 1 == sign) continue;
    if (!is_stand_in(authority.substr(colon + 1, sign - colon - 1))) return true;
  }
  return false;
}

}  // namespace

std::span<const SecretFamily> secret_families() { return families; }

std::optional<std::string_view> find_secret(std::string_view text) {
  for (const SecretFamily& family : families) {
    for (std::size_t at = text.find(family.start); at != std::string_view::npos; at = text.find(family.start, at + 1)) {
      if (is_secret_at(family, text, at)) return family.name;
    }
  }
  if (has_password(text)) return "password in a URL";
  return std::nullopt;
}

}  // namespace baton
