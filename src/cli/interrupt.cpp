#include "cli/interrupt.hpp"

namespace baton::cli {
namespace {

volatile std::sig_atomic_t heard = 0;

void on_signal(int /*number*/) { heard = 1; }

}  // namespace

Interrupt::Interrupt() {
  heard = 0;
  struct sigaction action{};
  action.sa_handler = on_signal;
  // The second one finds the default.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, &before_interrupt_);
  ::sigaction(SIGTERM, &action, &before_terminate_);
}

Interrupt::~Interrupt() {
  ::sigaction(SIGINT, &before_interrupt_, nullptr);
  ::sigaction(SIGTERM, &before_terminate_, nullptr);
}

bool Interrupt::asked() { return heard != 0; }

}  // namespace baton::cli
