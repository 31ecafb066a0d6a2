#include "core/codec_values.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// How many tasks match: what somebody wants to know before doing something to all of them.

namespace baton::http {

struct TaskCount {
  std::uint64_t count = 0;
  bool complete = true;  ///< false: there may be more, the bound was reached
};

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::TaskCount> {
  static constexpr auto table =
      std::tuple(field<&http::TaskCount::count>("count"), field<&http::TaskCount::complete>("complete"));
};

}  // namespace baton

namespace baton::http {

namespace {

constexpr int most_pages = 1000;
constexpr std::uint32_t page_size = 1000;

}  // namespace

awaitable<Result<Response>> count_tasks(Services services, Request request) {
  auto list = input_of<ListTasks>(request);
  if (!list) co_return std::unexpected(std::move(list.error()));
  list->limit = page_size;
  TaskCount count{.complete = false};
  for (int page = 0; page < most_pages && !count.complete && !request.arrival.peer.left.stop_requested(); ++page) {
    auto tasks = co_await services.store.call(*list);
    if (!tasks) co_return std::unexpected(std::move(tasks.error()));
    count.count += tasks->items.size();
    count.complete = !tasks->next;
    list->after = tasks->next;
  }
  co_return json_response(encode(count));
}

Contract describe_count_tasks(const Route& route, Schemas& schemas) {
  return answers(takes<ListTasks>(route, schemas), schemas.of<TaskCount>(), encode(TaskCount{.count = 12}));
}

}  // namespace baton::http
