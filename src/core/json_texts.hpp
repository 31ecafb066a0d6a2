#pragma once

#include <string>

#include "baton/json.hpp"

namespace baton {

/// Every text in the value, names of members included, one a line: what a reader of the value would see.
std::string texts_in(const Json& value);

}  // namespace baton
