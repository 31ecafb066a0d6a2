#include "engine/job_command.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "engine/orphans.hpp"

namespace baton {

namespace {

using Place = std::pair<std::string_view, std::string>;

std::string filled(std::string_view text, const std::array<Place, 5>& places) {
  std::string out;
  while (!text.empty()) {
    const auto* place = std::ranges::find_if(places, [&](const Place& known) { return text.starts_with(known.first); });
    const bool found = place != places.end();
    out += found ? std::string_view(place->second) : text.substr(0, 1);
    text.remove_prefix(found ? place->first.size() : 1);
  }
  return out;
}

}  // namespace

std::string name_of(const JobRun& run) { return "baton-" + run.task.str() + "-" + std::to_string(run.run.value); }

ChildOptions child_for(const JobCommand& command, const JobRun& run, const JobSurroundings& where, std::string token) {
  const std::string attempt = std::to_string(run.run.value);
  const std::array places{Place{"{task}", run.task.str()}, Place{"{attempt}", attempt},
                          Place{"{thread}", run.thread.str()}, Place{"{kind}", run.kind.str()},
                          Place{"{name}", name_of(run)}};
  ChildOptions child;
  for (const std::string& argument : command.arguments) child.arguments.push_back(filled(argument, places));
  child.environment = basic_environment();
  child.environment.insert(child.environment.end(), command.environment.begin(), command.environment.end());
  const auto set = [&child](std::string_view name, const std::string& value) {
    child.environment.push_back(std::string(name).append(1, '=').append(value));
  };
  set("BATON_TASK", run.task.str());
  set("BATON_ATTEMPT", attempt);
  set("BATON_THREAD", run.thread.str());
  set("BATON_KIND", run.kind.str());
  set("BATON_URL", where.url);
  set(node_variable, where.mark);
  set(daemon_variable, where.daemon);
  if (!token.empty()) set("BATON_TOKEN", token);
  child.directory = command.directory;
  child.input = run.document.text() + "\n";
  child.output_limit = command.output_limit;
  child.timeout = run.timeout;
  child.grace = command.grace;
  return child;
}

Json printed(std::string text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  if (auto json = Json::parse(text)) return *std::move(json);
  return Json::string(text);
}

}  // namespace baton
