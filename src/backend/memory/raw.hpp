#pragma once

#include <memory>

#include "core/raw_engine.hpp"

namespace baton::memory {

/// The ledger, called directly: no lock, no event loop.
std::unique_ptr<RawEngine> open_raw();

}  // namespace baton::memory
