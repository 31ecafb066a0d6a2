#pragma once

#include <string>
#include <string_view>

#include "http/message.hpp"

namespace baton::http {

/// The response as it goes over the wire, head and body in one. `with_body` is false for the answer to a HEAD.
std::string to_wire(const Response& response, std::string_view request_id, bool keep_alive, bool with_body);

}  // namespace baton::http
