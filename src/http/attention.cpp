#include "baton/attention.hpp"

#include <array>

#include "baton/why.hpp"
#include "core/codec_values.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// What needs somebody, and why a task does not run.

namespace baton::http {

/// `{"kind":"agent","id":"a-1"}`; the store has no id.
struct NamedSubject {
  std::string kind;
  std::optional<std::string> id;
};

struct ListedItem {
  std::string severity;
  std::string rule;
  NamedSubject subject;
  std::uint64_t count = 1;
  bool at_least = false;
  std::vector<NamedSubject> examples;
  std::optional<Time> since;
  std::string sentence;
  std::string command;
};

struct AttentionList {
  Time now;
  bool complete = true;
  std::vector<ListedItem> items;
};

struct ListedReason {
  std::string reason;
  std::string sentence;
  std::string command;
  std::optional<TaskId> task;
  std::optional<AgentId> agent;
  std::optional<Lane> lane;
  std::optional<Time> at;
  std::optional<std::uint64_t> count;
};

struct Explanation {
  TaskId task;
  TaskStatus status = TaskStatus::pending;
  Time now;
  std::vector<ListedReason> reasons;
};

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::NamedSubject> {
  static constexpr auto table =
      std::tuple(field<&http::NamedSubject::kind>("kind"), field<&http::NamedSubject::id>("id"));
};

template <>
struct Fields<http::ListedItem> {
  using Item = http::ListedItem;
  static constexpr auto table =
      std::tuple(field<&Item::severity>("severity"), field<&Item::rule>("rule"), field<&Item::subject>("subject"),
                 field<&Item::count>("count"), field<&Item::at_least>("at_least"), field<&Item::examples>("examples"),
                 field<&Item::since>("since"), field<&Item::sentence>("sentence"), field<&Item::command>("command"));
};

template <>
struct Fields<http::AttentionList> {
  using List = http::AttentionList;
  static constexpr auto table =
      std::tuple(field<&List::now>("now"), field<&List::complete>("complete"), field<&List::items>("items"));
};

template <>
struct Fields<http::ListedReason> {
  using Reason = http::ListedReason;
  static constexpr auto table =
      std::tuple(field<&Reason::reason>("reason"), field<&Reason::sentence>("sentence"),
                 field<&Reason::command>("command"), field<&Reason::task>("task"), field<&Reason::agent>("agent"),
                 field<&Reason::lane>("lane"), field<&Reason::at>("at"), field<&Reason::count>("count"));
};

template <>
struct Fields<http::Explanation> {
  using Report = http::Explanation;
  static constexpr auto table = std::tuple(field<&Report::task>("task"), field<&Report::status>("status"),
                                           field<&Report::now>("now"), field<&Report::reasons>("reasons"));
};

}  // namespace baton

namespace baton::http {

namespace {

NamedSubject named(const Subject& subject) {
  NamedSubject shown{.kind = std::string(kind_of(subject)), .id = name_of(subject)};
  if (shown.id->empty()) shown.id.reset();
  return shown;
}

AttentionList list_of(AttentionReport report) {
  AttentionList list{.now = report.now, .complete = report.complete, .items = {}};
  for (AttentionItem& item : report.items) {
    ListedItem listed{.severity = std::string(to_text(item.severity)),
                      .rule = std::string(to_text(item.rule)),
                      .subject = named(item.subject),
                      .count = item.count,
                      .at_least = item.at_least,
                      .examples = {},
                      .since = item.since,
                      .sentence = std::move(item.sentence),
                      .command = std::move(item.command)};
    for (const Subject& example : item.examples) listed.examples.push_back(named(example));
    list.items.push_back(std::move(listed));
  }
  return list;
}

Explanation explanation_of(WhyReport report) {
  Explanation explanation{.task = report.task, .status = report.status, .now = report.now, .reasons = {}};
  for (WhyReason& reason : report.reasons) {
    explanation.reasons.push_back({.reason = std::string(to_text(reason.kind)),
                                   .sentence = std::move(reason.sentence),
                                   .command = std::move(reason.command),
                                   .task = reason.task,
                                   .agent = std::move(reason.agent),
                                   .lane = std::move(reason.lane),
                                   .at = reason.at,
                                   .count = reason.count});
  }
  return explanation;
}

/// A threshold of the attention list, in seconds.
struct Threshold {
  const char* name;
  Duration AttentionOptions::* member;
  const char* meaning;
};

constexpr std::array thresholds{
    Threshold{"waiting_for", &AttentionOptions::waiting_for, "Seconds after which a pending task has waited too long."},
    Threshold{"running_for", &AttentionOptions::running_for, "Seconds after which a running task takes too long."},
    Threshold{"blocked_for", &AttentionOptions::blocked_for, "Seconds after which a task is blocked for too long."},
    Threshold{"failed_within", &AttentionOptions::failed_within, "Seconds for which a failed task is news."},
    Threshold{"lag_for", &AttentionOptions::lag_for, "Seconds after which a group's next event has waited too long."},
};

Result<AttentionOptions> options_of(const Request& request) {
  AttentionOptions options;
  Query query(request);
  for (const auto& threshold : thresholds) {
    query.seconds(threshold.name, options.*threshold.member, baton::limits::longest_duration);
  }
  if (auto valid = query.done(); !valid) return std::unexpected(valid.error());
  return options;
}

}  // namespace

awaitable<Result<Response>> list_attention(Services services, Request request) {
  const auto options = options_of(request);
  if (!options) co_return std::unexpected(options.error());
  auto report = co_await attention(services.store, *options);
  if (!report) co_return std::unexpected(std::move(report.error()));
  co_return json_response(encode(list_of(*std::move(report))));
}

Contract describe_attention(const Route& route, Schemas& schemas) {
  const ListedItem item{.severity = "critical",
                        .rule = "lane_unserved",
                        .subject = {.kind = "lane", .id = "translate"},
                        .count = 1,
                        .at_least = false,
                        .examples = {},
                        .since = sample_time(),
                        .sentence = "1 task waits in lane translate, which no live agent serves",
                        .command = "baton agent list"};
  const AttentionList list{.now = sample_time(), .complete = true, .items = {item}};
  Contract contract = answers(takes<Nothing>(route, schemas), schemas.of<AttentionList>(), encode(list));
  for (const auto& threshold : thresholds) {
    contract = with_seconds(std::move(contract), threshold.name, AttentionOptions{}.*threshold.member,
                            baton::limits::longest_duration, threshold.meaning);
  }
  return contract;
}

awaitable<Result<Response>> explain_task(Services services, Request request) {
  const auto wanted = input_of<GetTask>(request);
  if (!wanted) co_return std::unexpected(wanted.error());
  auto report = co_await why(services.store, wanted->task);
  if (!report) co_return std::unexpected(std::move(report.error()));
  co_return json_response(encode(explanation_of(*std::move(report))));
}

Contract describe_explain_task(const Route& route, Schemas& schemas) {
  ListedReason reason;
  reason.reason = "lane_paused";
  reason.sentence = "its lane translate is paused";
  reason.command = "baton queue resume translate";
  reason.lane = sample<Lane>();
  const Explanation explanation{
      .task = sample_task(), .status = TaskStatus::pending, .now = sample_time(), .reasons = {reason}};
  return answers(takes<GetTask>(route, schemas), schemas.of<Explanation>(), encode(explanation));
}

}  // namespace baton::http
