#pragma once

#include <memory>

#include "baton/port.hpp"

namespace baton::memory {

/// A store that lives and dies with the process: for tests, trials, and as the specification of the others.
/// `clock` unset: the system's.
std::shared_ptr<Port> open(std::shared_ptr<const Clock> clock = nullptr);

}  // namespace baton::memory
