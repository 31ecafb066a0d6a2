#include "daemon/judge.hpp"

#include <fmt/format.h>

#include "cli/file_text.hpp"
#include "daemon/memory_settings.hpp"
#include "daemon/settings.hpp"
#include "http/certificate.hpp"
#include "http/server.hpp"
#include "http/token_file.hpp"

namespace baton::daemon {

namespace {

/// As a verdict: `well`, or the error of what was tried.
template <class T>
Result<std::string> unless_wrong(const Result<T>& tried, std::string well) {
  if (!tried) return std::unexpected(tried.error());
  return well;
}

Result<std::string> judge_token(const std::string& path) {
  const auto token = http::load_token(path);
  if (!token || *token) return unless_wrong(token, fmt::format("{} is for its owner alone", path));
  const auto place = cli::check_writable(path);
  if (place) return fmt::format("{} is not there yet; the first start makes it", path);
  return fail(Errc::unavailable, fmt::format("cannot make the token file {}: {}; name another with --token-file", path,
                                             place.error().detail));
}

void judge_tls(const http::CertificateFiles& files, cli::Judgements& all) {
  const auto context = http::load_certificate(files);
  all.push_back({"tls", unless_wrong(context, "certificate and key fit together")});
  if (!context) return;
  const auto dates = http::check_dates(files, **context);
  all.push_back({"certificate", unless_wrong(dates, dates && !dates->empty() ? *dates : "it is valid for weeks")});
}

}  // namespace

cli::Judgements judge(const cli::Chosen& chosen) {
  static constexpr const char* configuration = "configuration";
  const auto settings = settle_settings(chosen, false);
  if (!settings) return {{configuration, std::unexpected(settings.error())}};
  cli::Judgements all{
      {configuration, unless_wrong(memory_options(*settings), "is right; `baton config show` names each value")}};
  all.push_back({"address", unless_wrong(http::try_address(settings->listen),
                                         fmt::format("{} is of this machine", settings->listen.host))});
  if (settings->tls) judge_tls(*settings->tls, all);
  all.push_back({"token", judge_token(settings->token_file)});
  return all;
}

}  // namespace baton::daemon
