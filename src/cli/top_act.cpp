#include <unistd.h>

#include "cli/acts.hpp"
#include "cli/complain.hpp"
#include "cli/remote.hpp"
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
  stale.trouble = redacted(picture.error().detail);
  return stale;
}

/// A picture with its rates, which takes two looks.
Result<TopPicture> look_twice(const Whereabouts& where, std::chrono::milliseconds pause) {
  const auto before = look(where);
  if (!before) return before;
  rest(pause);
  auto now = look(where);
  if (!now) return now;
  return compared(*std::move(now), *before);
}

int show_once(const Call& call, const Whereabouts& where, std::chrono::milliseconds pause) {
  const auto picture = look_twice(where, pause);
  if (!picture) return complain(call.name(), picture.error());
  show((call.has("--json") ? printable_json(as_json(*picture)) : drawn(*picture, standard_output())) + "\n");
  return done;
}

/// Whether there is somebody to look on.
bool is_attended() { return standard_output().is_terminal() && ::isatty(STDIN_FILENO) != 0; }

}  // namespace

int run_top(const Call& call) {
  const auto where = find_daemon(call);
  if (!where) return complain(call.name(), where.error());
  const auto interval = parse_span(call.has("--interval") ? call.one("--interval") : "1s");
  if (!interval) return complain(call.name(), interval.error());
  const auto pause =
      std::max(std::chrono::duration_cast<std::chrono::milliseconds>(*interval), std::chrono::milliseconds{100});
  if (call.has("--once") || call.has("--json") || !is_attended()) return show_once(call, *where, pause);
  auto first = look(*where);
  if (!first) return complain(call.name(), first.error());
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
