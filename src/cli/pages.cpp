#include "cli/pages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "baton/limits.hpp"
#include "cli/json_walk.hpp"
#include "cli/output.hpp"
#include "cli/remote.hpp"
#include "cli/wanted.hpp"
#include "core/writer.hpp"

namespace baton::cli {

namespace {

/// Elements of several pages.
class Gathered {
 public:
  explicit Gathered(std::size_t wanted) : wanted_(wanted) {}

  void add(std::string_view answer, std::string_view list) {
    for (const auto element : elements_of(value_at(answer, list).value_or("[]"))) {
      if (count_ == wanted_) return;
      elements_ += (count_++ == 0 ? "" : ",") + std::string(element);
    }
  }
  bool enough() const { return count_ == wanted_; }
  std::size_t left() const { return wanted_ - count_; }
  /// The last page with all the elements in the place of its own.
  std::string in(std::string_view answer, std::string_view list) const {
    ObjectWriter whole;
    for (const auto& [name, value] : members_of(answer)) {
      whole.json(name, Json::trusted(name == list ? "[" + elements_ + "]" : std::string(value)));
    }
    return whole.json().text();
  }

 private:
  std::size_t wanted_;
  std::size_t count_ = 0;
  std::string elements_;
};

void tell_of_more(const Call& call, std::string_view answer) {
  if (place_behind(answer).empty() || call.has("--json") || call.has("--watch")) return;
  tell(fmt::format("baton {}: there is more; --limit N or --all shows it\n", call.name()));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> place_behind(std::string_view answer) {
  const auto next = value_at(answer, "next");
  if (!next || *next == "null") return {};
  // The log says everywhere how far it was read.
  if (value_at(answer, "last") && number_at(answer, "next") >= number_at(answer, "last")) return {};
  if (!next->starts_with('{')) return {{"after", text_of(*next)}};
  std::vector<std::pair<std::string, std::string>> parts;
  for (const auto& [name, value] : members_of(*next)) parts.emplace_back("after_" + name, text_of(value));
  return parts;
}

Result<std::size_t> limit_of(const Call& call) {
  if (!call.has("--limit")) return without_limit;
  const auto limit = whole_number("--limit", call.one("--limit"));
  if (limit && *limit == 0) return fail(Errc::invalid, "--limit: `0` is no whole number above 0");
  return call.has("--all") && limit ? without_limit : limit;
}

Result<std::string> fetch_pages(const Call& call, const Whereabouts& where, Question question) {
  const bool several = (call.spec->extras & extra::paged) != 0 && (call.has("--all") || call.has("--limit"));
  if (!several) {
    auto answer = ask_well(where, question);
    if (answer && (call.spec->extras & extra::paged) != 0) tell_of_more(call, *answer);
    return answer;
  }
  const auto limit = limit_of(call);
  if (!limit) return std::unexpected(limit.error());
  Gathered gathered(*limit);
  for (;;) {
    set_in_query(question.target, "limit", std::to_string(std::clamp<std::size_t>(gathered.left(), 1, limits::page)));
    auto answer = ask_well(where, question);
    if (!answer) return answer;
    gathered.add(*answer, call.spec->view->list);
    const auto behind = place_behind(*answer);
    if (behind.empty() || gathered.enough()) return gathered.in(*answer, call.spec->view->list);
    for (const auto& [name, value] : behind) set_in_query(question.target, name, value);
  }
}

}  // namespace baton::cli
