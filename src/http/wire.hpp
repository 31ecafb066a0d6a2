#pragma once

#include <string>
#include <string_view>

#include "http/message.hpp"

namespace baton::http {

/// The head of a response as it goes over the wire.
std::string head_of(const Response& response, std::string_view request_id, bool keep_alive);

/// What follows it: nothing after some, whatever they hold.
std::string_view content_of(const Response& response);

}  // namespace baton::http
