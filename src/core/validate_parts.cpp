#include "core/validate_parts.hpp"

namespace baton {

void examine_lane(Check& check, std::string_view name, const Lane& lane) {
  check.required(name, lane);
  if (lane.str() == "*") check.refuse(std::string(name) + " is *, which stands for every lane; name one");
}

void examine(Check& check, const Fence& fence) {
  check.required("fence.agent", fence.agent);
  check.required("fence.incarnation", fence.incarnation);
  check.required("fence.task", fence.task);
  check.required("fence.attempt", fence.attempt);
}

void examine(Check& check, const std::optional<LockFence>& fence) {
  if (!fence) return;
  check.required("fence.lock", fence->lock);
  check.required("fence.token", fence->token);
}

}  // namespace baton
