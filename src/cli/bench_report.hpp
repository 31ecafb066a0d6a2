#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace baton::cli {

/// One line of a benchmark's result.
struct Figure {
  std::string verb;
  std::size_t callers = 0;
  double per_s = 0;
  double p50_us = 0;
  double p99_us = 0;
  double cpu_us = 0;     ///< of this process for each; 0: not measured
  double raw_per_s = 0;  ///< 0: not measured
  double ratio = 0;
};

std::string figures_as_json(const std::string& store, const std::vector<Figure>& figures);
std::string figures_as_table(const std::string& store, const std::vector<Figure>& figures);

/// Whether there is a published latency of that verb for the backend of that URL.
bool is_published(std::string_view store, std::string_view verb);

/// Latencies at one caller beside those that the design of the swappable state layer measured for this backend; empty
/// if it names none.
std::string published_latencies(const std::string& store, const std::vector<Figure>& figures);

/// A bar on a terminal's standard error; silent elsewhere.
class ProgressBar {
 public:
  explicit ProgressBar(std::size_t steps);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;
  void step(const std::string& what);

 private:
  void draw(const std::string& what) const;
  std::size_t steps_;
  std::size_t done_ = 0;
  bool visible_;
};

}  // namespace baton::cli
