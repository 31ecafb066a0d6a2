#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "baton/time.hpp"
#include "cli/catalog.hpp"
#include "cli/screen.hpp"

namespace baton::cli {

/// The elements as lines below their titles, cut to the screen's width; each line is one element.
std::string as_table(std::span<const Column> columns, const std::vector<std::string_view>& elements,
                     const Screen& screen, Time now, bool with_titles = true);

/// An object, a member a line, but for the one of that name.
std::string as_details(std::string_view object, const Screen& screen, Time now, std::string_view without = {});

/// An answer as its view says.
std::string as_view(const View& view, std::string_view answer, const Screen& screen, Time now);

/// The attention list: a sentence an item, and below it the command that helps.
std::string as_attention(std::string_view answer, const Screen& screen, Time now);

}  // namespace baton::cli
