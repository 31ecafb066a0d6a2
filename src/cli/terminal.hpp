#pragma once

#include <termios.h>

#include <chrono>
#include <string>

namespace baton::cli {

/// The terminal as a page of its own that reads keys one by one, for as long as it lives; then all is as before. Signals
/// that would end the program only wake it, so that they too leave a terminal in order. One at a time.
class Terminal {
 public:
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Shows the text from the first line on, in the place of what was there.
  void draw(const std::string& text) const;

  /// Waits; false: somebody wants to leave, by the key q, ctrl-c, or a signal. A new size of the terminal ends the waiting.
  bool wait(std::chrono::milliseconds time) const;

 private:
  termios before_{};
};

}  // namespace baton::cli
