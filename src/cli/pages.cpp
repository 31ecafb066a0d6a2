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

/// The elements of a list that nobody set a limit for, and how far it is looked for them: filters may pass nothing of a page.
constexpr std::size_t page_shown = 100;
constexpr std::size_t most_pages = 100;

bool is_limited(const Call& call) { return call.has("--all") || call.has("--limit"); }

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

std::string words_on_rest(const Call& call, std::string_view answer) {
  if ((call.spec->extras & extra::paged) == 0 || is_limited(call) || place_behind(answer).empty()) return "";
  const auto found = elements_of(value_at(answer, call.spec->view->list).value_or("[]")).size();
  if (found >= page_shown) return "there is more; --limit N or --all shows it";
  return fmt::format("{} in the first {} pages; --all looks at the rest too", found == 0 ? "none" : "no more",
                     most_pages);
}

Result<std::string> fetch_pages(const Call& call, const Whereabouts& where, Question question) {
  if ((call.spec->extras & extra::paged) == 0) return ask_well(where, question);
  const auto limit = is_limited(call) ? limit_of(call) : page_shown;
  if (!limit) return std::unexpected(limit.error());
  Gathered gathered(*limit);
  for (std::size_t pages = 1;; ++pages) {
    set_in_query(question.target, "limit", std::to_string(std::clamp<std::size_t>(gathered.left(), 1, limits::page)));
    auto answer = ask_well(where, question);
    if (!answer) return answer;
    gathered.add(*answer, call.spec->view->list);
    const auto behind = place_behind(*answer);
    const bool far_enough = gathered.enough() || (!is_limited(call) && pages == most_pages);
    if (behind.empty() || far_enough) return gathered.in(*answer, call.spec->view->list);
    for (const auto& [name, value] : behind) set_in_query(question.target, name, value);
  }
}

}  // namespace baton::cli
