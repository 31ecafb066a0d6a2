#pragma once

#include <span>
#include <string>
#include <string_view>

namespace baton::cli {

/// The word that was most likely meant, or an empty one if none is near.
std::string nearest(std::string_view typed, std::span<const std::string> known);

}  // namespace baton::cli
