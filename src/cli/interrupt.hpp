#pragma once

#include <csignal>

namespace baton::cli {

/// Lets SIGINT and SIGTERM be asked about while it lives, so that what was begun can be put in order first. A second
/// signal ends the program at once. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool asked();

 private:
  struct sigaction before_interrupt_{};
  struct sigaction before_terminate_{};
};

}  // namespace baton::cli
