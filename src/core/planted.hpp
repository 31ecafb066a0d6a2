#pragma once

#include <string_view>

/// Bugs that others have had, kept in tests/planted/bugs/ to see that the suites would find them. With BATON_PLANTED_BUGS
/// compiled in, the environment variable `BATON_PLANTED` holds the text of one of those files, and the process has that
/// bug: a piece of a statement or script is exchanged as the file says, or the code asks for the bug by its name.
/// Without, nothing of it is there.
namespace baton::planted {

#if defined(BATON_PLANTED_BUGS) && BATON_PLANTED_BUGS
/// Whether it is this one.
bool is(std::string_view bug);
/// What a backend (`sqlite`, `redis`, `postgres`) is to run in place of its own text. Lives as long as the process.
std::string_view text(std::string_view backend, std::string_view own);
#else
consteval bool is(std::string_view /*bug*/) { return false; }
constexpr std::string_view text(std::string_view /*backend*/, std::string_view own) { return own; }
#endif

}  // namespace baton::planted
