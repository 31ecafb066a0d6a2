#pragma once

#include <boost/asio/awaitable.hpp>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baton/store.hpp"

namespace baton {

/// One message to a receiver of webhooks.
struct Parcel {
  std::string url;
  std::vector<std::pair<std::string_view, std::string>> headers;
  std::string body;
  Duration timeout;
  std::stop_token stop;
};

/// Who carries messages out of the house.
class Sender {
 public:
  virtual ~Sender() = default;
  /// The status that the receiver answered with. unavailable: it did not, in that time.
  virtual awaitable<Result<unsigned>> post(Parcel parcel) = 0;
};

}  // namespace baton
