#include <fmt/core.h>
#ifdef BATON_OWN_ALLOCATOR
#include <mimalloc.h>
#endif

#include <csignal>
#include <cstdio>
#include <exception>
#include <variant>

#include "cli/command_line.hpp"
#include "cli/complain.hpp"
#include "daemon/daemon.hpp"
#include "daemon/judge.hpp"
#include "daemon/log.hpp"
#include "store/tools.hpp"

namespace {

using namespace baton;  // NOLINT(google-build-using-namespace): the program's own file

enum ExitCode { ok = 0, failed = 1, usage = 2 };

int complain(const Error& error, ExitCode code) {
  cli::tell(fmt::format("baton: {}\n", cli::repeatable(error.detail)));
  return code;
}

int carry_out(const cli::Serve& typed) {
  const auto settings = daemon::settle_settings(typed, cli::from_environment);
  if (!settings) return complain(settings.error(), settings.error().code == Errc::invalid ? usage : failed);
  daemon::start_log(settings->log_format, settings->log_level);
  const auto outcome = daemon::run(*settings);
  if (!outcome) return complain(outcome.error(), outcome.error().code == Errc::invalid ? usage : failed);
  return ok;
}

int carry_out(const cli::BenchOptions& options) { return cli::run_bench(options); }

int carry_out(const cli::StoreCommand& command) {
  return std::visit([](const auto& chosen) { return cli::run(chosen); }, command);
}

int carry_out(cli::Call call) {
  call.judge = &daemon::judge;
  return cli::run(call);
}

int carry_out(const cli::ShowVersion& /*command*/) {
  cli::show(fmt::format("baton {}\n", BATON_VERSION));
  return ok;
}

int carry_out(const cli::ShowHelp& help) {
  cli::show(help.text);
  return ok;
}

int carry_out(const cli::Misused& misused) {
  cli::tell(fmt::format("baton: {}\n", cli::repeatable(misused.text)));
  return usage;
}

/// What a library leaves to those who embed it.
void settle_in() {
#ifdef BATON_OWN_ALLOCATOR
  // Every request needs memory and gives it back. By default that goes back to the system after 25 ms, and is asked for again.
  constexpr long keep_ms = 10'000;
  mi_option_set(mi_option_decommit_delay, keep_ms);
#endif
  own_process();
}

}  // namespace

int main(int argc, char** argv) {
  settle_in();
  try {
    // A reader that goes away must not take the daemon with it, or a command that has something to put in order.
    std::signal(SIGPIPE, SIG_IGN);
    daemon::start_log("auto", "info");
    const auto command = cli::parse_command_line(argc, argv);
    const int code = std::visit([](const auto& chosen) { return carry_out(chosen); }, command);
    return std::holds_alternative<cli::Serve>(command) ? code : cli::code_after_output(code);
  } catch (const std::exception& bug) {
    std::fprintf(stderr, "baton: a bug: %s\n", bug.what());
    return failed;
  }
}
