#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/message.hpp"
#include "http/problem.hpp"

namespace baton::http {

/// Keeps web pages of strangers out: a browser that was led here by a name of theirs (DNS rebinding) says so in Host,
/// a page of theirs in Origin.
class Guard {
 public:
  /// `hosts`: what the daemon was told to listen on and to be known as, allowed beside the names and addresses of
  /// loopback. `secure`: it speaks TLS, so its own pages come from nowhere else.
  explicit Guard(std::vector<std::string> hosts, bool secure = false) : hosts_(std::move(hosts)), secure_(secure) {}

  std::optional<Problem> refuse(const Arrival& arrival) const;

 private:
  bool allows(std::string_view host) const;

  bool is_own(std::string_view origin, std::string_view host) const;

  std::vector<std::string> hosts_;
  bool secure_;
};

/// The host of `host[:port]`, without the brackets of an IPv6 address. Empty: it is not of that form.
std::string_view host_of(std::string_view authority);

/// `localhost`, 127.0.0.0/8 or ::1.
bool is_loopback(std::string_view host);

}  // namespace baton::http
