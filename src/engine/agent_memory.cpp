#include "baton/memory.hpp"
#include "core/correlation_state.hpp"
#include "engine/context.hpp"

namespace baton {

AgentMemory::AgentMemory(View<Verbs> store, SignalName own, std::shared_ptr<const SchemaRegistry> schemas)
    : store_(std::move(store)), own_(std::move(own)), schemas_(std::move(schemas)) {}

awaitable<Result<Json>> AgentMemory::context(CorrelationId id) const {
  co_return co_await read_context(store_, std::move(id));
}

awaitable<Result<Json>> AgentMemory::signals(CorrelationId id) const {
  GetCorrelation get{.id = std::move(id)};
  const auto found = co_await store_.call(std::move(get));
  if (!found) co_return std::unexpected(found.error());
  co_return state_of(*found).find("signals")->json();
}

awaitable<Result<Correlation>> AgentMemory::contribute(CorrelationId id, Json body, std::uint32_t version) const {
  Signal signal{.id = std::move(id), .name = own_, .version = version, .body = std::move(body)};
  if (auto valid = check_signal(signal, *schemas_); !valid) co_return std::unexpected(std::move(valid.error()));
  co_return co_await store_.call(std::move(signal));
}

}  // namespace baton
