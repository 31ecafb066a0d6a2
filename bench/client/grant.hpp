#pragma once

#include <string>

namespace bench {

/// The text of a flat member.
std::string word(const std::string& json, const std::string& name);

/// Where the holder of a grant completes its task, and what it shows for it: the member `fence`.
std::string completion_of(const std::string& grant);
std::string fence_in(const std::string& grant);

}  // namespace bench
