#include "http/holding.hpp"

#include <utility>

namespace baton::http {

awaitable<Result<void>> check_holder(View<Verbs<GetTask>> store, std::shared_ptr<const Caller> caller, TaskId task) {
  if (caller == nullptr || !caller->scope || caller->scope->task) co_return Result<void>{};
  const auto found = co_await store.call(GetTask{.task = task});
  if (!found && found.error().code != Errc::not_found) co_return std::unexpected(found.error());
  if (found && has_ended(found->status)) {
    co_return fail(Errc::stale_fence, "the task " + task.str() + " has ended: stop working on it");
  }
  if (found && found->holder) co_return caller->scope->allow_name("holder of the task", found->holder->str());
  co_return fail(Errc::forbidden, "the token is for what its agents hold, and nobody holds the task " + task.str());
}

}  // namespace baton::http
