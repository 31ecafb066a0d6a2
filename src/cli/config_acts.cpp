#include <fmt/format.h>

#include "baton/open.hpp"
#include "cli/acts.hpp"
#include "cli/chosen.hpp"
#include "cli/complain.hpp"
#include "cli/config_file.hpp"
#include "cli/judgement.hpp"
#include "cli/screen.hpp"
#include "cli/setting_table.hpp"
#include "cli/settings_of.hpp"
#include "cli/views.hpp"
#include "core/writer.hpp"
#include "store/tools.hpp"

namespace baton::cli {

namespace {

/// A URL may hold a password; nothing else is secret, since tokens are only ever in files.
std::string without_secrets(const Setting& setting, const std::string& value) {
  return setting.is_url ? without_credentials(value) : value;
}

std::string shown_values(const Setting& setting, const Chosen& chosen) {
  std::string text;
  for (const auto& value : chosen.all(setting.name))
    text += (text.empty() ? "" : ",") + without_secrets(setting, value);
  return text;
}

/// What `serve` would say of the file; not of what it leaves open, or of the machine and the day that it is for.
Result<void> check_file(const Chosen& chosen, Judge judge) {
  for (const Judgement& judgement : judge(chosen)) {
    const bool elsewhere = judgement.part == "address" || judgement.part == "certificate" ||
                           (judgement.part == "token" && chosen.origin("token_file") != Origin::file);
    if (!judgement.verdict && !elsewhere) return std::unexpected(judgement.verdict.error());
  }
  const std::string& store = chosen.one("store");
  return chosen.origin("store") != Origin::file || check_there(store) ? Result<void>() : check_place(store);
}

constexpr std::array setting_columns{Column{"SETTING", "setting"}, Column{"VALUE", "value"}, Column{"FROM", "from"},
                                     Column{"VARIABLE", "variable"}};
constexpr View setting_view{"settings", setting_columns, ""};

}  // namespace

Typed settings_of(const Call& call) {
  Typed typed;
  for (const Setting& setting : setting_table()) {
    const std::string name(setting.name.empty() ? setting.flag.substr(2) : setting.name);
    if (call.has(setting.flag)) typed.values[name] = call.all(setting.flag);
  }
  return typed;
}

int show_config(const Call& call) {
  const auto chosen = choose_settings(settings_of(call), from_environment);
  if (!chosen) return complain(call.name(), chosen.error());
  std::string lines;
  for (const Setting& setting : setting_table()) {
    if (setting.name.empty()) continue;
    const Json line = ObjectWriter()
                          .text("setting", setting.name)
                          .text("value", shown_values(setting, *chosen))
                          .text("from", chosen->place(setting.name))
                          .text("variable", setting.variable)
                          .json();
    lines += (lines.empty() ? "" : ",") + line.text();
  }
  const std::string answer = "{\"settings\":[" + lines + "]}";
  if (call.has("--json")) return show(printable_json(answer) + "\n"), done;
  show(as_view(setting_view, answer, standard_output(), {}));
  return done;
}

int check_config(const Call& call) {
  const std::string path = call.one("FILE");
  Typed typed;
  typed.values["config"] = {path};
  // The file alone: what the environment says is not its fault.
  const auto chosen = choose_settings(typed, [](const std::string&) { return std::optional<std::string>(); });
  if (!chosen) return complain(call.name(), chosen.error());
  if (const auto right = check_file(*chosen, call.judge); !right) return complain(call.name(), right.error());
  show(printable(path) + " is right\n");
  return done;
}

}  // namespace baton::cli
