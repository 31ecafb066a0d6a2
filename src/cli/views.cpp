#include "cli/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <ranges>

#include "cli/json_walk.hpp"
#include "cli/printable.hpp"
#include "cli/span.hpp"

namespace baton::cli {

namespace {

constexpr std::size_t gap = 2;
constexpr std::string_view nothing = "-";

std::string joined(std::string_view array) {
  std::string text;
  for (const auto element : elements_of(array)) text += (text.empty() ? "" : ",") + text_of(element);
  return text;
}

/// How long ago, or how long until.
std::string span_from(std::string_view text, Time now, bool ahead) {
  const auto time = parse_time(text);
  if (!time) return std::string(text);
  if (!ahead) return brief_span(now - *time);
  return *time < now ? brief_span(now - *time) + " ago" : "in " + brief_span(*time - now);
}

std::string shown_value(Look look, std::string_view value, Time now, bool brief) {
  if (value.empty() || value == "null") return "";
  switch (look) {
    case Look::time: return brief ? span_from(text_of(value), now, true) : text_of(value);
    case Look::age: return span_from(text_of(value), now, false);
    case Look::ahead: return span_from(text_of(value), now, true);
    case Look::names: return joined(value);
    case Look::json: return std::string(value);
    case Look::span: return brief_span(Duration{static_cast<std::int64_t>(number_at(value, ""))});
    default: return text_of(value);
  }
}

std::string cell_of(const Column& column, std::string_view element, Time now, bool brief) {
  const auto value = value_at(element, column.path).value_or(std::string_view{});
  std::string text = shown_value(column.look, value, now, brief);
  return text.empty() ? std::string(nothing) : printable(text);
}

using Rows = std::vector<std::vector<std::string>>;
using Widths = std::vector<std::size_t>;

/// The titles first. Brief: a time is how long ago.
Rows rows_of(std::span<const Column> columns, const std::vector<std::string_view>& elements, Time now, bool brief) {
  Rows rows(1);
  for (const Column& column : columns) rows.front().emplace_back(column.title);
  for (const auto element : elements) {
    auto& row = rows.emplace_back();
    for (const Column& column : columns) row.push_back(cell_of(column, element, now, brief));
  }
  return rows;
}

/// What each column needs, none more than the screen has, and of its title so much.
Widths widths_of(const Rows& rows, const Screen& screen, std::size_t of_titles) {
  Widths widths;
  for (const auto& title : rows.front()) widths.push_back(std::min(columns_of(title), of_titles));
  for (std::size_t i = 0; i < widths.size(); ++i) {
    for (const auto& row : rows | std::views::drop(1)) widths[i] = std::max(widths[i], columns_of(row[i]));
    widths[i] = std::min(widths[i], screen.columns);
  }
  return widths;
}

/// What a table gives up to fit: columns are cut down to `least`, ids and times only if they are not `whole`.
struct Thrift {
  std::size_t least;
  bool whole;
};

/// Takes from the widest column again and again until the line fits; false: it never does.
bool fit(Widths& widths, std::span<const Column> columns, const Screen& screen, Thrift thrift) {
  auto total = std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1));
  for (; total > screen.columns; --total) {
    std::size_t* widest = nullptr;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const bool whole = thrift.whole && (columns[i].look == Look::id || columns[i].look == Look::time);
      const bool spared = whole || widths[i] <= thrift.least;
      if (!spared && (widest == nullptr || widths[i] > *widest)) widest = &widths[i];
    }
    if (widest == nullptr) return false;
    --*widest;
  }
  return true;
}

/// Cut as little as possible: an id that is cut cannot be used in the next command.
Widths narrow_widths(const Rows& rows, std::span<const Column> columns, const Screen& screen) {
  static constexpr std::size_t least_title = 3;
  Widths widths;
  for (const Thrift thrift : {Thrift{8, true}, Thrift{3, true}, Thrift{8, false}, Thrift{3, false}, Thrift{1, false}}) {
    widths = widths_of(rows, screen, least_title);
    if (fit(widths, columns, screen, thrift)) break;
  }
  return widths;
}

std::string line_of(const std::vector<std::string>& row, const Widths& widths, std::span<const Column> columns,
                    const Screen& screen, bool title) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool last = i + 1 == row.size();
    const std::string cell = shortened(row[i], widths[i]);
    const std::string filled = last ? cell : padded(cell, widths[i] + gap);
    Colour colour = Colour::plain;
    if (title) colour = Colour::faint;
    if (!title && columns[i].look == Look::state) colour = colour_of(row[i]);
    line += screen.painted(filled, colour);
  }
  return line + "\n";
}

std::string detail_text(const std::string& name, std::string_view value, Time now) {
  const std::string text = text_of(value);
  if (name.ends_with("_us")) return brief_span(Duration{static_cast<std::int64_t>(number_at(value, ""))});
  if (const auto time = parse_time(text); time && value.starts_with('"')) {
    return fmt::format("{} ({})", text,
                       *time > now ? "in " + brief_span(*time - now) : brief_span(now - *time) + " ago");
  }
  return text;
}

}  // namespace

std::string as_table(std::span<const Column> columns, const std::vector<std::string_view>& elements,
                     const Screen& screen, Time now, bool with_titles) {
  static constexpr std::size_t whole_title = 80;
  Rows rows = rows_of(columns, elements, now, false);
  Widths widths = widths_of(rows, screen, whole_title);
  if (!fit(widths, columns, screen, {.least = 8, .whole = true})) {
    rows = rows_of(columns, elements, now, true);
    widths = narrow_widths(rows, columns, screen);
  }
  std::string text;
  for (std::size_t i = with_titles ? 0 : 1; i < rows.size(); ++i) {
    text += line_of(rows[i], widths, columns, screen, i == 0);
  }
  return text;
}

std::string as_details(std::string_view object, const Screen& screen, Time now, std::string_view without) {
  auto members = members_of(object);
  std::erase_if(members, [without](const auto& member) { return member.first == without; });
  std::size_t widest = 0;
  for (const auto& [name, value] : members) widest = std::max(widest, columns_of(printable(name)));
  std::string text;
  for (const auto& [name, value] : members) {
    if (value == "null" || value == "[]" || value == "\"\"") continue;
    const std::string shown = printable(detail_text(name, value, now));
    const bool state = name == "status" || name == "state";
    text += screen.painted(padded(printable(name), widest + gap), Colour::faint) +
            screen.painted(shown, state ? colour_of(shown) : Colour::plain) + "\n";
  }
  return text;
}

std::string as_view(const View& view, std::string_view answer, const Screen& screen, Time now) {
  if (view.columns.empty()) return as_details(answer, screen, now);
  if (view.list.empty()) return as_table(view.columns, {answer}, screen, now);
  std::string text;
  if (view.head == ".") text = as_details(answer, screen, now, view.list) + "\n";
  if (view.head.size() > 1) text = as_details(value_at(answer, view.head).value_or("{}"), screen, now) + "\n";
  const auto elements = elements_of(value_at(answer, view.list).value_or("[]"));
  text += elements.empty() ? std::string(view.none) + "\n" : as_table(view.columns, elements, screen, now);
  return view.footer == nullptr ? text : text + view.footer(answer);
}

}  // namespace baton::cli
