#include "http/certificate.hpp"

#include <openssl/ssl.h>
#include <sys/stat.h>

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

}  // namespace baton::http
