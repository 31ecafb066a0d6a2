#include <fmt/format.h>

#include "cli/json_walk.hpp"
#include "cli/printable.hpp"
#include "cli/span.hpp"
#include "cli/views.hpp"

namespace baton::cli {

std::string as_attention(std::string_view answer, const Screen& screen, Time now) {
  std::string text;
  for (const auto item : elements_of(value_at(answer, "items").value_or("[]"))) {
    const std::string severity = printable(text_at(item, "severity"));
    const auto since = parse_time(text_at(item, "since"));
    text += screen.painted(padded(severity, 10), colour_of(severity)) +
            padded(since ? brief_span(now - *since) : "", 6) + printable(text_at(item, "sentence")) + "\n";
    if (const std::string command = text_at(item, "command"); !command.empty()) {
      text += fmt::format("{:16}{}\n", "", screen.painted(printable(command), Colour::faint));
    }
  }
  if (text.empty()) text = "nothing needs attention\n";
  if (text_at(answer, "complete") == "false") text += "not everything could be looked at: the fleet is too large\n";
  return text;
}

}  // namespace baton::cli
