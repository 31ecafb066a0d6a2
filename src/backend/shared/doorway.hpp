#pragma once

#include <mutex>
#include <shared_mutex>

namespace baton::shared {

/// Where the threads of callers come in. A caller may be answered on another thread, and end everything, while the thread
/// that brought its request has not left yet: who goes waits for that one. Thread-safe.
class Doorway {
 public:
  /// Inside for as long as what it returns lives. Not twice on one thread.
  [[nodiscard]] std::shared_lock<std::shared_mutex> enter() { return std::shared_lock(inside_); }
  /// When nobody comes any more. Never from inside.
  void wait_until_empty() { const std::lock_guard alone(inside_); }

 private:
  std::shared_mutex inside_;
};

}  // namespace baton::shared
