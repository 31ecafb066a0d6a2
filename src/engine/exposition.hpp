#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/histogram.hpp"
#include "engine/metric_table.hpp"

namespace baton {

/// Writes the Prometheus text format, family by family; names, types and labels come from the table.
class Exposition {
 public:
  static constexpr std::string_view content_type = "text/plain; version=0.0.4; charset=utf-8";

  /// What follows are its samples.
  Exposition& family(Metric metric);
  Exposition& sample(std::uint64_t value, std::string_view label = {});
  Exposition& seconds(Duration value, std::string_view label = {});
  Exposition& histogram(const Histogram& values, std::string_view label = {});

  /// A family with a single sample.
  Exposition& alone(Metric metric, std::uint64_t value) { return family(metric).sample(value); }

  const std::string& text() const { return text_; }

 private:
  void line(std::string_view suffix, std::string_view label, std::string_view bound, std::string_view value);

  std::string text_;
  const MetricEntry* entry_ = nullptr;
};

}  // namespace baton
