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
    const auto known = places_.find(key);
    if (known == places_.end()) {
      if (at) places_.emplace(key, order_.emplace(*at, key).first);
    } else if (at) {
      // Moved and not made anew: leases are renewed all the time, and mostly to the latest of all.
      auto entry = order_.extract(known->second);
      entry.value().first = *at;
      known->second = order_.insert(order_.end(), std::move(entry));
    } else {
      order_.erase(known->second);
      places_.erase(known);
    }
  }

  std::optional<Time> first() const { return order_.empty() ? std::nullopt : std::optional(order_.begin()->first); }

  /// The next key whose time has come.
  std::optional<Key> due(Time now) const {
    if (order_.empty() || order_.begin()->first > now) return std::nullopt;
    return order_.begin()->second;
  }

 private:
  using Order = std::set<std::pair<Time, Key>>;

  Order order_;
  std::map<Key, typename Order::iterator> places_;
};

}  // namespace baton::memory
