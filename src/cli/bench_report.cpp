#include "cli/bench_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "baton/json.hpp"
#include "cli/output.hpp"

namespace baton::cli {

namespace {

/// What the design of the swappable state layer published for a backend, in milliseconds.
struct Published {
  const char* backend;
  const char* operation;
  const char* verb;
  double p50_ms;
  double p99_ms;
};

constexpr std::array published = {
    Published{"sqlite", "task create", "submit", 0.8, 2.2},
    Published{"sqlite", "task get", "get", 0.8, 2.2},
    Published{"sqlite", "task update", "edit", 0.8, 2.2},
    Published{"redis", "result set", "set_result", 0.3, 0.8},
    Published{"redis", "result get", "get_result", 0.3, 0.8},
    Published{"postgres", "task create", "submit", 1.2, 1.8},
    Published{"postgres", "task get", "get", 1.2, 1.8},
    Published{"postgres", "task update", "edit", 1.2, 1.8},
    Published{"postgres", "lock acquire", "lock", 0.4, 0.9},
    Published{"postgres", "lock release", "release", 0.4, 0.9},
    Published{"postgres", "50 messages", "messages", 2.1, 4.5},
};

std::string_view backend_of(std::string_view store) { return store.substr(0, store.find(':')); }

std::string cpu_or(const Figure& figure, const char* none) {
  return figure.cpu_us > 0 ? fmt::format("{:.2f}", figure.cpu_us) : none;
}

}  // namespace

bool is_published(std::string_view store, std::string_view verb) {
  return std::ranges::any_of(
      published, [&](const Published& line) { return backend_of(store) == line.backend && verb == line.verb; });
}

std::string figures_as_json(const std::string& store, const std::vector<Figure>& figures) {
  std::string text = fmt::format("{{\"store\":{},\"results\":[", Json::string(store).text());
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const Figure& figure = figures[i];
    text += fmt::format(R"({}{{"verb":"{}","callers":{},"per_s":{:.1f},"p50_us":{:.1f},"p99_us":{:.1f},"cpu_us":{},)",
                        i == 0 ? "" : ",", figure.verb, figure.callers, figure.per_s, figure.p50_us, figure.p99_us,
                        cpu_or(figure, "null"));
    text += figure.raw_per_s > 0 ? fmt::format(R"("raw_per_s":{:.1f},"ratio":{:.3f}}})", figure.raw_per_s, figure.ratio)
                                 : R"("raw_per_s":null,"ratio":null})";
  }
  return text + "]}\n";
}

std::string figures_as_table(const std::string& store, const std::vector<Figure>& figures) {
  std::string text = fmt::format("{}\n\n{:<10} {:>7} {:>11} {:>10} {:>10} {:>8} {:>11} {:>7}\n", store, "verb",
                                 "callers", "per s", "p50 us", "p99 us", "cpu us", "raw per s", "ratio");
  for (const Figure& figure : figures) {
    text += fmt::format("{:<10} {:>7} {:>11.0f} {:>10.1f} {:>10.1f} {:>8}", figure.verb, figure.callers, figure.per_s,
                        figure.p50_us, figure.p99_us, cpu_or(figure, "-"));
    text += figure.raw_per_s > 0 ? fmt::format(" {:>11.0f} {:>6.2f}x\n", figure.raw_per_s, figure.ratio)
                                 : fmt::format(" {:>11} {:>7}\n", "-", "-");
  }
  return text;
}

std::string published_latencies(const std::string& store, const std::vector<Figure>& figures) {
  std::string text;
  for (const Published& line : published) {
    if (backend_of(store) != line.backend) continue;
    const auto ours = std::ranges::find_if(
        figures, [&line](const Figure& figure) { return figure.callers == 1 && figure.verb == line.verb; });
    if (ours == figures.end()) continue;
    text += fmt::format("{:<12} {:>9.3f} {:>9.3f} {:>12.1f} {:>12.1f}\n", line.operation, ours->p50_us / 1000,
                        ours->p99_us / 1000, line.p50_ms, line.p99_ms);
  }
  if (text.empty()) return text;
  return fmt::format("\nat 1 caller  {:>9} {:>9} {:>12} {:>12}\n", "p50 ms", "p99 ms", "published", "published") + text;
}

ProgressBar::ProgressBar(std::size_t steps) : steps_(steps), visible_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (visible_) tell("\r\x1b[K");
}

void ProgressBar::step(const std::string& what) {
  if (visible_) draw(what);
  ++done_;
}

void ProgressBar::draw(const std::string& what) const {
  constexpr std::size_t width = 30;
  const std::size_t filled = steps_ == 0 ? width : std::min(width, width * done_ / steps_);
  tell(fmt::format("\r\x1b[K[{}{}] {}/{} {}", std::string(filled, '#'), std::string(width - filled, '.'), done_, steps_,
                   what));
}

}  // namespace baton::cli
