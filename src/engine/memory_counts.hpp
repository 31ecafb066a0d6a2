#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/histogram.hpp"

namespace baton {

/// What shared memory did in this process.
struct MemoryCounts {
  std::uint64_t opened = 0;
  std::uint64_t signals_stored = 0;
  std::uint64_t signals_late = 0;
  std::uint64_t signals_refused = 0;
  std::uint64_t hot_hits = 0;
  std::uint64_t hot_misses = 0;
  std::uint64_t completed = 0;
  std::uint64_t failed = 0;
  std::uint64_t timed_out = 0;
  std::uint64_t merge_errors = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t cleaned = 0;

  bool operator==(const MemoryCounts&) const = default;
};

struct MemoryCount {
  std::string_view name;
  std::uint64_t MemoryCounts::* member;
};

/// Their names, in metric records and for Prometheus alike.
inline constexpr std::array memory_counts{
    MemoryCount{"correlations_opened", &MemoryCounts::opened},
    MemoryCount{"signals_stored", &MemoryCounts::signals_stored},
    MemoryCount{"signals_late", &MemoryCounts::signals_late},
    MemoryCount{"signals_refused", &MemoryCounts::signals_refused},
    MemoryCount{"hot_hits", &MemoryCounts::hot_hits},
    MemoryCount{"hot_misses", &MemoryCounts::hot_misses},
    MemoryCount{"correlations_completed", &MemoryCounts::completed},
    MemoryCount{"correlations_failed", &MemoryCounts::failed},
    MemoryCount{"correlations_timed_out", &MemoryCounts::timed_out},
    MemoryCount{"merge_errors", &MemoryCounts::merge_errors},
    MemoryCount{"conflicts", &MemoryCounts::conflicts},
    MemoryCount{"correlations_cleaned", &MemoryCounts::cleaned},
};

/// How long things took.
struct MemoryTimes {
  Histogram signal;    ///< a signal, until it was durable
  Histogram decision;  ///< from opening to decision, by the store's clock
};

}  // namespace baton
