#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <expected>
#include <string>
#include <vector>

#include "backend/shared/timing.hpp"
#include "backend/shared/url.hpp"
#include "baton/port.hpp"

namespace baton::shared {

using Endpoints = std::vector<boost::asio::ip::tcp::endpoint>;

/// Where a host is that is named or given as a number. The error says why it was not found by `until`.
awaitable<std::expected<Endpoints, std::string>> look_up(Address address, TimePoint until);

}  // namespace baton::shared
