#pragma once

#include <string>

#include "baton/error.hpp"

namespace baton::sqlite {

/// Refuses what was never a store of ours, before anything is written beside it. Ok: there is no file, an empty one, one
/// with SQLite's header, or one that has lost its header and still holds pages of ours, in itself or in its log.
/// invalid: nothing of the kind.
Result<void> recognise(const std::string& path);

}  // namespace baton::sqlite
