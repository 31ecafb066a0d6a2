#pragma once

#include <memory>

#include "baton/store.hpp"
#include "http/caller.hpp"

namespace baton::http {

/// For operations that name a task and no agent: whether an agent of the caller's scope holds it. Costs one look at the
/// store, for a scope of agents only: one for a task was judged by the task it names.
/// forbidden: another agent holds it, or nobody. stale_fence: it has ended.
awaitable<Result<void>> check_holder(View<Verbs<GetTask>> store, std::shared_ptr<const Caller> caller, TaskId task);

}  // namespace baton::http
