#include "engine/safety_pipeline.hpp"

#include <utility>

#include "core/scan.hpp"

namespace baton {

namespace {

/// What a run that failed has to say for itself.
std::string reason_in(const Json& body) {
  auto reason = member_of(body.text(), "reason");
  const auto text = reason ? reason->string() : std::nullopt;
  return text.value_or(body.text());
}

bool is_empty(const RunEnd& end) {
  const std::string& text = end.body.text();
  return end.bytes <= 4 && (text == "null" || text == "\"\"" || text == "{}" || text == "[]");
}

}  // namespace

awaitable<Verdict> SafetyPipeline::judge(std::shared_ptr<const SafetyCase> about) const {
  Verdict verdict{.run = {}, .check = "run", .ruling = Ruling::retry, .reason = {}, .at = {}};
  if (about->end.failed) {
    if (about->end.hopeless) verdict.ruling = Ruling::reject;
    verdict.reason = reason_in(about->end.body);
    co_return verdict;
  }
  if (is_empty(about->end)) {
    verdict.reason = "the result is empty";
    co_return verdict;
  }
  if (about->end.bytes > most_output) {
    verdict.reason = "the output has " + std::to_string(about->end.bytes) + " bytes, more than can be kept";
    co_return verdict;
  }
  std::string passed;
  for (const auto& check : checks_) {
    Opinion opinion = co_await check->look(about);
    verdict.check = check->name();
    if (opinion.ruling != Ruling::deliver) {
      verdict.ruling = opinion.ruling;
      verdict.reason = std::move(opinion.reason);
      co_return verdict;
    }
    passed += (passed.empty() ? "" : ", ") + verdict.check;
  }
  verdict.check = "all";
  verdict.ruling = Ruling::deliver;
  verdict.reason = passed.empty() ? "there are no checks" : "passed " + passed;
  co_return verdict;
}

}  // namespace baton
