#pragma once

#include <string_view>

namespace baton {

/// Whether the text is a W3C trace context of version 00: version, trace id, parent id and flags.
bool is_traceparent(std::string_view text);

}  // namespace baton
