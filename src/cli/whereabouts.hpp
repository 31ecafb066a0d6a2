#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "cli/call.hpp"
#include "cli/chosen.hpp"
#include "cli/client.hpp"
#include "cli/surroundings.hpp"

namespace baton::cli {

/// Where a daemon that listens there is reached. An address that stands for all of its machine's is nobody's name: then it is
/// the first of the names that it is known by, or loopback.
Whereabouts reachable(Whereabouts listening, const std::vector<std::string>& public_hosts);
/// The same of a daemon with these settings. invalid: they make it listen nowhere.
Result<Whereabouts> reachable(const Chosen& settings);

/// The daemon that a command is for, without its token. Its address from the first of --url, BATON_URL (unless --listen was
/// typed), where the settings make it reachable, http://127.0.0.1:7777.
Result<Whereabouts> locate_daemon(const Call& call, const Chosen& settings, const Environment& environment);

/// The same with its token, from the first of --token-file, BATON_TOKEN, BATON_TOKEN_FILE, `token_file` in the settings, the
/// note that a daemon of this user left about that address, baton.token. What was not named for that address is only ever
/// sent to this machine.
Result<Whereabouts> find_daemon(const Call& call, const Chosen& settings,
                                const Environment& environment = from_environment);
/// With the settings of the environment and the configuration file.
Result<Whereabouts> find_daemon(const Call& call, const Environment& environment = from_environment);

/// `http://HOST[:PORT]`, `https://…`. invalid: anything else.
Result<Whereabouts> parse_daemon_url(std::string_view url);

/// The text in a token file. unauthorized: it cannot be read, or is empty.
Result<std::string> token_in(const std::string& path);

}  // namespace baton::cli
