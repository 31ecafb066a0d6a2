#include "engine/safety_checks.hpp"

#include "core/codec.hpp"
#include "core/glob.hpp"
#include "core/json_texts.hpp"
#include "core/secrets.hpp"
#include "core/writer.hpp"

namespace baton {

namespace {

constexpr int deliver_code = 0;
constexpr int retry_code = 10;
constexpr int reject_code = 20;

/// What a program printed as its reason, in one line of bounded length.
std::string reason_of(const std::string& output) {
  const std::string line = output.substr(0, std::min(output.find('\n'), std::size_t{512}));
  return line.empty() ? "it gave no reason" : line;
}

}  // namespace

awaitable<Opinion> SizeCheck::look(std::shared_ptr<const SafetyCase> at) {
  if (at->end.bytes <= most_) co_return Opinion{};
  co_return Opinion{.ruling = Ruling::retry,
                    .reason = "the output has " + std::to_string(at->end.bytes) + " bytes, " + std::to_string(most_) +
                              " are allowed"};
}

awaitable<Opinion> SecretCheck::look(std::shared_ptr<const SafetyCase> at) {
  const auto family = find_secret(texts_in(at->end.body));
  if (!family) co_return Opinion{};
  co_return Opinion{.ruling = Ruling::reject, .reason = "the output holds a secret: " + std::string(*family)};
}

awaitable<Opinion> DenyCheck::look(std::shared_ptr<const SafetyCase> at) {
  const std::string texts = texts_in(at->end.body);
  for (const std::string& pattern : patterns_) {
    if (occurs(pattern, texts)) {
      co_return Opinion{.ruling = Ruling::reject, .reason = "the output matches the denied pattern `" + pattern + "`"};
    }
  }
  co_return Opinion{};
}

awaitable<Opinion> CommandCheck::look(std::shared_ptr<const SafetyCase> at) {
  ChildOptions child{.arguments = arguments_, .environment = basic_environment(), .timeout = timeout_};
  child.grace = std::chrono::seconds{2};
  child.input = ObjectWriter()
                    .text("job", at->job.str())
                    .text("thread", at->thread.str())
                    .text("kind", at->kind.str())
                    .json("history", encode(at->history))
                    .json("output", at->end.body)
                    .json()
                    .text();
  const auto end = co_await run_child(std::move(child), {});
  if (!end) co_return Opinion{.ruling = Ruling::reject, .reason = end.error().detail};
  const bool spoke = end->signal == 0 && !end->timed_out;
  if (spoke && end->code == deliver_code) co_return Opinion{};
  if (spoke && end->code == retry_code) co_return Opinion{.ruling = Ruling::retry, .reason = reason_of(end->output)};
  if (spoke && end->code == reject_code) co_return Opinion{.ruling = Ruling::reject, .reason = reason_of(end->output)};
  co_return Opinion{.ruling = Ruling::retry, .reason = "the check gave no opinion: " + describe(*end)};
}

}  // namespace baton
