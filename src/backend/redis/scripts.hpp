#pragma once

#include "backend/redis/client.hpp"
#include "baton/verb.hpp"

namespace baton::redis {

/// The script of a verb.
const Script& script_of(const Verb& verb);
/// The scripts of all verbs.
const std::vector<Script>& all_scripts();

/// The layout of keys that this program writes.
int newest_format();

/// What the end of a server's process may take along.
enum class Loss : std::uint8_t { nothing, the_last_writes, everything };

/// What a new connection sends first: see arrive.lua. Where a replica may take over, anything may be lost.
Command arrival(const std::string& prefix, const ServerFacts& facts, Loss loss);

}  // namespace baton::redis
