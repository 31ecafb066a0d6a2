#pragma once

#include <string_view>

#include "baton/error.hpp"
#include "cli/call.hpp"
#include "cli/client.hpp"
#include "cli/surroundings.hpp"

namespace baton::cli {

/// The daemon that a command is for. Its address from the first of --url, BATON_URL, `listen` in the configuration file,
/// http://127.0.0.1:7777; its token from the first of --token-file, BATON_TOKEN, BATON_TOKEN_FILE, `token_file` in the
/// configuration file, the note that a daemon of this user left about that address, baton.token. What was not named for
/// that address is only ever sent to this machine.
Result<Whereabouts> find_daemon(const Call& call, const Environment& environment = from_environment);

/// `http://HOST[:PORT]`, `https://…`. invalid: anything else.
Result<Whereabouts> parse_daemon_url(std::string_view url);

/// The text in a token file. unauthorized: it cannot be read, or is empty.
Result<std::string> token_in(const std::string& path);

}  // namespace baton::cli
