#include "core/scan.hpp"
#include "core/writer.hpp"
#include "http/api.hpp"
#include "http/exchange.hpp"

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

Result<Submission> submission_of(const Request& request) {
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
  if (!key)
    return std::unexpected(Error{.code = Errc::invalid, .detail = "the Idempotency-Key header: " + key.error().detail});
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

Result<Submission> prepare(const Request& request) {
  if (auto valid = no_query(request); !valid) return std::unexpected(valid.error());
  auto submission = submission_of(request);
  if (!submission) return submission;
  if (auto set = set_keys(request, *submission); !set) return std::unexpected(set.error());
  for (auto& task : submission->verb.tasks) {
    if (task.id.empty()) task.id = TaskId::make();
  }
  return submission;
}

template <class V>
awaitable<Result<Response>> on_task(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  auto verb = body_as<V>(request);
  if (!verb) co_return std::unexpected(verb.error());
  if (auto set = set_from_path(request, "task", verb->task); !set) co_return std::unexpected(set.error());
  co_return co_await respond(services.store, *std::move(verb));
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
  co_return json_response(ObjectWriter().json("tasks", encode(*submitted)).json(), status);
}

awaitable<Result<Response>> get_task(Services services, Request request) {
  return on_task<GetTask>(std::move(services), std::move(request));
}

awaitable<Result<Response>> cancel_task(Services services, Request request) {
  return on_task<Cancel>(std::move(services), std::move(request));
}

awaitable<Result<Response>> retry_task(Services services, Request request) {
  return on_task<Retry>(std::move(services), std::move(request));
}

awaitable<Result<Response>> list_tasks(Services services, Request request) {
  ListTasks verb;
  Query query(request.query);
  query.choice("status", verb.status, &parse_task_status);
  query.text("thread", verb.thread);
  query.text("lane", verb.lane);
  query.text("kind", verb.kind);
  query.text("holder", verb.holder);
  query.time("created_from", verb.created_from);
  query.time("created_until", verb.created_until);
  query.flag("newest_first", verb.newest_first);
  query.number("after", verb.after);
  query.number("limit", verb.limit);
  if (auto valid = query.done(); !valid) co_return std::unexpected(valid.error());
  co_return co_await respond(services.store, std::move(verb));
}

}  // namespace baton::http
