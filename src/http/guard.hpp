#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "http/message.hpp"
#include "http/problem.hpp"

namespace baton::http {

/// Keeps web pages of strangers out: a browser that was led here by a name of theirs (DNS rebinding) says so in Host,
/// a page of theirs in Origin.
class Guard {
 public:
  /// `listen_host`: the host the daemon was told to listen on, allowed beside the names and addresses of loopback.
  explicit Guard(std::string listen_host) : listen_host_(std::move(listen_host)) {}

  std::optional<Problem> refuse(const Arrival& arrival) const;

 private:
  bool allows(std::string_view host) const;

  std::string listen_host_;
};

/// The host of `host[:port]`, without the brackets of an IPv6 address.
std::string_view host_of(std::string_view authority);

/// `localhost`, 127.0.0.0/8 or ::1.
bool is_loopback(std::string_view host);

}  // namespace baton::http
