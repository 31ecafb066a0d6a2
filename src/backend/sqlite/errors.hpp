#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "baton/error.hpp"

namespace baton::sqlite {

/// The engine's failures, by what an operator can do about them.
enum class Trouble : std::uint8_t { full, input_output, memory, read_only, cannot_open, busy, corrupt, too_big, other };

/// The error a caller sees: what happened, to which file, and what to do next.
Error describe(Trouble trouble, const std::string& path, std::string_view engine_says);

}  // namespace baton::sqlite
