#include "engine/thread_retention.hpp"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <chrono>

#include "engine/rest.hpp"

namespace baton {

namespace {

constexpr std::chrono::hours between_passes{1};
/// Tasks that have not ended are among the youngest of a thread.
constexpr std::uint32_t tasks_looked_at = 200;

}  // namespace

awaitable<Result<std::size_t>> ThreadRetention::pass() {
  std::size_t removed = 0;
  std::optional<ThreadId> after = ThreadId{};
  while (after) {
    // By the port itself: its stamp tells the store's clock, by which the times were written.
    Answer answer = co_await store_.port()->execute(Verb(ListThreads{.after = *after, .limit = limits::page}));
    if (!answer.outcome) co_return std::unexpected(std::move(answer.outcome.error()));
    const auto& page = std::get<ThreadPage>(*answer.outcome);
    for (const Thread& thread : page.items) {
      if (thread.updated_at + ttl_ > answer.stamp.now) continue;
      const auto gone = co_await remove_if_quiet(thread.id);
      if (!gone) co_return std::unexpected(gone.error());
      removed += *gone ? 1 : 0;
    }
    after = page.next;
  }
  co_return removed;
}

awaitable<Result<bool>> ThreadRetention::remove_if_quiet(ThreadId thread) {
  ListTasks list{.thread = thread, .newest_first = true, .limit = tasks_looked_at};
  const auto tasks = co_await store_.call(std::move(list));
  if (!tasks) co_return std::unexpected(tasks.error());
  if (!std::ranges::all_of(tasks->items, [](const Task& task) { return has_ended(task.status); })) co_return false;
  for (;;) {
    const auto purged = co_await store_.call(PurgeThread{.thread = thread});
    if (!purged) co_return std::unexpected(purged.error());
    if (!purged->more) co_return purged->removed;
  }
}

awaitable<void> ThreadRetention::run(std::stop_token stop) {
  Rest rest(co_await boost::asio::this_coro::executor, stop);
  do {
    // A store that is away now is there in an hour.
    static_cast<void>(co_await pass());
  } while (co_await rest.wait(between_passes));
}

}  // namespace baton
