#pragma once

#include <optional>
#include <string>
#include <vector>

#include "baton/error.hpp"
#include "cli/command_line.hpp"
#include "engine/job_settings.hpp"
#include "engine/subscription.hpp"
#include "http/certificate.hpp"
#include "http/http_sender.hpp"
#include "http/server.hpp"

namespace baton::daemon {

/// How the daemon is to run, everything decided.
struct Settings {
  std::string store;
  std::optional<std::string> ephemeral{};  ///< unset: results live in the same store
  std::string name_space = "default";
  http::Address listen;
  std::string token_file;
  std::optional<std::string> port_file{};
  std::optional<http::CertificateFiles> tls{};  ///< unset: plain HTTP, on loopback only
  std::vector<std::string> public_hosts{};      ///< names that requests may call the daemon by
  bool demo = false;
  http::Targets webhook_targets = http::Targets::any;
  std::vector<Subscription> subscriptions{};
  JobSettings jobs{};
  std::optional<Duration> thread_ttl{};  ///< unset: conversations are kept
  std::string node{};                    ///< empty: the host's name and the port
  bool assign = true;                    ///< push tasks to idle agents; false: agents only pull
  std::string ttl{};                     ///< policies, as TtlPolicies::configure takes them
  std::string schemas{};                 ///< a folder; empty: none
  std::string patterns{};                ///< `name=program argument; …`
  std::string log_format = "auto";
  std::string log_level = "info";
  /// The variables into which URLs belong that show a password in the arguments, which every user of the machine can read.
  std::vector<std::string> shown_passwords{};
};

/// invalid: a malformed address or URL, half a certificate, an address off loopback without TLS, a span or name that is none.
/// unavailable: a port file that cannot be written.
Result<Settings> settle_settings(const cli::Chosen& chosen, bool demo);

/// Each setting of cli::setting_table() from the first of: the command line, the environment, the configuration file, the
/// default. Errors as choose_settings and the above.
Result<Settings> settle_settings(const cli::Serve& typed, const cli::Environment& environment);

/// `HOST:PORT` or `[HOST]:PORT`. invalid: neither.
Result<http::Address> parse_address(const std::string& text);

}  // namespace baton::daemon
