#include "cli/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/acts.hpp"
#include "cli/complain.hpp"
#include "cli/settings_of.hpp"
#include "core/writer.hpp"

namespace baton::cli {

namespace {

std::string_view word_of(Diagnosis diagnosis) {
  static constexpr std::array<std::string_view, 4> words{"ok", "warning", "wrong", "skipped"};
  return words.at(static_cast<std::size_t>(diagnosis));
}

Checkups examine(const Call& call) {
  Checkups checkups;
  const auto settings = choose_settings(settings_of(call), from_environment);
  if (!settings) {
    checkups.push_back({"configuration", Diagnosis::wrong, settings.error().detail, "correct it, then run this again"});
    return checkups;
  }
  checkups.push_back({"configuration", Diagnosis::ok, "can be read; `baton config show` names each value"});
  const Listener listener = look_at_port(*settings);
  checkups.push_back(check_port(listener, *settings));
  checkups.push_back(check_token(*settings));
  checkups.push_back(check_database_file(*settings));
  for (auto& checkup : check_store(listener, *settings)) checkups.push_back(std::move(checkup));
  return checkups;
}

}  // namespace

std::string as_report(const Checkups& checkups, const Screen& screen) {
  std::string text;
  for (const auto& checkup : checkups) {
    text += screen.painted(padded(std::string(word_of(checkup.diagnosis)), 9), colour_of(word_of(checkup.diagnosis))) +
            padded(checkup.name, 15) + printable(checkup.told) + "\n";
    if (!checkup.fix.empty()) text += fmt::format("{:24}fix: {}\n", "", printable(checkup.fix));
  }
  return text;
}

std::string as_json(const Checkups& checkups) {
  std::string items;
  for (const auto& checkup : checkups) {
    ObjectWriter item;
    item.text("check", checkup.name).text("state", word_of(checkup.diagnosis)).text("told", checkup.told);
    if (!checkup.fix.empty()) item.text("fix", checkup.fix);
    items += (items.empty() ? "" : ",") + item.json().text();
  }
  return "{\"checks\":[" + items + "]}\n";
}

int run_doctor(const Call& call) {
  const auto checkups = examine(call);
  show(call.has("--json") ? printable_json(as_json(checkups)) : as_report(checkups, standard_output()));
  const bool well =
      std::ranges::none_of(checkups, [](const Checkup& checkup) { return checkup.diagnosis == Diagnosis::wrong; });
  return well ? done : failed;
}

}  // namespace baton::cli
