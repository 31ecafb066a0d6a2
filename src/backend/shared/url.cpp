#include "backend/shared/url.hpp"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <limits>

namespace baton::shared {
namespace {

std::optional<int> hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return std::nullopt;
}

bool is_printable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c < 0 || (c > ' ' && c != 0x7F); });
}

bool is_host(std::string_view text) {
  return !text.empty() && is_printable(text) && text.find_first_of("@[]:%#\\") == std::string_view::npos;
}

}  // namespace

std::string to_text(const Address& address) {
  const bool is_v6 = address.host.contains(':');
  return (is_v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

bool is_local(const Address& address) {
  if (address.host == "localhost") return true;
  boost::system::error_code no_number;
  const auto number = boost::asio::ip::make_address(address.host, no_number);
  return !no_number && number.is_loopback();
}

UrlParts split_url(std::string_view behind_scheme) {
  UrlParts parts;
  parts.path = cut(behind_scheme, '?');
  parts.query = behind_scheme;
  parts.hosts = cut(parts.path, '/');
  if (const auto at = parts.hosts.rfind('@'); at != std::string_view::npos) {
    parts.credentials = parts.hosts.substr(0, at);
    parts.hosts.remove_prefix(at + 1);
  }
  return parts;
}

std::string_view cut(std::string_view& text, char mark) {
  const auto at = text.find(mark);
  const std::string_view head = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return head;
}

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const auto high = hex_digit(text[i + 1]);
    const auto low = hex_digit(text[i + 2]);
    if (!high || !low) return std::nullopt;
    plain.push_back(static_cast<char>(*high * 16 + *low));
    i += 2;
  }
  return plain;
}

Reading<Credentials> read_credentials(std::string_view text) {
  const std::string_view user = cut(text, ':');
  auto plain_user = percent_decoded(user);
  auto plain_password = percent_decoded(text);
  if (!plain_user || !plain_password) {
    return std::unexpected("has a broken % sequence in its user or password (write %25 for %)");
  }
  return Credentials{.user = *std::move(plain_user), .password = *std::move(plain_password)};
}

Reading<std::uint16_t> read_port(std::string_view text) {
  const auto port = number_in<std::uint16_t>(text, std::numeric_limits<std::uint16_t>::max());
  if (!port || *port == 0) return std::unexpected("has a port that is no number from 1 to 65535");
  return *port;
}

Reading<Address> read_host(std::string_view text, std::uint16_t default_port) {
  Address address{.host = {}, .port = default_port};
  std::string_view rest = text;
  if (text.starts_with('[')) {
    address.host = std::string(cut(rest, ']').substr(1));
    boost::system::error_code wrong;
    boost::asio::ip::make_address_v6(address.host, wrong);
    if (wrong || !is_printable(address.host) || !text.contains(']') || !(rest.empty() || rest.starts_with(':'))) {
      return std::unexpected("has no IPv6 address in its brackets");
    }
    if (rest.empty()) return address;
    rest.remove_prefix(1);
  } else {
    address.host = std::string(cut(rest, ':'));
    if (!is_host(address.host)) {
      return std::unexpected(
          "has no valid host (percent-encode special characters of the password; an IPv6 address stands in [])");
    }
    if (!text.contains(':')) return address;
  }
  const auto port = read_port(rest);
  if (!port) return std::unexpected(port.error());
  address.port = *port;
  return address;
}

}  // namespace baton::shared
