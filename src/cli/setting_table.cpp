#include "cli/setting_table.hpp"

#include <algorithm>
#include <array>

namespace baton::cli {

namespace {

constexpr std::array all_settings{
    Setting{.name = "store",
            .flag = "--store",
            .value = "URL",
            .variable = "BATON_STORE",
            .standard = "sqlite:state.db",
            .what = "where the state lives: sqlite:PATH, postgres://…, redis://… or memory:",
            .is_url = true},
    Setting{.name = "ephemeral",
            .flag = "--ephemeral",
            .value = "URL",
            .variable = "BATON_EPHEMERAL",
            .standard = "",
            .what = "where results live, which may be lost: redis://… (default: in the same store)",
            .is_url = true},
    Setting{.name = "namespace",
            .flag = "--namespace",
            .value = "NAME",
            .variable = "BATON_NAMESPACE",
            .standard = "default",
            .what = "the fleet's world on a shared server"},
    Setting{.name = "listen",
            .flag = "--listen",
            .value = "HOST:PORT",
            .variable = "BATON_LISTEN",
            .standard = "127.0.0.1:7777",
            .what = "address to listen on; port 0 takes a free one"},
    Setting{.name = "token_file",
            .flag = "--token-file",
            .value = "PATH",
            .variable = "BATON_TOKEN_FILE",
            .standard = "",
            .what = "file with the access token, made if missing (default: baton.token beside the store)"},
    Setting{.name = "assign",
            .flag = "--assign",
            .value = "push|pull",
            .variable = "BATON_ASSIGN",
            .standard = "push",
            .what = "push: idle agents are given tasks, and may claim as well; pull: they only claim"},
    Setting{.name = "node",
            .flag = "--node",
            .value = "NAME",
            .variable = "BATON_NODE",
            .standard = "",
            .what =
                "this daemon's name among those of its store, the same at each start: what it was doing is found by "
                "it (default: the host's name and the port)"},
    Setting{.name = "tls_cert",
            .flag = "--tls-cert",
            .value = "PATH",
            .variable = "BATON_TLS_CERT",
            .standard = "",
            .what = "PEM file with the certificate and its chain; needed to listen off loopback; read again on SIGHUP"},
    Setting{.name = "tls_key",
            .flag = "--tls-key",
            .value = "PATH",
            .variable = "BATON_TLS_KEY",
            .standard = "",
            .what = "PEM file with the certificate's key"},
    Setting{
        .name = "public_host",
        .flag = "--public-host",
        .value = "NAME",
        .variable = "BATON_PUBLIC_HOST",
        .standard = "",
        .what = "a name that requests may call the daemon by, beside what it listens on; may be given several times",
        .is_list = true},
    Setting{.name = "webhook_targets",
            .flag = "--webhook-targets",
            .value = "any|public",
            .variable = "BATON_WEBHOOK_TARGETS",
            .standard = "any",
            .what = "where webhooks may go; public: to no address of this machine or of a private network"},
    Setting{.name = "port_file",
            .flag = "--port-file",
            .value = "PATH",
            .variable = "BATON_PORT_FILE",
            .standard = "",
            .what = "write the port that is listened on to this file"},
    Setting{.name = "log_format",
            .flag = "--log-format",
            .value = "auto|text|json",
            .variable = "BATON_LOG_FORMAT",
            .standard = "auto",
            .what = "how the log on standard error looks; auto: text on a terminal, else JSON lines"},
    Setting{.name = "log_level",
            .flag = "--log-level",
            .value = "debug|info|warn|error",
            .variable = "BATON_LOG_LEVEL",
            .standard = "info",
            .what = "the least that is logged; debug tells of every request"},
    Setting{.name = "",
            .flag = "--config",
            .value = "PATH",
            .variable = "BATON_CONFIG",
            .standard = "",
            .what = "configuration file (default: baton.toml, if there is one)"},
};

}  // namespace

std::span<const Setting> setting_table() { return all_settings; }

const Setting* find_setting(std::string_view name) {
  const auto* const found = std::ranges::find(all_settings, name, &Setting::name);
  return found == all_settings.end() || name.empty() ? nullptr : found;
}

}  // namespace baton::cli
