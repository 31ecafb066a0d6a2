#pragma once

#include <optional>

#include "core/check.hpp"

namespace baton {

/// A place where a task can wait: any name but `*`.
void examine_lane(Check& check, std::string_view name, const Lane& lane);
void examine(Check& check, const Fence& fence);
void examine(Check& check, const std::optional<LockFence>& fence);

}  // namespace baton
