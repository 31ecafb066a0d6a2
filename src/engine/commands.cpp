#include "engine/commands.hpp"

#include <algorithm>
#include <array>

namespace baton {

namespace {

constexpr std::array command_forms = std::to_array<std::string_view>({
    "baton agent list",
    "baton agent show AGENT",
    "baton agent remove AGENT",
    "baton task show TASK",
    "baton task why TASK",
    "baton task retry TASK",
    "baton queue resume LANE",
    "baton queue resume --all",
    "baton group show GROUP",
    "baton group redrive GROUP",
    "baton store thaw STORE",
    "baton store check STORE",
    "baton health",
});
static_assert(command_forms.size() == static_cast<std::size_t>(Command::health) + 1);

bool is_plain_in_shell(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("._:/-").contains(c);
}

std::string quoted(std::string_view word) {
  if (std::ranges::all_of(word, is_plain_in_shell)) return std::string(word);
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string_view form_of(Command command) { return command_forms[static_cast<std::size_t>(command)]; }

std::string to_text(Command command, std::string_view argument) {
  const std::string_view form = form_of(command);
  const bool takes_one =
      std::ranges::all_of(form.substr(form.rfind(' ') + 1), [](char c) { return c >= 'A' && c <= 'Z'; });
  if (argument.empty() || !takes_one) return std::string(form);
  // A name that begins like an option must not be taken for one.
  const std::string_view guard = argument.starts_with('-') ? "-- " : "";
  return std::string(form.substr(0, form.rfind(' ') + 1)) + std::string(guard) + quoted(argument);
}

}  // namespace baton
