#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "baton/merge.hpp"
#include "core/json_value.hpp"

// The patterns that come with the program. Each is pure; docs/memory.md says what they compute.

namespace baton {

Result<Merged> momentum_risk_fusion(const MergeInput& input);
Result<Merged> weighted_vote(const MergeInput& input);
Result<Merged> quorum(const MergeInput& input);
Result<Merged> first_acceptable(const MergeInput& input);
Result<Merged> collect(const MergeInput& input);

/// Reads the inputs of a pattern, each by its place. The first that is missing or of another kind is remembered; until it
/// is asked for, reading goes on with nothing.
class MergeReader {
 public:
  /// `where`: the path of the value, `$.signals.risk`.
  MergeReader(JsonValue value, std::string where) : value_(std::move(value)), where_(std::move(where)) {}

  double number(std::string_view pointer);
  std::string text(std::string_view pointer);
  /// As it is written.
  JsonValue value(std::string_view pointer);

  std::optional<double> optional_number(std::string_view pointer);
  std::optional<std::string> optional_text(std::string_view pointer);
  JsonValue optional_value(std::string_view pointer) const;

  const std::optional<Error>& error() const { return error_; }

 private:
  void refuse(std::string_view pointer, std::string_view what);

  JsonValue value_;
  std::string where_;
  std::optional<Error> error_;
};

MergeReader reader_of(const MergeSignal& signal);
MergeReader reader_of_parameters(const MergeInput& input);

/// `["momentum","risk"]`.
JsonValue list_of_names(const std::vector<SignalName>& names);
/// Who contributed what, for the patterns that treat all agents alike.
JsonValue sources_of(const MergeInput& input);

}  // namespace baton
