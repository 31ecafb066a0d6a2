#include "cli/top.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cli/json_walk.hpp"
#include "cli/printable.hpp"
#include "cli/remote.hpp"
#include "cli/span.hpp"
#include "cli/views.hpp"
#include "cli/words.hpp"
#include "core/writer.hpp"

namespace baton::cli {

namespace {

/// One line of the Prometheus text: a name, at most one label that we look at, a value.
struct Sample {
  std::string name;
  std::string label;
  double value = 0;
};

std::string unescaped_label(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

std::optional<Sample> sample_in(std::string_view line) {
  if (line.empty() || line.starts_with('#')) return std::nullopt;
  const auto space = line.rfind(' ');
  if (space == std::string_view::npos) return std::nullopt;
  Sample sample;
  const std::string_view number = line.substr(space + 1);
  std::from_chars(number.data(), number.data() + number.size(), sample.value);
  const auto brace = line.find('{');
  sample.name = line.substr(0, std::min(brace, space));
  const auto quote = line.find('"');
  const auto last = line.rfind('"');
  if (brace != std::string_view::npos && quote < last)
    sample.label = unescaped_label(line.substr(quote + 1, last - quote - 1));
  return sample;
}

void take(TopPicture& picture, const Sample& sample, std::map<std::string, TopPicture::WaitingLane>& lanes) {
  if (sample.name == "baton_agents") picture.agents[sample.label] = sample.value;
  if (sample.name == "baton_events_total") picture.totals[sample.label] = sample.value;
  if (sample.name == "baton_queue_paused") picture.paused = sample.value;
  if (sample.name == "baton_queue_depth") lanes[sample.label].depth = sample.value;
  if (sample.name == "baton_queue_oldest_seconds") lanes[sample.label].oldest_seconds = sample.value;
}

struct Rate {
  std::string_view event;
  std::string_view title;
};
constexpr std::array rates_shown{Rate{"task.created", "submitted"},   Rate{"task.assigned", "started"},
                                 Rate{"task.completed", "completed"}, Rate{"task.retrying", "retried"},
                                 Rate{"task.failed", "failed"},       Rate{"task.dead", "dead"}};

double value_in(const std::map<std::string, double>& figures, std::string_view name) {
  const auto found = figures.find(std::string(name));
  return found == figures.end() ? 0 : found->second;
}

std::string agents_line(const TopPicture& picture, const Screen& screen) {
  std::string line;
  for (const char* state : {"idle", "assigned", "working", "reporting", "draining", "crashed"}) {
    const double count = value_in(picture.agents, state);
    const Colour colour = count > 0 ? colour_of(state) : Colour::faint;
    line += "  " + screen.painted(fmt::format("{:.0f} {}", count, state), colour);
  }
  return "agents " + line;
}

std::string rates_line(const TopPicture& picture) {
  std::string line = "tasks/s";
  for (const Rate& rate : rates_shown) {
    line += picture.rates ? fmt::format("  {:.1f} {}", value_in(*picture.rates, rate.event), rate.title)
                          : fmt::format("  - {}", rate.title);
  }
  return line;
}

Json json_of_number(double number) { return Json::trusted(fmt::format("{}", number)); }

Json json_of_figures(const std::map<std::string, double>& figures) {
  ObjectWriter object;
  for (const auto& [name, value] : figures) object.json(name, json_of_number(value));
  return object.json();
}

Json json_of_lanes(const std::vector<TopPicture::WaitingLane>& lanes) {
  std::string list;
  for (const auto& lane : lanes) {
    list += (list.empty() ? "" : ",") + ObjectWriter()
                                            .text("lane", lane.lane)
                                            .json("depth", json_of_number(lane.depth))
                                            .json("oldest_seconds", json_of_number(lane.oldest_seconds))
                                            .json()
                                            .text();
  }
  return Json::trusted("[" + list + "]");
}

std::vector<std::string> lane_lines(const TopPicture& picture, const Screen& screen, std::size_t most) {
  std::vector<std::string> lines;
  const std::size_t width = std::min<std::size_t>(40, screen.columns > 24 ? screen.columns - 24 : 8);
  lines.push_back(screen.painted(padded("LANE", width) + "    DEPTH  OLDEST", Colour::faint));
  for (const auto& lane : picture.lanes) {
    if (lines.size() > most) break;
    const Duration oldest{static_cast<std::int64_t>(lane.oldest_seconds * 1e6)};
    lines.push_back(padded(shortened(printable(lane.lane), width), width) +
                    fmt::format(" {:>8.0f}  {}", lane.depth, brief_span(oldest)));
  }
  if (picture.lanes.empty()) lines.emplace_back("nothing waits");
  return lines;
}

/// Cut to the screen without counting what only sets colours: such lines are made short enough before.
std::string cut(const std::string& line, const Screen& screen) {
  return line.contains('\x1b') ? line : shortened(line, screen.columns);
}

}  // namespace

TopPicture picture_of(std::string_view metrics, std::string_view health, std::string attention, Time now) {
  TopPicture picture;
  picture.at = now;
  picture.attention = std::move(attention);
  picture.store = fmt::format("{}, durability {}", text_at(health, "backend"), text_at(health, "durability"));
  std::map<std::string, TopPicture::WaitingLane> lanes;
  for (const auto& line : split(metrics, '\n')) {
    if (const auto sample = sample_in(line)) take(picture, *sample, lanes);
  }
  for (auto& [name, lane] : lanes) {
    lane.lane = name;
    if (lane.depth > 0) picture.lanes.push_back(lane);
  }
  std::ranges::sort(picture.lanes, [](const auto& a, const auto& b) {
    return a.depth != b.depth ? a.depth > b.depth : a.lane < b.lane;
  });
  return picture;
}

TopPicture compared(TopPicture now, const TopPicture& before) {
  const double seconds = std::chrono::duration<double>(now.at - before.at).count();
  if (seconds <= 0) return now;
  auto& rates = now.rates.emplace();
  for (const auto& [event, total] : now.totals) {
    rates[event] = std::max(0.0, total - value_in(before.totals, event)) / seconds;
  }
  return now;
}

std::string drawn(const TopPicture& picture, const Screen& screen) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("baton top  {}  {}  {}Z", picture.url, printable(picture.store),
                              baton::to_text(picture.at).substr(11, 8)));
  if (!picture.trouble.empty()) lines.push_back(printable(picture.trouble));
  // Colours take no room, so what is coloured is only shown where it fits.
  const Screen wide_enough{
      .columns = screen.columns, .rows = screen.rows, .colours = screen.colours && screen.columns >= 72};
  lines.push_back(agents_line(picture, wide_enough));
  lines.push_back(rates_line(picture));
  if (picture.paused > 0)
    lines.push_back(fmt::format("{:.0f} paused; go on with: baton queue resume LANE, or --all", picture.paused));
  lines.emplace_back();
  const std::size_t rows = std::max<std::size_t>(screen.rows, 12);
  for (auto& line : lane_lines(picture, wide_enough, rows / 3)) lines.push_back(std::move(line));
  lines.emplace_back();
  for (auto& line : split(as_attention(picture.attention, Screen{}, picture.at), '\n'))
    lines.push_back(std::move(line));
  if (lines.size() > rows - 1) lines.resize(rows - 1);
  lines.push_back(wide_enough.painted("q quits", Colour::faint));
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "\n") + cut(lines[i], screen);
  return text;
}

std::string as_json(const TopPicture& picture) {
  return ObjectWriter()
      .text("url", picture.url)
      .text("at", baton::to_text(picture.at))
      .text("store", picture.store)
      .json("agents", json_of_figures(picture.agents))
      .json("events_per_second", picture.rates ? json_of_figures(*picture.rates) : Json::trusted("null"))
      .json("paused", json_of_number(picture.paused))
      .json("lanes", json_of_lanes(picture.lanes))
      .json("attention", Json::trusted(picture.attention))
      .json()
      .text();
}

Result<TopPicture> look(const Whereabouts& where) {
  const auto metrics = ask_well(where, {.target = "/metrics", .json = false});
  if (!metrics) return std::unexpected(metrics.error());
  const auto health = ask_well(where, {.target = "/v1/health"});
  if (!health) return std::unexpected(health.error());
  auto attention = ask_well(where, {.target = "/v1/attention"});
  if (!attention) return std::unexpected(attention.error());
  TopPicture picture = picture_of(*metrics, *health, *std::move(attention), SystemClock().now());
  picture.url = where.url();
  return picture;
}

}  // namespace baton::cli
