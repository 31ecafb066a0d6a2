#include "core/redact.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace baton {

namespace {

constexpr std::string_view hidden = "…";
constexpr std::size_t secret_digits = 64;

/// Words that a secret follows, up to the next of `until`.
struct Sign {
  std::string_view word;
  std::string_view until;
};
constexpr std::array signs{Sign{"bearer ", " \t\r\n\"'`,;"}, Sign{"password=", " \t\r\n\"'`&;"},
                           Sign{"token=", " \t\r\n\"'`&;"}, Sign{"secret=", " \t\r\n\"'`&;"}};

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

std::optional<Span> signed_secret(std::string_view text, std::size_t from) {
  std::optional<Span> first;
  for (const auto& sign : signs) {
    const auto at = find_word(text, sign.word, from);
    if (at == std::string_view::npos || (first && at >= first->from)) continue;
    const auto start = at + sign.word.size();
    first = Span{start, std::min(text.find_first_of(sign.until, start), text.size())};
  }
  return first;
}

/// The password in `scheme://user:password@host`.
std::optional<Span> password_in_url(std::string_view text, std::size_t from) {
  for (auto at = text.find("://", from); at != std::string_view::npos; at = text.find("://", at + 3)) {
    const auto start = at + 3;
    const auto authority = text.substr(start, text.find_first_of("/?# \t\r\n\"'`", start) - start);
    const auto end = authority.rfind('@');
    const auto colon = authority.substr(0, end).find(':');
    if (end != std::string_view::npos && colon != std::string_view::npos) return Span{start + colon + 1, start + end};
  }
  return std::nullopt;
}

/// Sixty-four hex digits are a secret of ours, alone or behind `baton_ID_`.
std::optional<Span> secret_digits_in(std::string_view text, std::size_t from) {
  static constexpr std::string_view hex = "0123456789abcdef";
  while (from < text.size()) {
    const auto start = text.find_first_of(hex, from);
    if (start == std::string_view::npos) return std::nullopt;
    const auto end = std::min(text.find_first_not_of(hex, start), text.size());
    if (end - start >= secret_digits) return Span{start, end};
    from = end;
  }
  return std::nullopt;
}

}  // namespace

std::string redacted(std::string_view text) {
  std::string out;
  std::size_t done = 0;
  while (done < text.size()) {
    std::optional<Span> next;
    for (const auto& found : {signed_secret(text, done), password_in_url(text, done), secret_digits_in(text, done)}) {
      if (found && (!next || found->from < next->from)) next = found;
    }
    if (!next) break;
    out.append(text.substr(done, next->from - done));
    if (next->to > next->from) out.append(hidden);
    done = next->to;
  }
  return out.append(text.substr(done));
}

}  // namespace baton
