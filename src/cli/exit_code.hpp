#pragma once

namespace baton::cli {

/// What the program says by its end. Part of what it promises.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int failed = 1;
inline constexpr int misused = 2;
inline constexpr int not_found = 3;
inline constexpr int not_allowed = 4;
inline constexpr int task_failed = 5;
inline constexpr int still_pending = 8;
inline constexpr int unread = 141;  ///< as shells call it when SIGPIPE ends a program
}  // namespace exit_code

}  // namespace baton::cli
