#include "cli/doctor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/acts.hpp"
#include "cli/complain.hpp"
#include "cli/judgement.hpp"
#include "cli/settings_of.hpp"
#include "core/writer.hpp"

namespace baton::cli {

namespace {

std::string_view word_of(Diagnosis diagnosis) {
  static constexpr std::array<std::string_view, 4> words{"ok", "warning", "wrong", "skipped"};
  return words.at(static_cast<std::size_t>(diagnosis));
}

Checkup as_checkup(const Judgement& judgement) {
  if (!judgement.verdict) return wrong(judgement.part, judgement.verdict.error());
  return {judgement.part, Diagnosis::ok, *judgement.verdict};
}

bool is_wrong(const Checkup& checkup) { return checkup.diagnosis == Diagnosis::wrong; }

Checkups examine(const Call& call) {
  const auto settings = choose_settings(settings_of(call), from_environment);
  if (!settings) return {wrong("configuration", settings.error())};
  Checkups checkups;
  for (const Judgement& judgement : call.judge(*settings)) checkups.push_back(as_checkup(judgement));
  // Without an address and a store that can be read there is nothing more to look at.
  if (!checkups.empty() && is_wrong(checkups.front())) return {checkups.front()};
  const Listener listener = look_at_port(call, *settings);
  checkups.push_back(check_port(listener));
  checkups.push_back(check_database_file(*settings));
  for (auto& checkup : check_store(listener, call, *settings)) checkups.push_back(std::move(checkup));
  return checkups;
}

}  // namespace

Checkup wrong(std::string name, const Error& error) {
  static constexpr std::string_view between = "; ";
  const std::size_t end = error.detail.find(between);
  if (end == std::string::npos) {
    return {std::move(name), Diagnosis::wrong, error.detail, "correct it, then run this again"};
  }
  return {std::move(name), Diagnosis::wrong, error.detail.substr(0, end), error.detail.substr(end + between.size())};
}

std::string as_report(const Checkups& checkups, const Screen& screen) {
  std::string text;
  for (const auto& checkup : checkups) {
    text += screen.painted(padded(std::string(word_of(checkup.diagnosis)), 9), colour_of(word_of(checkup.diagnosis))) +
            padded(checkup.name, 15) + repeatable(checkup.told) + "\n";
    if (!checkup.fix.empty()) text += fmt::format("{:24}fix: {}\n", "", repeatable(checkup.fix));
  }
  return text;
}

std::string as_json(const Checkups& checkups) {
  std::string items;
  for (const auto& checkup : checkups) {
    ObjectWriter item;
    item.text("check", checkup.name).text("state", word_of(checkup.diagnosis)).text("told", redacted(checkup.told));
    if (!checkup.fix.empty()) item.text("fix", redacted(checkup.fix));
    items += (items.empty() ? "" : ",") + item.json().text();
  }
  return "{\"checks\":[" + items + "]}\n";
}

int run_doctor(const Call& call) {
  const auto checkups = examine(call);
  show(call.has("--json") ? printable_json(as_json(checkups)) : as_report(checkups, standard_output()));
  return std::ranges::none_of(checkups, is_wrong) ? done : failed;
}

}  // namespace baton::cli
