#include "core/scan.hpp"
#include "core/traceparent.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// Tasks as their submitters see them.

namespace baton::http {

namespace {

bool has_member(const Json& object, std::string_view name) {
  Scan scan(object.text());
  scan.take('{');
  while (const auto member = scan.raw_string()) {
    if (*member == name) return true;
    if (!scan.take(':') || !scan.value() || !scan.take(',')) return false;
  }
  return false;
}

struct Submission {
  Submit verb;
  bool alone = false;  ///< one task, not wrapped in a list
};

Result<Submission> submission_of(Request& request) {
  const auto body = body_of(request);
  if (!body) return std::unexpected(body.error());
  if (has_member(*body, "tasks")) {
    auto verb = decode<Submit>(*body);
    if (!verb) return std::unexpected(verb.error());
    return Submission{.verb = *std::move(verb)};
  }
  auto task = decode<NewTask>(*body);
  if (!task) return std::unexpected(task.error());
  Submission submission{.verb = {}, .alone = true};
  submission.verb.tasks.push_back(*std::move(task));
  return submission;
}

Result<void> set_key(NewTask& task, const std::string& text) {
  auto key = IdempotencyKey::parse(text);
  if (!key) return std::unexpected(bad_key(key.error()));
  if (task.idempotency_key && *task.idempotency_key != *key) {
    return fail(Errc::invalid,
                "the body's idempotency_key is not that of the Idempotency-Key header: send one of them");
  }
  task.idempotency_key = *std::move(key);
  return {};
}

/// The header stands for the whole request; in a list each task gets a key of its own from it.
Result<void> set_keys(const Request& request, Submission& submission) {
  const auto header = request.arrival.field("Idempotency-Key");
  if (!header) return {};
  auto& tasks = submission.verb.tasks;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const std::string key = submission.alone ? std::string(*header) : std::string(*header) + "/" + std::to_string(i);
    if (!submission.alone && tasks[i].idempotency_key) continue;
    if (auto set = set_key(tasks[i], key); !set) return set;
  }
  return {};
}

/// The caller's trace goes on in tasks whose body names none. A header that is none is no reason to refuse a task.
void set_trace(const Request& request, Submission& submission) {
  const auto header = request.arrival.field("traceparent");
  if (!header || !is_traceparent(*header)) return;
  for (auto& task : submission.verb.tasks) {
    if (task.traceparent.empty()) task.traceparent = *header;
  }
}

Result<Submission> prepare(Request& request) {
  if (auto valid = no_query(request); !valid) return std::unexpected(valid.error());
  auto submission = submission_of(request);
  if (!submission) return submission;
  if (auto set = set_keys(request, *submission); !set) return std::unexpected(set.error());
  set_trace(request, *submission);
  for (auto& task : submission->verb.tasks) {
    if (auto allowed = check_lanes(task); !allowed) return std::unexpected(allowed.error());
    if (task.id.empty()) task.id = TaskId::make();
  }
  return submission;
}

}  // namespace

awaitable<Result<Response>> submit_tasks(Services services, Request request) {
  auto submission = prepare(request);
  if (!submission) co_return std::unexpected(submission.error());
  auto submitted = co_await services.store.call(std::move(submission->verb));
  if (!submitted) co_return std::unexpected(submitted.error());
  bool created = false;
  for (const auto& task : *submitted) created = created || task.created;
  const unsigned status = created ? 201 : 200;
  if (submission->alone) co_return json_response(encode(submitted->front()), status);
  co_return json_response(encode(SubmittedTasks{*std::move(submitted)}), status);
}

Contract describe_submit(const Route& route, Schemas& schemas) {
  Contract contract = takes<NewTask>(route, schemas);
  contract.body->schema = either({contract.body->schema, request_schema<Submit>(schemas)});
  const Content answer{.schema = either({schemas.of<Submitted>(), schemas.of<SubmittedTasks>()}),
                       .example = encode(Submitted{.id = sample_task(), .created = true})};
  contract.outcomes.push_back({.status = 201, .description = "submitted", .content = answer});
  contract.outcomes.push_back(
      {.status = 200,
       .description = "known already, by id or key: the task that was made then",
       .content = Content{.schema = answer.schema, .example = encode(Submitted{.id = sample_task()})}});
  return contract;
}

awaitable<Result<Response>> get_task(Services services, Request request) {
  Duration wait{};
  auto verb = input_of<GetTask>(request, &wait);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  auto task = co_await services.waiting_room->ended(*std::move(verb), wait, std::move(request.arrival.peer));
  if (!task) co_return std::unexpected(std::move(task.error()));
  co_return json_response(encode(*task));
}

Contract describe_get_task(const Route& route, Schemas& schemas) {
  return waiting(contract_of<GetTask, Task>(route, schemas),
                 "Seconds to wait until the task has ended; it is then answered as it is.");
}

}  // namespace baton::http
