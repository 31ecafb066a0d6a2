#include "cli/output.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "cli/exit_code.hpp"

namespace baton::cli {

namespace {

/// The first thing that went wrong with standard output, as errno has it. What comes later would leave a gap.
int output_trouble = 0;

void note_output_trouble(int error) {
  if (output_trouble == 0) output_trouble = error;
}

}  // namespace

void show(std::string_view text) {
  if (output_trouble != 0) return;
  if (std::fwrite(text.data(), 1, text.size(), stdout) < text.size()) note_output_trouble(errno);
}

bool hand_over() {
  if (output_trouble == 0 && std::fflush(stdout) != 0) note_output_trouble(errno);
  return output_trouble == 0;
}

bool wait_while_read(std::chrono::milliseconds time) {
  // Asked for nothing, poll still tells that the other end of a pipe was closed.
  pollfd reader{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
  if (output_trouble != 0) return false;
  if (::poll(&reader, 1, static_cast<int>(time.count())) > 0) note_output_trouble(EPIPE);
  return output_trouble == 0;
}

int code_after_output(int code) {
  if (hand_over()) return code;
  if (output_trouble == EPIPE) return code == exit_code::done ? exit_code::unread : code;
  tell(
      fmt::format("baton: standard output cannot be written: {}; what the command did is done, so give its output room "
                  "and look before you repeat it\n",
                  std::error_code(output_trouble, std::system_category()).message()));
  return code == exit_code::done ? exit_code::failed : code;
}

void tell(std::string_view text) { (void)std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace baton::cli
