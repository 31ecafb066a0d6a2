#pragma once

#include <optional>

#include "baton/store.hpp"

namespace baton {

/// How far the supervisors of a store have followed its log, in a record that all of them share and that only moves
/// forward: a fresh one knows what happened while none was there.
class Checkpoint {
 public:
  explicit Checkpoint(View<Verbs<GetRecord, PutRecord>> store) : store_(std::move(store)) {}

  /// The position that was kept last, by whomever; nothing: none ever was.
  awaitable<Result<std::optional<Position>>> load();

  /// Keeps `position` unless a later one is kept. An error: of the store only; another's write is none.
  awaitable<Result<void>> save(Position position);

  bool is_behind(Position position) const { return saved_ < position; }

 private:
  awaitable<Result<void>> put(Position position);

  View<Verbs<GetRecord, PutRecord>> store_;
  Position saved_;
  Version version_;
};

}  // namespace baton
