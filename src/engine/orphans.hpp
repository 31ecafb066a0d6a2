#pragma once

#include <cstddef>
#include <string>

namespace baton {

/// The variables by which a process is known as part of a run, to whatever daemon looks for it later.
inline constexpr const char* node_variable = "BATON_JOB_NODE";
inline constexpr const char* daemon_variable = "BATON_JOB_DAEMON";

/// Kills every process that an earlier start of this node has left running; how many there were. Whatever they still
/// wrote would be refused: their runs have been given up.
std::size_t end_orphans(const std::string& mark, const std::string& daemon);

}  // namespace baton
