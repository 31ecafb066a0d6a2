#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/job_words.hpp"
#include "http/input.hpp"
#include "http/sample.hpp"

// Jobs as the API speaks about them.

namespace baton::http {

struct WebhookSourceKind : kind::Identifier {
  static constexpr const char* what = "webhook source";
};
using WebhookSourceName = Text<WebhookSourceKind>;

/// A job as it is asked for. Id or key are the caller's, so that a request that is sent twice is one job.
struct JobRequest {
  TaskId id{};
  KindName kind;
  ThreadId thread;
  Json request{};
  std::uint32_t priority = 500;
  std::optional<std::uint32_t> max_attempts{};
  std::optional<Time> deadline{};
  IdempotencyKey key{};
  std::string traceparent{};
  Json metadata{};

  bool operator==(const JobRequest&) const = default;
};

/// What a request for a job, or a delivery that asks for one, is answered with.
struct AcceptedJob {
  TaskId job;
  ThreadId thread;
  TaskStatus status = TaskStatus::pending;
  bool created = false;
};

/// A delivery that is signed well. Without a job: the source's mapping asks for none.
struct AcceptedDelivery {
  bool accepted = true;
  std::optional<AcceptedJob> job;
};

struct ShownJob {
  Task task;
  JobStage stage = JobStage::queued;
  Attempt run;
  std::vector<baton::Verdict> verdicts;
  std::vector<TaskId> taken;
};

struct JobPage {
  std::vector<Task> items;
  std::optional<Seq> next;
};

struct ListJobs {
  std::optional<TaskStatus> status{};
  std::optional<ThreadId> thread{};
  std::optional<KindName> kind{};
  bool newest_first = false;
  std::optional<Seq> after{};
  std::uint32_t limit = 100;

  bool operator==(const ListJobs&) const = default;
};

struct JobRef {
  TaskId job;

  bool operator==(const JobRef&) const = default;
};

struct CancelJob {
  TaskId job;
  std::string reason{};

  bool operator==(const CancelJob&) const = default;
};

struct TakeFollowUps {
  TaskId job;
  Attempt attempt;
  std::uint64_t after = 0;

  bool operator==(const TakeFollowUps&) const = default;
};

struct FollowUps {
  std::vector<FollowUp> items;
};

struct WebhookRef {
  WebhookSourceName source;

  bool operator==(const WebhookRef&) const = default;
};

}  // namespace baton::http

namespace baton {

template <>
inline constexpr bool is_read<http::ListJobs> = true;
template <>
inline constexpr bool is_read<http::JobRef> = true;

}  // namespace baton

namespace baton::http {

template <>
inline constexpr bool is_query<WebhookRef> = true;
template <>
inline constexpr auto own_key<JobRequest> = &JobRequest::key;

template <>
inline constexpr const char* word<WebhookSourceKind> = "tracker";

Verb as_verb(JobRequest job);
Verb as_verb(ListJobs list);
Verb as_verb(JobRef job);
Verb as_verb(CancelJob cancel);
Verb as_verb(TakeFollowUps take);
Verb as_verb(WebhookRef source);

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::JobRequest> {
  using Job = http::JobRequest;
  static constexpr auto table = std::tuple(
      field<&Job::id>("id"), field<&Job::kind>("kind"), field<&Job::thread>("thread"), field<&Job::request>("request"),
      field<&Job::priority>("priority"), field<&Job::max_attempts>("max_attempts"), field<&Job::deadline>("deadline"),
      field<&Job::key>("idempotency_key"), field<&Job::traceparent>("traceparent"), field<&Job::metadata>("metadata"));
};

template <>
struct Fields<FollowUp> {
  static constexpr auto table = std::tuple(field<&FollowUp::task>("job"), field<&FollowUp::request>("request"));
};

template <>
struct Fields<http::AcceptedJob> {
  using Job = http::AcceptedJob;
  static constexpr auto table = std::tuple(field<&Job::job>("job"), field<&Job::thread>("thread"),
                                           field<&Job::status>("status"), field<&Job::created>("created"));
};

template <>
struct Fields<http::AcceptedDelivery> {
  static constexpr auto table =
      std::tuple(field<&http::AcceptedDelivery::accepted>("accepted"), field<&http::AcceptedDelivery::job>("job"));
};

template <>
struct Fields<http::ShownJob> {
  using Job = http::ShownJob;
  static constexpr auto table =
      std::tuple(field<&Job::task>("task"), field<&Job::stage>("stage"), field<&Job::run>("run"),
                 field<&Job::verdicts>("verdicts"), field<&Job::taken>("taken"));
};

template <>
struct Fields<http::JobPage> {
  static constexpr auto table = std::tuple(field<&http::JobPage::items>("items"), field<&http::JobPage::next>("next"));
};

template <>
struct Fields<http::ListJobs> {
  using List = http::ListJobs;
  static constexpr auto table = std::tuple(field<&List::status>("status"), field<&List::thread>("thread"),
                                           field<&List::kind>("kind"), field<&List::newest_first>("newest_first"),
                                           field<&List::after>("after"), field<&List::limit>("limit"));
};

template <>
struct Fields<http::JobRef> {
  static constexpr auto table = std::tuple(field<&http::JobRef::job>("job"));
};

template <>
struct Fields<http::CancelJob> {
  static constexpr auto table =
      std::tuple(field<&http::CancelJob::job>("job"), field<&http::CancelJob::reason>("reason"));
};

template <>
struct Fields<http::TakeFollowUps> {
  using Take = http::TakeFollowUps;
  static constexpr auto table =
      std::tuple(field<&Take::job>("job"), field<&Take::attempt>("attempt"), field<&Take::after>("after"));
};

template <>
struct Fields<http::FollowUps> {
  static constexpr auto table = std::tuple(field<&http::FollowUps::items>("items"));
};

template <>
struct Fields<http::WebhookRef> {
  static constexpr auto table = std::tuple(field<&http::WebhookRef::source>("source"));
};

}  // namespace baton
