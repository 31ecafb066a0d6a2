#include "core/codec_values.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// How many tasks match: what somebody wants to know before doing something to all of them.

namespace baton::http {

/// The filters of a list.
struct CountTasks {
  std::optional<TaskStatus> status{};
  std::optional<ThreadId> thread{};
  std::optional<Lane> lane{};
  std::optional<KindName> kind{};
  std::optional<AgentId> holder{};
  std::optional<Time> created_from{};
  std::optional<Time> created_until{};

  bool operator==(const CountTasks&) const = default;
};

struct TaskCount {
  std::uint64_t count = 0;
  bool complete = true;  ///< false: there may be more, the bound was reached
};

template <>
inline constexpr bool is_query<CountTasks> = true;

namespace {

constexpr int most_pages = 1000;
constexpr std::uint32_t page_size = 1000;

ListTasks list_for(CountTasks wanted) {
  return {.status = wanted.status,
          .thread = std::move(wanted.thread),
          .lane = std::move(wanted.lane),
          .kind = std::move(wanted.kind),
          .holder = std::move(wanted.holder),
          .created_from = wanted.created_from,
          .created_until = wanted.created_until,
          .limit = page_size};
}

}  // namespace

Verb as_verb(CountTasks wanted) { return list_for(std::move(wanted)); }

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::CountTasks> {
  using Count = http::CountTasks;
  static constexpr auto table =
      std::tuple(field<&Count::status>("status"), field<&Count::thread>("thread"), field<&Count::lane>("lane"),
                 field<&Count::kind>("kind"), field<&Count::holder>("holder"),
                 field<&Count::created_from>("created_from"), field<&Count::created_until>("created_until"));
};

template <>
struct Fields<http::TaskCount> {
  static constexpr auto table =
      std::tuple(field<&http::TaskCount::count>("count"), field<&http::TaskCount::complete>("complete"));
};

}  // namespace baton

namespace baton::http {

awaitable<Result<Response>> count_tasks(Services services, Request request) {
  auto wanted = input_of<CountTasks>(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  ListTasks list = list_for(*std::move(wanted));
  TaskCount count{.complete = false};
  for (int page = 0; page < most_pages && !count.complete && !request.arrival.peer.left.stop_requested(); ++page) {
    auto tasks = co_await services.store.call(list);
    if (!tasks) co_return std::unexpected(std::move(tasks.error()));
    count.count += tasks->items.size();
    count.complete = !tasks->next;
    list.after = tasks->next;
  }
  co_return json_response(encode(count));
}

Contract describe_count_tasks(const Route& route, Schemas& schemas) {
  return answers(takes<CountTasks>(route, schemas), schemas.of<TaskCount>(), encode(TaskCount{.count = 12}));
}

}  // namespace baton::http
