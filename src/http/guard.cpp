#include "http/guard.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>

#include "core/planted.hpp"

namespace baton::http {

namespace {

bool is_port(std::string_view text) {
  return text.empty() || (text.front() == ':' && text.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

}  // namespace

std::string_view host_of(std::string_view authority) {
  const bool bracketed = authority.starts_with('[');
  const auto end = authority.find(bracketed ? ']' : ':');
  if (bracketed && end == std::string_view::npos) return {};
  const auto host = bracketed ? authority.substr(1, end - 1) : authority.substr(0, end);
  const auto behind = authority.substr(host.size() + (bracketed ? 2 : 0));
  return is_port(behind) ? host : std::string_view{};
}

bool is_loopback(std::string_view host) {
  if (equal_ignoring_case(host, "localhost")) return true;
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(host, error);
  return !error && address.is_loopback();
}

bool Guard::allows(std::string_view host) const {
  return is_loopback(host) || (!host.empty() && std::ranges::any_of(hosts_, [host](const std::string& known) {
           return equal_ignoring_case(host, known);
         }));
}

// Without TLS of our own there may be a proxy in front that has it.
bool Guard::is_own(std::string_view origin, std::string_view host) const {
  return equal_ignoring_case(origin, "https://" + std::string(host)) ||
         (!secure_ && equal_ignoring_case(origin, "http://" + std::string(host)));
}

std::optional<Problem> Guard::refuse(const Arrival& arrival) const {
  const auto host = arrival.field("Host");
  if (!host || arrival.count("Host") != 1) {
    return bad_request("a request needs exactly one Host header", "send `Host: 127.0.0.1:PORT`");
  }
  if (!allows(host_of(*host)) && !planted::is("any_host")) return host_not_allowed(*host);
  const auto origin = arrival.field("Origin");
  if (!origin) return std::nullopt;
  if (is_own(*origin, *host) && arrival.count("Origin") == 1) return std::nullopt;
  return origin_not_allowed(*origin);
}

}  // namespace baton::http
