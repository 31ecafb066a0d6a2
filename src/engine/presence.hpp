#pragma once

#include <functional>
#include <stop_token>

#include "baton/port.hpp"

namespace baton {

/// Whether the one who asked is still there to take the answer, and may still have it.
struct Presence {
  std::stop_token left{};                             ///< asked to stop as soon as the absence is noticed
  std::function<bool()> gone = [] { return false; };  ///< looks, at this instant
  std::function<awaitable<bool>()> admitted = []() -> awaitable<bool> { co_return true; };
};

}  // namespace baton
