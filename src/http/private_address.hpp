#pragma once

#include <boost/asio/ip/address.hpp>

namespace baton::http {

/// Whether the address is of this machine or of a network that is not the Internet.
bool is_private(const boost::asio::ip::address& address);

}  // namespace baton::http
