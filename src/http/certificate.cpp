#include "http/certificate.hpp"

#include <openssl/ssl.h>
#include <sys/stat.h>

#include <algorithm>

namespace baton::http {

namespace {

namespace ssl = boost::asio::ssl;

std::unexpected<Error> bad_file(const std::string& what, const std::string& path, const std::string& why) {
  return fail(Errc::invalid, "cannot use the " + what + " " + path + ": " + why +
                                 "; --tls-cert and --tls-key take PEM files that belong together");
}

bool is_folder(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

Result<void> check_files(const CertificateFiles& files) {
  if (is_folder(files.certificate)) return bad_file("TLS certificate", files.certificate, "it is a folder");
  if (is_folder(files.key)) return bad_file("TLS key", files.key, "it is a folder");
  return {};
}

Result<void> check_privacy(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0 && (status.st_mode & S_IROTH) != 0) {
    return fail(Errc::invalid, "every user of this machine may read the TLS key " + path + "; run: chmod o= " + path);
  }
  return {};
}

/// How many days are left until then, the last one begun; 0: it has come, or is no time.
int days_until(const ASN1_TIME* moment) {
  int days = 0;
  int seconds = 0;
  if (ASN1_TIME_diff(&days, &seconds, nullptr, moment) != 1) return 0;
  return std::max(0, days + (seconds > 0 ? 1 : 0));
}

}  // namespace

Result<std::shared_ptr<ssl::context>> load_certificate(const CertificateFiles& files) {
  if (auto fit = check_files(files); !fit) return std::unexpected(fit.error());
  if (auto kept = check_privacy(files.key); !kept) return std::unexpected(kept.error());
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  SSL_CTX_set_options(context->native_handle(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  boost::system::error_code error;
  context->use_certificate_chain_file(files.certificate, error);
  if (error) return bad_file("TLS certificate", files.certificate, error.message());
  context->use_private_key_file(files.key, ssl::context::pem, error);
  if (error) return bad_file("TLS key", files.key, error.message());
  if (SSL_CTX_check_private_key(context->native_handle()) != 1) {
    return bad_file("TLS key", files.key, "it is not the key of the certificate");
  }
  return context;
}

Result<std::string> check_dates(const CertificateFiles& files, ssl::context& context) {
  static constexpr int soon = 14;
  static const std::string renew = "; renew it, then let the daemon read it with SIGHUP";
  const X509* certificate = SSL_CTX_get0_certificate(context.native_handle());
  const int left = days_until(X509_get0_notAfter(certificate));
  const std::string name = "the TLS certificate " + files.certificate;
  if (left == 0) return fail(Errc::invalid, name + " has expired" + renew);
  if (days_until(X509_get0_notBefore(certificate)) > 0) {
    return fail(Errc::invalid, name + " is not valid yet; set this machine's clock, or wait");
  }
  if (left > soon) return "";
  return name + " expires within " + (left == 1 ? "a day" : std::to_string(left) + " days") + renew;
}

}  // namespace baton::http
