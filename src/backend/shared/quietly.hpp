#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace baton::shared {

/// How to wait for what may go wrong: the error comes with the outcome, and nothing is thrown.
inline constexpr auto quietly = boost::asio::as_tuple(boost::asio::use_awaitable);

}  // namespace baton::shared
