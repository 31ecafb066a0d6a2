#pragma once

#include "backend/redis/client.hpp"
#include "baton/verb.hpp"

namespace baton::redis {

/// The script of a verb.
const Script& script_of(const Verb& verb);
/// The scripts of all verbs.
const std::vector<Script>& all_scripts();

/// What a new connection sends first: see arrive.lua.
Command arrival(const std::string& prefix, const ServerFacts& facts);

}  // namespace baton::redis
