#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "baton/port.hpp"

namespace baton {

/// Whether the store could not be reached or does not serve us. A frozen store does: it only refuses to change.
bool is_down(const Error& error);
bool is_down(const Result<Reply>& outcome);

struct DispensableOptions {
  /// Called when it goes down, with what it said, and when it is back. From any thread; must not block.
  std::function<void(const Error&)> on_down{};
  std::function<void()> on_back{};
  /// How often a store that is down is looked at.
  Duration look_every = std::chrono::milliseconds{500};
};

/// A store that its users can do without for a while. While it is down nobody waits for it: every call is answered at
/// once with what it said last. A thread looks whether it is back, and opens it if it never was there.
class DispensablePort final : public Port {
 public:
  using Open = std::function<Result<std::shared_ptr<Port>>()>;

  /// Opens it, or keeps trying to if it is unavailable. Any other error is returned.
  static Result<std::shared_ptr<Port>> open(Open open, DispensableOptions options);

  DispensablePort(Open open, std::shared_ptr<Port> inner, DispensableOptions options);
  ~DispensablePort() override { DispensablePort::close(); }
  DispensablePort(const DispensablePort&) = delete;
  DispensablePort& operator=(const DispensablePort&) = delete;

  awaitable<Answer> execute(Verb verb) override;
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override;
  void close() override;

 private:
  /// The store, or what is wrong with it.
  Result<std::shared_ptr<Port>> port() const;
  void note_down(const Error& error);
  void note_back(std::shared_ptr<Port> inner);
  void run();
  /// Blocks until there is something to look at; false: closed.
  bool wait_for_trouble();
  /// Looks at it once: it is back, or not.
  Result<std::shared_ptr<Port>> look();

  const Open open_;
  const DispensableOptions options_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Port> inner_;   ///< empty: it was never there
  std::optional<Error> trouble_;  ///< set: it is down
  bool closed_ = false;
  std::once_flag closing_;
  std::thread thread_;
};

}  // namespace baton
