#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

/// The bounds of every verb, the same on every backend. They are part of the specification: beyond one of them a
/// call is refused with `invalid` (the request is too large) or `exhausted` (the store is full in that respect).
namespace baton::limits {

inline constexpr std::size_t agent_id_bytes = 128;
inline constexpr std::size_t name_bytes = 512;
inline constexpr std::size_t json_bytes = 1024 * 1024;
inline constexpr std::size_t json_depth = 64;

inline constexpr std::uint32_t priorities = 1024;  ///< 0 (most urgent) … 1023
inline constexpr std::size_t lanes_per_agent = 64;
inline constexpr std::size_t lanes = 1024;  ///< lanes that hold unfinished tasks or are paused
inline constexpr std::size_t tasks_per_submit = 1000;
inline constexpr std::size_t dependencies_per_task = 128;
inline constexpr std::size_t dependants_per_step = 100;  ///< resolved by the verb that ends a task; sweep does the rest
inline constexpr std::uint32_t attempts = 1000;          ///< the largest max_attempts
inline constexpr std::size_t page = 1000;                ///< rows a list examines, and the most it returns
inline constexpr std::size_t groups = 64;
inline constexpr std::size_t expected_signals = 128;
inline constexpr std::size_t signals_per_correlation = 1000;
inline constexpr std::size_t locks_per_holder = 1000;  ///< bound to one session or one agent
inline constexpr std::size_t trims_per_sweep = 10;     ///< events trimmed, as a multiple of the sweep's limit

inline constexpr std::uint32_t crashes_to_dead = 3;
inline constexpr std::size_t crashes_to_quarantine = 6;  ///< "more than 5", within the window below
inline constexpr std::chrono::seconds crash_window{60};
inline constexpr std::chrono::seconds quarantine{60};
inline constexpr std::chrono::seconds first_retry{1};
inline constexpr std::chrono::minutes last_retry{10};
inline constexpr std::chrono::hours idempotency_key_life{24};
inline constexpr std::chrono::hours longest_duration{24 * 366 * 10};

}  // namespace baton::limits
