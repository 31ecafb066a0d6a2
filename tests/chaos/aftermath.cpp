#include "chaos/aftermath.hpp"

#include <algorithm>
#include <sstream>

#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

bool is_end(const Event& event) {
  using enum EventType;
  return event.type == task_completed || event.type == task_failed || event.type == task_dead ||
         event.type == task_cancelled;
}

std::string attempt_of(const Event& event) {
  constexpr std::string_view member = R"("attempt":)";
  const std::string& text = event.payload.text();
  const std::size_t at = text.find(member);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + member.size();
  return text.substr(begin, text.find_first_not_of("0123456789", begin) - begin);
}

}  // namespace

Aftermath::Aftermath(BlockingStore& store) {
  ReadLog request{.limit = 1000};
  for (;;) {
    const LogPage page = must(store, request);
    for (const Event& event : page.events) {
      if (event.task) histories_[*event.task].push_back(event);
    }
    if (page.next >= page.last) return;
    request.after = page.next;
  }
}

std::vector<std::string> Aftermath::ends_wrong(const std::vector<TaskId>& tasks) const {
  std::vector<std::string> wrong;
  for (const TaskId& task : tasks) {
    const auto history = histories_.find(task);
    const auto ends = history == histories_.end() ? 0 : std::ranges::count_if(history->second, is_end);
    if (ends != 1) wrong.push_back(task.str() + " ended " + std::to_string(ends) + " times");
  }
  return wrong;
}

std::vector<std::string> Aftermath::contradictions(const std::vector<std::string>& told) const {
  std::vector<std::string> wrong;
  std::map<std::string, int> times;
  for (const std::string& line : told) {
    std::istringstream words(line);
    std::string done, task, attempt;
    words >> done >> task >> attempt;
    if (done != "done") continue;
    if (++times[task] > 1) wrong.push_back(task + " was accepted twice");
    const auto& history = histories_.at(*TaskId::parse(task));
    const bool agrees = std::ranges::any_of(history, [&](const Event& event) {
      return event.type == EventType::task_completed && attempt_of(event) == attempt;
    });
    if (!agrees) wrong.push_back(line + " is not in the log");
  }
  return wrong;
}

std::optional<std::pair<TaskId, std::size_t>> Aftermath::held_by(const Killing& killing) const {
  for (const auto& [task, history] : histories_) {
    for (std::size_t i = 0; i < history.size(); ++i) {
      const Event& event = history[i];
      if (event.type != EventType::task_assigned || event.agent != killing.agent || event.at > killing.at) continue;
      const bool until_death = i + 1 == history.size() || history[i + 1].at > killing.at;
      if (until_death) return std::pair(task, i);
    }
  }
  return std::nullopt;
}

std::vector<std::string> Aftermath::waits(const std::vector<Killing>& killings, Duration at_most) const {
  std::vector<std::string> wrong;
  for (const Killing& killing : killings) {
    const auto held = held_by(killing);
    if (!held) continue;
    const auto& history = histories_.at(held->first);
    const auto rescued = std::find_if(
        history.begin() + static_cast<std::ptrdiff_t>(held->second) + 1, history.end(), [](const Event& event) {
          return is_end(event) || event.type == EventType::task_assigned || event.type == EventType::task_retrying;
        });
    if (rescued != history.end() && rescued->at <= killing.at + at_most) continue;
    const auto waited = rescued == history.end() ? std::string("for ever")
                                                 : std::to_string((rescued->at - killing.at).count() / 1000) + " ms";
    wrong.push_back(held->first.str() + " of " + killing.agent.str() + " waited " + waited);
  }
  return wrong;
}

std::size_t Aftermath::orphans(const std::vector<Killing>& killings) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(killings, [this](const Killing& killing) { return held_by(killing).has_value(); }));
}

}  // namespace baton::test
