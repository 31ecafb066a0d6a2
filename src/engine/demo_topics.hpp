#pragma once

#include <array>
#include <string_view>

namespace baton {

/// What the newsroom of the demonstration writes about.
inline constexpr std::array<std::string_view, 6> demo_topics{"tides", "sourdough", "glaciers",
                                                             "looms", "comets",    "lichen"};

}  // namespace baton
