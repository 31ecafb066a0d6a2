#pragma once

#include <functional>
#include <stop_token>

namespace baton {

/// Whether the one who asked is still there to take the answer.
struct Presence {
  std::stop_token left{};                             ///< asked to stop as soon as the absence is noticed
  std::function<bool()> gone = [] { return false; };  ///< looks, at this instant
};

}  // namespace baton
