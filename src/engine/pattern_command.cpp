#include "engine/pattern_command.hpp"

#include <utility>

#include "core/json_value.hpp"
#include "core/merge_patterns.hpp"
#include "engine/child_process.hpp"

namespace baton {

namespace {

constexpr std::size_t longest_answer = limits::json_bytes;

JsonValue told(const MergeInput& input) {
  JsonValue::Object signals;
  for (const MergeSignal& signal : input.signals) signals.push_back({signal.name.str(), JsonValue(signal.body)});
  JsonValue all;
  all.set("corr_id", JsonValue(input.correlation.str()))
      .set("expected_agents", list_of_names(input.expected))
      .set("missing", list_of_names(input.missing()))
      .set("signals", JsonValue(std::move(signals)))
      .set("parameters", JsonValue(input.parameters));
  return all;
}

Result<Merged> answer_in(const std::string& text, const std::string& program) {
  const auto parsed = Json::parse(text);
  if (!parsed)
    return fail(Errc::invalid, "the answer of the pattern's program " + program + ": " + parsed.error().detail);
  const JsonValue answer(*parsed);
  const auto member = [&](std::string_view name) { return answer.find(name); };
  const JsonValue* decision = member("decision");
  if (decision == nullptr || decision->object() == nullptr) {
    return fail(Errc::invalid, "the answer of the pattern's program " + program + " has no object `decision`");
  }
  const auto or_empty = [](const JsonValue* value) { return value == nullptr ? Json::trusted("{}") : value->json(); };
  return Merged{.source_signals = or_empty(member("source_signals")),
                .merged_analysis = or_empty(member("merged_analysis")),
                .decision = decision->json()};
}

}  // namespace

awaitable<Result<Merged>> run_pattern(std::vector<std::string> command, MergeInput input, Duration timeout) {
  ChildOptions child{.arguments = command, .environment = own_environment()};
  child.input = told(input).json().text();
  child.output_limit = longest_answer;
  child.timeout = timeout;
  child.grace = Duration::zero();
  auto end = co_await run_child(std::move(child), {});
  if (!end) {
    co_return fail(Errc::invalid, "the pattern's program " + command[0] + " cannot be started; check its path");
  }
  if (end->timed_out) {
    co_return fail(Errc::invalid, "the pattern's program " + command[0] + " took too long and was ended");
  }
  if (end->code != 0 || end->signal != 0) {
    const std::string why = end->errors.substr(0, end->errors.find('\n'));
    co_return fail(Errc::invalid, "the pattern's program " + command[0] + " failed" + (why.empty() ? "" : ": " + why));
  }
  co_return answer_in(end->output, command[0]);
}

}  // namespace baton
