#include <algorithm>

#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/holding.hpp"

// What agents share, where there is more to it than the verb: pausing, locks, results, messages.

namespace baton::http {

namespace {

awaitable<Result<Response>> set_paused(Services services, Request request, bool paused) {
  auto which = input_of<Lanes>(request);
  if (!which) co_return std::unexpected(std::move(which.error()));
  SetPaused verb{.lane = std::move(which->lane), .paused = paused};
  co_return co_await respond(std::move(services.store), std::move(verb));
}

/// Whether that very message is among the latest of its thread.
awaitable<bool> is_written(View<Verbs<Messages>> store, Append message) {
  const auto page = co_await store.call(Messages{.thread = message.thread});
  if (!page) co_return false;
  co_return std::ranges::any_of(page->items, [&message](const Message& known) {
    return known.id == message.id && known.role == message.role && known.body == message.body &&
           known.task == message.task;
  });
}

}  // namespace

awaitable<Result<Response>> pause_queue(Services services, Request request) {
  return set_paused(std::move(services), std::move(request), true);
}

awaitable<Result<Response>> resume_queue(Services services, Request request) {
  return set_paused(std::move(services), std::move(request), false);
}

Contract describe_pause(const Route& route, Schemas& schemas) { return contract_of<Lanes, Done>(route, schemas); }

awaitable<Result<Response>> inspect_lock(Services services, Request request) {
  auto verb = input_of<InspectLock>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  auto lock = co_await services.store.call(*std::move(verb));
  if (!lock) co_return std::unexpected(std::move(lock.error()));
  if (!*lock) co_return fail(Errc::not_found, "nobody holds a lock of that name");
  co_return json_response(encode(**lock));
}

Contract describe_inspect_lock(const Route& route, Schemas& schemas) {
  return contract_of<InspectLock, Lock>(route, schemas);
}

awaitable<Result<Response>> get_result(Services services, Request request) {
  Duration wait{};
  auto verb = input_of<GetResult>(request, &wait);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  auto value = co_await services.waiting_room->result(*std::move(verb), wait, std::move(request.arrival.peer));
  if (!value) co_return std::unexpected(std::move(value.error()));
  if (!*value) co_return Response{.status = 204};
  co_return json_response(encode(HandedOver{**std::move(value)}));
}

Contract describe_get_result(const Route& route, Schemas& schemas) {
  return or_nothing(waiting(contract_of<GetResult, HandedOver>(route, schemas), "Seconds to wait for the result."),
                    "there is no result yet, or it has expired");
}

awaitable<Result<Response>> append_message(Services services, Request request) {
  auto message = input_of<Append>(request);
  if (!message) co_return std::unexpected(std::move(message.error()));
  if (message->task) {
    auto allowed = co_await check_holder(services.store, request.caller, *message->task);
    // Of what was written while the task was held, a repeat is only answered, whoever holds it now.
    if (!allowed && !co_await is_written(services.store, *message))
      co_return std::unexpected(std::move(allowed.error()));
  }
  co_return co_await respond(std::move(services.store), *std::move(message));
}

}  // namespace baton::http
