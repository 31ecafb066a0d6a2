#pragma once

#include <memory>
#include <string>

#include "http/server.hpp"

namespace baton::daemon {

/// Everything is logged to standard error: as text, or as JSON, an object a line (`time`, `level`, `message`); `auto` is
/// text on a terminal. `level`: the least that is logged.
void start_log(const std::string& format, const std::string& level);

/// The service, with a line at level debug for each request: its id, method, path, status and time. What may be secret
/// is in bodies, headers and queries, and none of these is logged.
std::shared_ptr<http::Service> logging_requests(std::shared_ptr<http::Service> service);

}  // namespace baton::daemon
