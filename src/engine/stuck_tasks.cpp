#include "engine/stuck_tasks.hpp"

#include <algorithm>

namespace baton {

namespace {

/// A task waits from its submission, or from the time it was meant for, or, behind others, from when they let it go.
Time waiting_since(const Task& task) {
  if (!task.depends_on.empty()) return task.updated_at;
  return std::max(task.created_at, task.run_at.value_or(task.created_at));
}

Time stuck_since(const Task& task) {
  switch (task.status) {
    case TaskStatus::pending: return waiting_since(task);
    case TaskStatus::running: return task.started_at.value_or(task.updated_at);
    case TaskStatus::failed:
    case TaskStatus::dead: return task.ended_at.value_or(task.updated_at);
    default: return task.created_at;
  }
}

StuckTask without_bodies(const Task& task) {
  return {.id = task.id, .lane = task.lane, .holder = task.holder, .since = stuck_since(task)};
}

using SuspectView = View<Verbs<ListTasks, GetTask>>;

/// Reads one status page by page. Where the list is cut off at a time of creation, a page that is not full has passed it.
class TaskPages {
 public:
  TaskPages(View<Verbs<ListTasks>> store, ListTasks request, std::uint32_t pages)
      : store_(std::move(store)), request_(std::move(request)), pages_(pages) {
    request_.limit = limits::page;
  }

  /// The next page; nothing at the end, or when there were enough.
  awaitable<Result<std::optional<std::vector<Task>>>> next() {
    if (ended_) co_return std::optional<std::vector<Task>>{};
    if (pages_ == 0) {
      more_ = ended_ = true;
      co_return std::optional<std::vector<Task>>{};
    }
    --pages_;
    auto page = co_await store_.call(request_);
    if (!page) co_return std::unexpected(std::move(page.error()));
    ended_ = !page->next || (request_.created_until && page->items.size() < limits::page);
    request_.after = page->next;
    co_return std::optional(std::move(page->items));
  }

  bool more() const { return more_; }

 private:
  View<Verbs<ListTasks>> store_;
  ListTasks request_;
  std::uint32_t pages_;
  bool ended_ = false;
  bool more_ = false;
};

/// Looks up what blocked tasks wait for: each of them once, and no more than its budget.
class Blockers {
 public:
  Blockers(SuspectView store, std::uint32_t budget) : store_(std::move(store)), budget_(budget) {}

  /// The first dependency that has not ended; nothing if none is known.
  awaitable<Result<std::optional<TaskId>>> first_of(std::vector<TaskId> dependencies) {
    for (const TaskId& id : dependencies) {
      if (const auto known = known_.find(id); known != known_.end()) {
        if (known->second) co_return id;
        continue;
      }
      if (budget_ == 0) break;
      --budget_;
      auto task = co_await store_.call(GetTask{.task = id});
      // One that was forgotten has ended.
      if (!task && task.error().code != Errc::not_found) co_return std::unexpected(std::move(task.error()));
      auto& blocker = known_[id];
      if (!task || has_ended(task->status)) continue;
      blocker = Blocker{.status = task->status, .holder = task->holder};
      co_return id;
    }
    co_return std::optional<TaskId>{};
  }

  bool exhausted() const { return budget_ == 0; }
  std::map<TaskId, Blocker> take() const {
    std::map<TaskId, Blocker> open;
    for (const auto& [id, blocker] : known_) {
      if (blocker) open.emplace(id, *blocker);
    }
    return open;
  }

 private:
  SuspectView store_;
  std::uint32_t budget_;
  std::map<TaskId, std::optional<Blocker>> known_;
};

/// What a list must be cut off at to hold all that is at least that old.
Time at_least_as_old(Time now, Duration age) { return now - age + Duration{1}; }

awaitable<Result<Suspects>> read_blocked(SuspectView store, Suspects into, Time now, AttentionOptions options) {
  ListTasks request{.status = TaskStatus::blocked, .created_until = at_least_as_old(now, options.blocked_for)};
  TaskPages pages(store, std::move(request), options.pages);
  Blockers blockers(std::move(store), options.lookups);
  for (;;) {
    auto page = co_await pages.next();
    if (!page) co_return std::unexpected(std::move(page.error()));
    if (!*page) break;
    for (const Task& task : **page) {
      auto first = co_await blockers.first_of(task.depends_on);
      if (!first) co_return std::unexpected(std::move(first.error()));
      into.blocked.items.push_back(without_bodies(task));
      into.blocked.items.back().waits_for = *first;
    }
  }
  into.blocked.more = pages.more() || blockers.exhausted();
  into.blockers = blockers.take();
  co_return into;
}

}  // namespace

awaitable<Result<StuckTasks>> read_tasks(View<Verbs<ListTasks>> store, ListTasks request, std::uint32_t most) {
  TaskPages pages(std::move(store), std::move(request), most);
  StuckTasks found;
  for (;;) {
    auto page = co_await pages.next();
    if (!page) co_return std::unexpected(std::move(page.error()));
    if (!*page) break;
    for (const Task& task : **page) found.items.push_back(without_bodies(task));
  }
  found.more = pages.more();
  co_return found;
}

awaitable<Result<Suspects>> read_suspects(SuspectView store, Time now, AttentionOptions options) {
  struct Wanted {
    StuckTasks Suspects::* into;
    ListTasks request;
  };
  const Time waiting = at_least_as_old(now, options.waiting_for);
  const Time running = at_least_as_old(now, options.running_for);
  const std::vector<Wanted> wanted{
      {&Suspects::waiting, {.status = TaskStatus::pending, .created_until = waiting}},
      {&Suspects::running, {.status = TaskStatus::running, .created_until = running}},
      {&Suspects::failed, {.status = TaskStatus::failed, .newest_first = true}},
      {&Suspects::dead, {.status = TaskStatus::dead, .newest_first = true}},
  };
  Suspects suspects;
  for (const Wanted& each : wanted) {
    auto found = co_await read_tasks(store, each.request, options.pages);
    if (!found) co_return std::unexpected(std::move(found.error()));
    suspects.*each.into = *std::move(found);
  }
  co_return co_await read_blocked(std::move(store), std::move(suspects), now, options);
}

}  // namespace baton
