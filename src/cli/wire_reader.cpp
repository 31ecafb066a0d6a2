#include "cli/wire_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "core/number.hpp"
#include "core/parse.hpp"

namespace baton::cli {

namespace {

constexpr std::size_t most_bytes = std::size_t{256} * 1024 * 1024;
constexpr std::size_t most_depth = 80;

bool equal_but_for_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(
      a, b, {}, [](unsigned char c) { return std::tolower(c); }, [](unsigned char c) { return std::tolower(c); });
}

std::optional<std::string_view> header_in(std::string_view head, std::string_view name) {
  while (!head.empty()) {
    const auto end = head.find("\r\n");
    const std::string_view line = head.substr(0, end);
    const auto colon = line.find(':');
    if (colon != std::string_view::npos && equal_but_for_case(line.substr(0, colon), name)) {
      std::string_view value = line.substr(colon + 1);
      while (value.starts_with(' ')) value.remove_prefix(1);
      return value;
    }
    if (end == std::string_view::npos) break;
    head.remove_prefix(end + 2);
  }
  return std::nullopt;
}

/// A body in chunks, as proxies send it. Nothing: it is cut off.
std::optional<std::string> unchunked(std::string_view text) {
  std::string body;
  for (;;) {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size, 16);
    const auto line = text.find("\r\n");
    if (error != std::errc{} || line == std::string_view::npos || text.size() - line - 2 < size) return std::nullopt;
    if (size == 0) return body;
    body += text.substr(line + 2, size);
    text.remove_prefix(std::min(line + 2 + size + 2, text.size()));
  }
}

std::optional<std::string> whole_body(std::string_view head, std::string_view rest) {
  const auto coding = header_in(head, "Transfer-Encoding");
  if (coding && equal_but_for_case(*coding, "chunked")) return unchunked(rest);
  const auto length = header_in(head, "Content-Length");
  if (!length) return std::string(rest);
  const auto size = leading_number(*length);
  if (rest.size() < size) return std::nullopt;
  return std::string(rest.substr(0, size));
}

}  // namespace

Result<Answer> understand_answer(std::string_view text, const Whereabouts& where) {
  const auto end = text.find("\r\n\r\n");
  if (!text.starts_with("HTTP/1.") || end == std::string_view::npos || text.size() < 12) {
    return fail(Errc::unavailable,
                fmt::format("what answers at {} does not speak HTTP; {}", where.url(),
                            where.tls ? "check --url" : "if it speaks TLS, write https:// in --url"));
  }
  const std::string_view head = text.substr(0, end);
  auto body = whole_body(head, text.substr(end + 4));
  if (!body) {
    return fail(Errc::unavailable,
                fmt::format("the answer of {} was cut off; ask again, and look at the daemon's log", where.url()));
  }
  Answer answer{.status = static_cast<unsigned>(leading_number(text.substr(9, 3))), .body = *std::move(body)};
  const auto type = header_in(head, "Content-Type").value_or("");
  if (!type.contains("json")) return answer;
  auto json = parse_json(answer.body, {.bytes = most_bytes, .depth = most_depth});
  if (!json) {
    return fail(Errc::unavailable, fmt::format("what answers at {} is no baton; check --url", where.url()));
  }
  answer.body = json->text();
  answer.is_json = true;
  return answer;
}

}  // namespace baton::cli
