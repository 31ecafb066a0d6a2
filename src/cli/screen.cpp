#include "cli/screen.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "cli/surroundings.hpp"

namespace baton::cli {

namespace {

struct Painted {
  std::string_view state;
  Colour colour;
};

constexpr std::array painted_states{
    Painted{"idle", Colour::good},         Painted{"working", Colour::busy},    Painted{"assigned", Colour::busy},
    Painted{"reporting", Colour::busy},    Painted{"running", Colour::busy},    Painted{"completed", Colour::good},
    Painted{"ready", Colour::good},        Painted{"ok", Colour::good},         Painted{"failed", Colour::bad},
    Painted{"dead", Colour::bad},          Painted{"crashed", Colour::bad},     Painted{"critical", Colour::bad},
    Painted{"wrong", Colour::bad},         Painted{"warning", Colour::warning}, Painted{"draining", Colour::warning},
    Painted{"cancelled", Colour::warning}, Painted{"notice", Colour::faint},    Painted{"skipped", Colour::faint},
    Painted{"scheduled", Colour::faint},   Painted{"blocked", Colour::faint},
};

int code_of(Colour colour) {
  static constexpr std::array codes{0, 32, 36, 33, 31, 2};
  return codes.at(static_cast<std::size_t>(colour));
}

}  // namespace

std::string Screen::painted(std::string_view text, Colour colour) const {
  if (!colours || colour == Colour::plain) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", code_of(colour), text);
}

Screen standard_output() {
  Screen screen;
  if (::isatty(STDOUT_FILENO) == 0) return screen;
  winsize size{};
  const bool told = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
  screen.columns = told ? size.ws_col : 80;
  screen.rows = told ? size.ws_row : 24;
  screen.colours = !from_environment("NO_COLOR") && from_environment("TERM").value_or("dumb") != "dumb";
  return screen;
}

Colour colour_of(std::string_view state) {
  const auto* const found = std::ranges::find(painted_states, state, &Painted::state);
  return found == painted_states.end() ? Colour::plain : found->colour;
}

}  // namespace baton::cli
