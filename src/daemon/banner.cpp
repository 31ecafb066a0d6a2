#include "daemon/banner.hpp"

#include <fmt/core.h>

#include "baton/open.hpp"
#include "cli/whereabouts.hpp"

namespace baton::daemon {

cli::Whereabouts reached_at(const Settings& settings, std::uint16_t port) {
  return cli::reachable({.tls = settings.tls.has_value(), .host = settings.listen.host, .port = std::to_string(port)},
                        settings.public_hosts);
}

std::string banner(const Settings& settings, std::uint16_t port) {
  const cli::Whereabouts where = reached_at(settings, port);
  const std::string url = where.url();
  const std::string auth = fmt::format("-H \"Authorization: Bearer $(cat {})\"", settings.token_file);
  const std::string& host = settings.listen.host;
  const std::string also = host == where.host ? "" : fmt::format(" ({})", host);
  std::string text =
      fmt::format("baton listens on {}{}\n  store  {}\n", url, also, without_credentials(settings.store));
  if (settings.ephemeral) text += fmt::format("         {} for results\n", without_credentials(*settings.ephemeral));
  text += fmt::format("  token  {}\n", settings.token_file);
  if (!settings.demo) return text;
  text += fmt::format("\nOpen {}/ in a browser and sign in with that token. Or try, in another terminal:\n", url);
  const std::string program = port == 7777 ? "baton" : fmt::format("BATON_URL={} baton", url);
  text += fmt::format("  {} top\n  {} event tail -f\n", program, program);
  text += fmt::format("  curl -s {} {}/v1/agents\n", auth, url);
  text += fmt::format("  curl -s {} '{}/v1/tasks?newest_first=true&limit=5'\n", auth, url);
  text += fmt::format(
      "  curl -s {} {}/v1/tasks -d '{{\"kind\":\"research\",\"priority\":1,\"payload\":{{\"topic\":\"yours\"}}}}'\n",
      auth, url);
  text += "\nCtrl-C stops it. What the fleet does:\n\n";
  return text;
}

}  // namespace baton::daemon
