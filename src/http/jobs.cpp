#include "core/codec_values.hpp"
#include "core/traceparent.hpp"
#include "engine/fleet_spawner.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/holding.hpp"
#include "http/job_bodies.hpp"

// Jobs as those who ask for them, and the agents who do them, see them.

namespace baton::http {

template <>
JobRequest sample<JobRequest>() {
  return {.kind = KindName::of("review"), .thread = sample<ThreadId>(), .request = sample_json()};
}

template <>
JobRequest example<JobRequest>() {
  auto job = sample<JobRequest>();
  job.id = sample_task();
  return job;
}

template <>
CancelJob example<CancelJob>() {
  return {.job = sample_task(), .reason = "no longer needed"};
}

// Its task is what is checked; and a job is always part of a conversation.
Verb as_verb(JobRequest job) {
  if (job.thread.empty()) return GetThread{};
  NewTask task{.id = sample_task(), .kind = std::move(job.kind)};
  task.priority = job.priority;
  task.max_attempts = job.max_attempts.value_or(1);
  task.traceparent = std::move(job.traceparent);
  Submit submit;
  submit.tasks.push_back(std::move(task));
  return submit;
}

Verb as_verb(ListJobs list) { return ListTasks{.limit = list.limit}; }
Verb as_verb(JobRef job) { return GetTask{.task = job.job}; }
Verb as_verb(CancelJob cancel) { return Cancel{.task = cancel.job, .reason = std::move(cancel.reason)}; }
Verb as_verb(TakeFollowUps take) { return GetResult{.task = take.job, .attempt = take.attempt}; }

namespace {

AcceptedJob accepted(JobTicket ticket) {
  return {.job = ticket.task, .thread = std::move(ticket.thread), .status = ticket.status, .created = ticket.created};
}

AcceptedJob sample_accepted(bool created) {
  return {.job = sample_task(), .thread = sample<ThreadId>(), .status = TaskStatus::pending, .created = created};
}

ShownJob shown(JobReport report) {
  return {.task = std::move(report.task),
          .stage = report.record.stage,
          .run = report.record.run,
          .verdicts = std::move(report.record.verdicts),
          .taken = std::move(report.record.taken)};
}

Task sample_job_task() {
  Task task = sample<Task>();
  task.kind = KindName::of("review");
  task.lane = fleet_job_lane();
  task.thread = sample<ThreadId>();
  return task;
}

NewJob wanted_job(JobRequest request) {
  NewJob job{.id = request.id,
             .kind = std::move(request.kind),
             .thread = std::move(request.thread),
             .request = std::move(request.request),
             .priority = request.priority,
             .max_attempts = request.max_attempts,
             .deadline = request.deadline};
  if (!request.key.empty()) job.key = std::move(request.key);
  job.traceparent = std::move(request.traceparent);
  job.metadata = std::move(request.metadata);
  return job;
}

/// What an agent of the fleet holds while it does that run.
TaskId fleet_task_of(const TakeFollowUps& take) {
  JobRun run;
  run.task = take.job;
  run.run = take.attempt;
  return FleetSpawner::task_of(run);
}

ListTasks wanted_tasks(ListJobs list) {
  return {.status = list.status,
          .thread = std::move(list.thread),
          .kind = std::move(list.kind),
          .newest_first = list.newest_first,
          .after = list.after,
          .limit = list.limit};
}

}  // namespace

awaitable<Result<Response>> submit_job(Services services, Request request) {
  auto job = input_of<JobRequest>(request);
  if (!job) co_return std::unexpected(std::move(job.error()));
  if (auto valid = validate(as_verb(*job)); !valid) co_return std::unexpected(std::move(valid.error()));
  const auto trace = request.arrival.field("traceparent");
  if (job->traceparent.empty() && trace && is_traceparent(*trace)) job->traceparent = *trace;
  auto ticket = co_await services.jobs->submit(wanted_job(*std::move(job)), std::move(request.arrival.peer));
  if (!ticket) co_return std::unexpected(std::move(ticket.error()));
  const unsigned status = ticket->created ? 201 : 200;
  co_return json_response(encode(accepted(*std::move(ticket))), status);
}

Contract describe_submit_job(const Route& route, Schemas& schemas) {
  Contract contract = takes<JobRequest>(route, schemas);
  const Json schema = schemas.of<AcceptedJob>();
  contract.outcomes.push_back(
      {.status = 201,
       .description = "taken in; its turn comes when the jobs of its thread before it have ended",
       .content = Content{.schema = schema, .example = encode(sample_accepted(true))}});
  contract.outcomes.push_back({.status = 200,
                               .description = "known already, by id or key: the job that was made then",
                               .content = Content{.schema = schema, .example = encode(sample_accepted(false))}});
  return contract;
}

awaitable<Result<Response>> list_jobs(Services services, Request request) {
  auto list = input_of<ListJobs>(request);
  if (!list) co_return std::unexpected(std::move(list.error()));
  auto page = co_await services.store.call(wanted_tasks(*std::move(list)));
  if (!page) co_return std::unexpected(std::move(page.error()));
  std::erase_if(page->items, [](const Task& task) { return !is_job_lane(task.lane); });
  co_return json_response(encode(JobPage{.items = std::move(page->items), .next = page->next}));
}

Contract describe_list_jobs(const Route& route, Schemas& schemas) {
  return answers(takes<ListJobs>(route, schemas), schemas.of<JobPage>(),
                 encode(JobPage{.items = {sample_job_task()}, .next = {}}));
}

awaitable<Result<Response>> get_job(Services services, Request request) {
  Duration wait{};
  const auto which = input_of<JobRef>(request, &wait);
  if (!which) co_return std::unexpected(which.error());
  auto report = co_await services.jobs->get(which->job);
  if (report && wait > Duration::zero() && !has_ended(report->task.status)) {
    const auto ended = co_await services.waiting_room->ended(GetTask{.task = which->job}, wait, request.arrival.peer);
    if (!ended) co_return std::unexpected(ended.error());
    report = co_await services.jobs->get(which->job);
  }
  if (!report) co_return std::unexpected(std::move(report.error()));
  co_return json_response(encode(shown(*std::move(report))));
}

Contract describe_get_job(const Route& route, Schemas& schemas) {
  const ShownJob example{.task = sample_job_task(), .run = {}, .verdicts = {}, .taken = {}};
  return waiting(answers(takes<JobRef>(route, schemas), schemas.of<ShownJob>(), encode(example)),
                 "Seconds to wait until the job has ended; it is then answered as it is.");
}

awaitable<Result<Response>> cancel_job(Services services, Request request) {
  auto cancel = input_of<CancelJob>(request);
  if (!cancel) co_return std::unexpected(std::move(cancel.error()));
  const auto report = co_await services.jobs->get(cancel->job);
  if (!report) co_return std::unexpected(report.error());
  co_return co_await respond(services.store, Cancel{.task = cancel->job, .reason = std::move(cancel->reason)});
}

Contract describe_cancel_job(const Route& route, Schemas& schemas) {
  return answers(takes<CancelJob>(route, schemas), schemas.of<Task>(), encode(sample_job_task()));
}

awaitable<Result<Response>> take_follow_ups(Services services, Request request) {
  const auto take = input_of<TakeFollowUps>(request);
  if (!take) co_return std::unexpected(take.error());
  auto allowed = co_await check_holder(services.store, request.caller, fleet_task_of(*take));
  if (!allowed) co_return std::unexpected(std::move(allowed.error()));
  auto taken = co_await services.jobs->take(take->job, take->attempt, take->after);
  if (!taken) co_return std::unexpected(std::move(taken.error()));
  co_return json_response(encode(FollowUps{.items = *std::move(taken)}));
}

Contract describe_take_follow_ups(const Route& route, Schemas& schemas) {
  const FollowUps example{.items = {{.task = sample_task(), .request = sample_json()}}};
  return answers(takes<TakeFollowUps>(route, schemas), schemas.of<FollowUps>(), encode(example));
}

}  // namespace baton::http
