#include "daemon/stores.hpp"

#include <spdlog/spdlog.h>

#include <chrono>
#include <memory>
#include <mutex>

#include "baton/open.hpp"
#include "store/composed.hpp"

namespace baton::daemon {

namespace {

using SteadyClock = std::chrono::steady_clock;

/// Tells that results are lost: of the first at once, then every ten seconds of how many there were.
class LossLog {
 public:
  void note(const Error& error) {
    const std::lock_guard lock(mutex_);
    ++untold_;
    const auto now = SteadyClock::now();
    if (told_at_ && now - *told_at_ < interval) return;
    spdlog::error("{} results could not be written: {}", untold_, error.detail);
    told_at_ = now;
    untold_ = 0;
  }

 private:
  static constexpr std::chrono::seconds interval{10};
  std::mutex mutex_;
  std::uint64_t untold_ = 0;
  std::optional<SteadyClock::time_point> told_at_;
};

ComposedOptions logging() {
  const auto losses = std::make_shared<LossLog>();
  return {.on_lost_result = [losses](const Error& error) { losses->note(error); },
          .on_down =
              [](const Error& error) {
                spdlog::error("the ephemeral store is down, results are not kept until it is back: {}", error.detail);
              },
          .on_back = [] { spdlog::info("the ephemeral store is back"); }};
}

}  // namespace

Result<Store> open_stores(const Settings& settings) {
  const StoreOptions options{.name_space = settings.name_space};
  if (!settings.ephemeral) return open_store(settings.store, options);
  return open_composed(settings.store, *settings.ephemeral, options, logging());
}

}  // namespace baton::daemon
