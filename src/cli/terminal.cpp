#include "cli/terminal.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string_view>

namespace baton::cli {

namespace {

volatile std::sig_atomic_t told_to_leave = 0;

void note_leave(int /*number*/) { told_to_leave = 1; }
void note_size(int /*number*/) {}

constexpr std::array leaving_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr std::string_view enter_page = "\x1b[?1049h\x1b[?25l";
constexpr std::string_view leave_page = "\x1b[?25h\x1b[?1049l";

void put(std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void set_handler(int number, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  ::sigaction(number, &action, nullptr);
}

}  // namespace

Terminal::Terminal() {
  told_to_leave = 0;
  for (const int number : leaving_signals) set_handler(number, note_leave);
  set_handler(SIGWINCH, note_size);
  ::tcgetattr(STDIN_FILENO, &before_);
  termios keys = before_;
  // Without ISIG ctrl-c and ctrl-z are keys like others.
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &keys);
  put(enter_page);
}

Terminal::~Terminal() {
  put(leave_page);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  for (const int number : leaving_signals) set_handler(number, SIG_DFL);
  set_handler(SIGWINCH, SIG_DFL);
}

void Terminal::draw(const std::string& text) const {
  std::string page = "\x1b[H";
  for (const char c : text) page += c == '\n' ? std::string("\x1b[K\r\n") : std::string(1, c);
  put(page + "\x1b[K\x1b[J");
}

bool Terminal::wait(std::chrono::milliseconds time) const {
  static constexpr char ctrl_c = 3;
  pollfd keyboard{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  if (told_to_leave != 0) return false;
  if (::poll(&keyboard, 1, static_cast<int>(time.count())) <= 0) return told_to_leave == 0;
  char key = 0;
  if (::read(STDIN_FILENO, &key, 1) <= 0) return false;
  return key != 'q' && key != 'Q' && key != ctrl_c && told_to_leave == 0;
}

}  // namespace baton::cli
