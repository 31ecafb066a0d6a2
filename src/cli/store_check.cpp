#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "cli/check_report.hpp"
#include "cli/complain.hpp"
#include "cli/interrupt.hpp"
#include "cli/numbers.hpp"
#include "cli/store_command.hpp"
#include "store/tools.hpp"

namespace baton::cli {
namespace {

constexpr std::string_view checking = "store check";

/// A count on a terminal's standard error; silent elsewhere.
class Counter {
 public:
  explicit Counter(bool shown) : shown_(shown && isatty(STDERR_FILENO) != 0) {}
  ~Counter() {
    if (shown_) tell("\r\x1b[K");
  }
  Counter(const Counter&) = delete;
  Counter& operator=(const Counter&) = delete;
  void show(std::uint64_t count) const {
    if (!shown_) return;
    tell(fmt::format("\r\x1b[Kchecking: {} rows and index entries", grouped(count)));
  }

 private:
  bool shown_;
};

bool wants_color() {
  const char* refused = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return isatty(STDOUT_FILENO) != 0 && (refused == nullptr || *refused == '\0');
}

Result<Inspection> look(const StoreCheck& command) {
  auto inspector = open_inspector(command.store.url, {.name_space = command.store.name_space});
  if (!inspector) return std::unexpected(std::move(inspector.error()));
  const Counter counter(!command.quiet && !command.json);
  return inspect(**inspector, [&counter](std::uint64_t count) {
    counter.show(count);
    return !Interrupt::asked();
  });
}

}  // namespace

int run(const StoreCheck& command) {
  const Interrupt interrupt;
  const auto start = std::chrono::steady_clock::now();
  const auto found = look(command);
  if (!found) return complain(checking, found.error());
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  const std::string store = without_credentials(command.store.url);
  show(command.json ? as_json(store, *found) : as_text(store, *found, took.count(), wants_color()));
  return found->findings.damages() == 0 ? done : failed;
}

}  // namespace baton::cli
