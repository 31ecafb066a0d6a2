#include "engine/exposition.hpp"

#include <fmt/format.h>

namespace baton {

namespace {

/// Seconds with as many digits as a microsecond needs and no zeros behind.
std::string in_seconds(Duration time) {
  std::string text = fmt::format("{}.{:06}", time.count() / 1'000'000, time.count() % 1'000'000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

void append_label_value(std::string& out, std::string_view value) {
  for (const char c : value) {
    if (c == '\n') {
      out += "\\n";
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
}

}  // namespace

Exposition& Exposition::family(Metric metric) {
  entry_ = &entry_of(metric);
  text_.append("# HELP ").append(entry_->name).append(" ").append(entry_->help).append("\n");
  text_.append("# TYPE ").append(entry_->name).append(" ").append(to_text(entry_->type)).append("\n");
  return *this;
}

Exposition& Exposition::sample(std::uint64_t value, std::string_view label) {
  line("", label, "", std::to_string(value));
  return *this;
}

Exposition& Exposition::seconds(Duration value, std::string_view label) {
  line("", label, "", in_seconds(value));
  return *this;
}

Exposition& Exposition::histogram(const Histogram& values, std::string_view label) {
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < Histogram::bounds.size(); ++i) {
    below += values.counts()[i];
    line("_bucket", label, in_seconds(Histogram::bounds[i]), std::to_string(below));
  }
  const std::string all = std::to_string(below + values.counts().back());
  line("_bucket", label, "+Inf", all);
  line("_sum", label, "", in_seconds(values.sum()));
  line("_count", label, "", all);
  return *this;
}

void Exposition::line(std::string_view suffix, std::string_view label, std::string_view bound, std::string_view value) {
  text_.append(entry_->name).append(suffix);
  const bool labelled = !entry_->label.empty();
  if (labelled || !bound.empty()) {
    text_ += '{';
    if (labelled) {
      text_.append(entry_->label).append("=\"");
      append_label_value(text_, label);
      text_ += '"';
    }
    if (!bound.empty()) text_.append(labelled ? "," : "").append("le=\"").append(bound).append("\"");
    text_ += '}';
  }
  text_.append(" ").append(value).append("\n");
}

}  // namespace baton
