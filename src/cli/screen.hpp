#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace baton::cli {

enum class Colour { plain, good, busy, warning, bad, faint };

/// Where people read: a terminal of some width, or a file or pipe, where nothing is cut off and nothing has colours.
struct Screen {
  std::size_t columns = std::numeric_limits<std::size_t>::max();
  std::size_t rows = 0;  ///< 0: no terminal
  bool colours = false;

  bool is_terminal() const { return rows != 0; }
  std::string painted(std::string_view text, Colour colour) const;
};

/// Standard output as it is now. No colours with NO_COLOR or on a dumb terminal.
Screen standard_output();

/// The colour of a state or severity by its name.
Colour colour_of(std::string_view state);

}  // namespace baton::cli
