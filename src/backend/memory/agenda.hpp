#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "baton/time.hpp"

namespace baton::memory {

/// Things that become due, in the order of (time, key). Each key stands in it at most once.
template <class Key>
class Agenda {
 public:
  /// `at` unset: the key is taken off.
  void set(const Key& key, std::optional<Time> at) {
    if (const auto known = times_.find(key); known != times_.end()) {
      order_.erase({known->second, key});
      times_.erase(known);
    }
    if (!at) return;
    times_.emplace(key, *at);
    order_.emplace(*at, key);
  }

  std::optional<Time> first() const { return order_.empty() ? std::nullopt : std::optional(order_.begin()->first); }

  /// The next key whose time has come.
  std::optional<Key> due(Time now) const {
    if (order_.empty() || order_.begin()->first > now) return std::nullopt;
    return order_.begin()->second;
  }

 private:
  std::map<Key, Time> times_;
  std::set<std::pair<Time, Key>> order_;
};

}  // namespace baton::memory
