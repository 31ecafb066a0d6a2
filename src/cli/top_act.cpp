#include <unistd.h>

#include "cli/acts.hpp"
#include "cli/complain.hpp"
#include "cli/screen.hpp"
#include "cli/span.hpp"
#include "cli/terminal.hpp"
#include "cli/top.hpp"
#include "cli/whereabouts.hpp"

namespace baton::cli {

namespace {

/// The next picture; while the daemon is away, the last one and why.
TopPicture next_picture(const Whereabouts& where, const TopPicture& before) {
  auto picture = look(where);
  if (picture) return compared(*std::move(picture), before);
  TopPicture stale = before;
  stale.trouble = picture.error().detail;
  return stale;
}

}  // namespace

int run_top(const Call& call) {
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  const auto interval = parse_span(call.has("--interval") ? call.one("--interval") : "1s");
  if (!interval) return complain(call.name(), interval.error());
  auto first = look(*where);
  if (!first) return complain(call.name(), first.error());
  if (call.has("--once") || !standard_output().is_terminal() || ::isatty(STDIN_FILENO) == 0) {
    show(drawn(*first, standard_output()) + "\n");
    return done;
  }
  const auto pause =
      std::max(std::chrono::duration_cast<std::chrono::milliseconds>(*interval), std::chrono::milliseconds{100});
  TopPicture picture = *std::move(first);
  const Terminal terminal;
  do {
    terminal.draw(drawn(picture, standard_output()));
    if (!terminal.wait(pause)) break;
    picture = next_picture(*where, picture);
  } while (true);
  return done;
}

}  // namespace baton::cli
