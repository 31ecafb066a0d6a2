#include "core/merge_patterns.hpp"

#include <algorithm>

#include "core/json_pointer.hpp"

namespace baton {

const MergeSignal* MergeInput::find(std::string_view name) const {
  const auto found = std::ranges::find_if(signals, [&](const MergeSignal& each) { return each.name.str() == name; });
  return found == signals.end() ? nullptr : &*found;
}

std::vector<SignalName> MergeInput::missing() const {
  std::vector<SignalName> names;
  for (const SignalName& name : expected) {
    if (find(name.str()) == nullptr) names.push_back(name);
  }
  return names;
}

MergePatterns MergePatterns::built_in() {
  MergePatterns all;
  all.patterns_ = {{"momentum_risk_fusion", &momentum_risk_fusion},
                   {"weighted_vote", &weighted_vote},
                   {"quorum", &quorum},
                   {"first_acceptable", &first_acceptable},
                   {"collect", &collect}};
  return all;
}

Result<void> MergePatterns::add(std::string_view name, MergePattern pattern) {
  if (!is_signal_name(name)) {
    return fail(Errc::invalid, "`" + std::string(name) + "` is no name for a pattern; use 1 to 128 of a-z and _");
  }
  if (!patterns_.emplace(name, std::move(pattern)).second) {
    return fail(Errc::conflict, "there is a pattern `" + std::string(name) + "` already; give yours another name");
  }
  return {};
}

std::vector<std::string> MergePatterns::names() const {
  std::vector<std::string> names;
  for (const auto& [name, pattern] : patterns_) names.push_back(name);
  return names;
}

Result<Merged> MergePatterns::merge(std::string_view name, const MergeInput& input) const {
  const auto pattern = patterns_.find(name);
  if (pattern != patterns_.end()) return pattern->second(input);
  std::string known;
  for (const std::string& each : names()) known += (known.empty() ? "" : ", ") + each;
  return fail(Errc::not_found, "there is no pattern `" + std::string(name) + "`; known: " + known);
}

void MergeReader::refuse(std::string_view pointer, std::string_view what) {
  if (error_) return;
  std::string path = where_;
  const auto names = pointer_names(pointer);
  for (const std::string& name : *names) path += "." + name;
  error_ = Error{.code = Errc::invalid, .detail = path + " " + std::string(what)};
}

JsonValue MergeReader::value(std::string_view pointer) {
  const JsonValue* found = look_up(value_, pointer);
  if (found != nullptr) return *found;
  refuse(pointer, "is missing");
  return {};
}

double MergeReader::number(std::string_view pointer) {
  const auto found = optional_number(pointer);
  if (!found) refuse(pointer, "is missing");
  return found.value_or(0);
}

std::string MergeReader::text(std::string_view pointer) {
  auto found = optional_text(pointer);
  if (!found) refuse(pointer, "is missing");
  return found.value_or("");
}

std::optional<double> MergeReader::optional_number(std::string_view pointer) {
  const JsonValue* found = look_up(value_, pointer);
  if (found == nullptr) return std::nullopt;
  if (found->digits() != nullptr) return to_double(*found->digits());
  refuse(pointer, "is not a number");
  return std::nullopt;
}

std::optional<std::string> MergeReader::optional_text(std::string_view pointer) {
  const JsonValue* found = look_up(value_, pointer);
  if (found == nullptr) return std::nullopt;
  if (found->text() != nullptr) return *found->text();
  refuse(pointer, "is not a text");
  return std::nullopt;
}

JsonValue MergeReader::optional_value(std::string_view pointer) const {
  const JsonValue* found = look_up(value_, pointer);
  return found == nullptr ? JsonValue() : *found;
}

MergeReader reader_of(const MergeSignal& signal) {
  return MergeReader(JsonValue(signal.body), "$.signals." + signal.name.str());
}

MergeReader reader_of_parameters(const MergeInput& input) {
  return MergeReader(JsonValue(input.parameters), "$.metadata.parameters");
}

JsonValue list_of_names(const std::vector<SignalName>& names) {
  JsonValue::Array list;
  for (const SignalName& name : names) list.emplace_back(name.str());
  return JsonValue(std::move(list));
}

JsonValue sources_of(const MergeInput& input) {
  JsonValue sources(JsonValue::Object{});
  for (const MergeSignal& signal : input.signals) {
    const MergeReader reader = reader_of(signal);
    JsonValue source;
    source.set("agent_version", reader.optional_value("/agent_version"));
    source.set("enriched_at", reader.optional_value("/enriched_at"));
    source.set("version", JsonValue::integer(signal.version));
    sources.set(signal.name.str(), std::move(source));
  }
  return sources;
}

}  // namespace baton
