#include "core/redact.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace baton {

namespace {

constexpr std::string_view hidden = "…";
constexpr std::size_t secret_digits = 64;

/// Words that a secret follows, up to the next of `until`.
struct Sign {
  std::string_view word;
  std::string_view until;
};
constexpr std::array signs{Sign{"bearer ", " \t\r\n\"'`,;"},      Sign{"password=", " \t\r\n\"'`&;"},
                           Sign{"token=", " \t\r\n\"'`&;"},       Sign{"secret=", " \t\r\n\"'`&;"},
                           Sign{"session_url=", " \t\r\n\"'`&;"}, Sign{"whsec_", " \t\r\n\"'`&;,"}};

constexpr std::string_view blank = " \t\r\n";
constexpr std::string_view behind_authority = "/?# \t\r\n\"'`";

/// How the schemes of stores on servers end, where their passwords stand.
constexpr std::array<std::string_view, 5> server_schemes{"postgres", "postgresql", "redis", "rediss", "sentinel"};

struct Span {
  std::size_t from;
  std::size_t to;
};

char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t find_word(std::string_view text, std::string_view word, std::size_t from) {
  const auto same = [](char a, char b) { return lower_case(a) == b; };
  const auto found =
      std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), word.begin(), word.end(), same);
  return found == text.end() ? std::string_view::npos : static_cast<std::size_t>(found - text.begin());
}

using Spans = std::vector<Span>;

void find_signed(std::string_view text, Spans& spans) {
  for (const auto& sign : signs) {
    for (auto at = find_word(text, sign.word, 0); at != std::string_view::npos;
         at = find_word(text, sign.word, at + 1)) {
      const auto start = at + sign.word.size();
      spans.push_back({start, std::min(text.find_first_of(sign.until, start), text.size())});
    }
  }
}

bool names_server(std::string_view before) {
  return std::ranges::any_of(server_schemes, [before](std::string_view scheme) {
    if (before.size() < scheme.size()) return false;
    return find_word(before, scheme, before.size() - scheme.size()) != std::string_view::npos;
  });
}

/// `password` in `scheme://user:password@host`. One that was not encoded ends the authority early; a server's is looked
/// for as far as the URL may go.
void find_passwords(std::string_view text, Spans& spans) {
  for (auto at = text.find("://"); at != std::string_view::npos; at = text.find("://", at + 1)) {
    const auto start = at + 3;
    const auto ends = names_server(text.substr(0, at)) ? blank : behind_authority;
    const auto authority = text.substr(start, text.find_first_of(ends, start) - start);
    const auto end = authority.rfind('@');
    const auto colon = authority.substr(0, end).find(':');
    if (end != std::string_view::npos && colon != std::string_view::npos) {
      spans.push_back({start + colon + 1, start + end});
    }
  }
}

/// Sixty-four hex digits are a secret of ours, alone or behind `baton_ID_`.
void find_digits(std::string_view text, Spans& spans) {
  static constexpr std::string_view hex = "0123456789abcdef";
  for (auto start = text.find_first_of(hex); start != std::string_view::npos;) {
    const auto end = std::min(text.find_first_not_of(hex, start), text.size());
    if (end - start >= secret_digits) spans.push_back({start, end});
    start = text.find_first_of(hex, end);
  }
}

}  // namespace

std::string redacted(std::string_view text) {
  Spans spans;
  find_signed(text, spans);
  find_passwords(text, spans);
  find_digits(text, spans);
  std::ranges::sort(spans, {}, &Span::from);
  std::string out;
  std::size_t done = 0;
  for (const auto& span : spans) {
    if (span.to <= std::max(done, span.from)) continue;
    if (span.from >= done) out.append(text.substr(done, span.from - done)).append(hidden);
    done = span.to;
  }
  return out.append(text.substr(done));
}

}  // namespace baton
