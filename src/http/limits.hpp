#pragma once

#include <chrono>
#include <cstddef>

/// What one client may make the server hold.
namespace baton::http::limits {

inline constexpr std::size_t request_line_bytes = 8 * 1024;
inline constexpr std::size_t header_bytes = 16 * 1024;
inline constexpr std::size_t header_fields = 100;
inline constexpr std::size_t body_bytes = 1024 * 1024;
inline constexpr std::size_t connections = 4096;
inline constexpr std::size_t open_bodies = 64;  ///< that come without credentials and in pieces, at a time

/// Wrong credentials from one address within a time.
inline constexpr std::size_t failures = 20;
inline constexpr std::chrono::seconds failure_window{60};
inline constexpr std::size_t failing_clients = 4096;

/// Refusals of one caller that the audit keeps within a time, and how many entries are written at once.
inline constexpr std::size_t kept_refusals = 100;
inline constexpr std::chrono::seconds refusal_window{60};
inline constexpr std::size_t audit_writes = 1000;

inline constexpr std::chrono::seconds header_time{10};
inline constexpr std::chrono::seconds body_time{30};
inline constexpr std::chrono::milliseconds dribble_time{200};  ///< for a request in small bits, until it is read seldom
inline constexpr std::chrono::seconds write_time{30};
inline constexpr std::chrono::seconds idle_time{75};     ///< between two requests of a connection
inline constexpr std::chrono::seconds linger_time{2};    ///< for the rest of a request that was refused
inline constexpr std::chrono::seconds longest_wait{60};  ///< of a long poll

}  // namespace baton::http::limits
