#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "baton/error.hpp"

namespace baton::http {

/// Where the daemon's certificate is: PEM files, the certificate with its chain.
struct CertificateFiles {
  std::string certificate;
  std::string key;

  bool operator==(const CertificateFiles&) const = default;
};

/// TLS 1.2 or later with that certificate. invalid: the files cannot be read, do not fit together, or everybody on the
/// machine may read the key.
Result<std::shared_ptr<boost::asio::ssl::context>> load_certificate(const CertificateFiles& files);

/// Whether clients will trust it now, by this machine's clock: what there is to say, empty or that it expires within two weeks.
/// invalid: it has expired, or is not valid yet.
Result<std::string> check_dates(const CertificateFiles& files, boost::asio::ssl::context& context);

}  // namespace baton::http
