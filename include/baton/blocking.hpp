#pragma once

#include <memory>
#include <optional>
#include <utility>

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
    Result<Reply> reply = ask(Verb(std::move(verb)));
    if (!reply) return std::unexpected(std::move(reply.error()));
    return std::get<typename V::Reply>(*std::move(reply));
  }
  /// As Store::wait and Store::await_result.
  Result<bool> wait(Position after, Duration at_most);
  Result<std::optional<Json>> await_result(GetResult what, Duration at_most);

  const Store& store() const { return store_; }

 private:
  Result<Reply> ask(Verb verb);

  struct Loop;
  std::unique_ptr<Loop> loop_;
  Store store_;
};

}  // namespace baton
