#pragma once

#include <future>
#include <memory>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include "baton/store.hpp"

namespace baton {

/// The store for callers without an event loop: each call blocks its thread until the answer is there.
/// Thread-safe. Must not be used from a thread that runs an event loop.
class BlockingStore {
 public:
  explicit BlockingStore(Store store);
  ~BlockingStore();
  BlockingStore(const BlockingStore&) = delete;
  BlockingStore& operator=(const BlockingStore&) = delete;

  template <VerbOf<AllVerbs> V>
  Result<typename V::Reply> call(V verb) {
    return run(store_.call(std::move(verb)));
  }
  Result<bool> wait(Position after, Duration at_most) { return run(store_.wait(after, at_most)); }
  Result<std::optional<Json>> await_result(GetResult what, Duration at_most) {
    return run(store_.await_result(what, at_most));
  }

  const Store& store() const { return store_; }

 private:
  template <class T>
  T run(awaitable<T> work) {
    return boost::asio::co_spawn(loop(), std::move(work), boost::asio::use_future).get();
  }
  boost::asio::io_context& loop();

  struct Loop;
  std::unique_ptr<Loop> loop_;
  Store store_;
};

}  // namespace baton
