#include "store/composed.hpp"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "core/refusals.hpp"
#include "store/dispensable.hpp"

namespace baton {
namespace {

awaitable<void> pause_for(Duration time) {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, time);
  boost::system::error_code interrupted;
  co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, interrupted));
}

}  // namespace

ComposedPort::ComposedPort(std::shared_ptr<Port> durable, std::shared_ptr<Port> ephemeral, ComposedOptions options)
    : durable_(std::move(durable)), ephemeral_(std::move(ephemeral)), options_(std::move(options)) {}

awaitable<Answer> ComposedPort::execute(Verb verb) {
  if (auto* set = std::get_if<SetResult>(&verb)) return set_result(std::move(*set));
  if (auto* get = std::get_if<GetResult>(&verb)) return get_result(*get);
  if (auto* purge = std::get_if<PurgeTask>(&verb)) return purge_task(*purge);
  if (auto* due = std::get_if<Sweep>(&verb)) return sweep(*due);
  if (auto* ask = std::get_if<Health>(&verb)) return health(*ask);
  if (auto* stop = std::get_if<Freeze>(&verb)) return freeze(*stop);
  if (auto* page = std::get_if<Export>(&verb)) return export_rows(std::move(*page));
  if (auto* rows = std::get_if<Import>(&verb)) return import_rows(std::move(*rows));
  return durable_->execute(std::move(verb));
}

awaitable<Answer> ComposedPort::get_result(GetResult verb) {
  Answer answer = co_await ephemeral_->execute(Verb(verb));
  if (is_down(answer.outcome)) answer.outcome = Reply(GetResult::Reply{});
  co_return answer;
}

awaitable<Answer> ComposedPort::set_result(SetResult verb) {
  if (verb.fence) {
    const LockFence fence = *verb.fence;
    Answer answer = co_await durable_->execute(Verb(InspectLock{fence.lock}));
    if (!answer.outcome) co_return answer;
    const auto& lock = std::get<InspectLock::Reply>(*answer.outcome);
    if (!lock || lock->token != fence.token) co_return co_await refuse_fence(fence);
    verb.fence.reset();
  }
  co_return co_await write_result(std::move(verb));
}

// A frozen store says so before anything else.
awaitable<Answer> ComposedPort::refuse_fence(LockFence fence) {
  Answer answer = co_await durable_->execute(Verb(Health{}));
  if (!answer.outcome) co_return answer;
  const bool frozen = std::get<HealthReport>(*answer.outcome).frozen;
  answer.outcome = frozen ? refuse::frozen() : refuse::stale_lock(fence.lock);
  co_return answer;
}

awaitable<Answer> ComposedPort::write_result(SetResult verb) {
  Answer answer = co_await ephemeral_->execute(Verb(std::move(verb)));
  const bool lost = is_down(answer.outcome);
  last_write_lost_.store(lost, std::memory_order_relaxed);
  if (!lost) co_return answer;
  lost_.fetch_add(1, std::memory_order_relaxed);
  if (options_.on_lost_result) options_.on_lost_result(answer.outcome.error());
  answer.outcome = Reply(Done{});
  co_return answer;
}

awaitable<Result<bool>> ComposedPort::wait(Condition condition, Duration at_most) {
  if (std::holds_alternative<ResultThere>(condition)) return wait_for_result(condition, at_most);
  return durable_->wait(condition, at_most);
}

// A store that is down cannot say when the result comes, and one that came back may not know who waits: the caller is
// told to ask again after a pause.
awaitable<Result<bool>> ComposedPort::wait_for_result(Condition condition, Duration at_most) {
  auto woken = co_await ephemeral_->wait(condition, std::min(at_most, options_.look_behind));
  if (woken) co_return *woken || options_.look_behind < at_most;
  if (!is_down(woken.error())) co_return woken;
  co_await pause_for(std::min(at_most, options_.pause));
  co_return options_.pause < at_most;
}

void ComposedPort::close() {
  ephemeral_->close();
  durable_->close();
}

Store compose(const Store& durable, const Store& ephemeral) {
  return Store(std::make_shared<ComposedPort>(durable.port(), ephemeral.port()));
}

}  // namespace baton
