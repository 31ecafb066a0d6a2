#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "backend/redis/client.hpp"
#include "backend/redis/errors.hpp"
#include "backend/redis/link.hpp"

namespace baton::redis {

/// What has to be said on every new connection before anything else.
struct Introduction {
  std::string user{};
  std::string password{};
  std::uint32_t database = 0;
  bool needs_primary = true;
  std::function<Command(const ServerFacts&)> greeting{};
};

/// Logs in, chooses the database, learns what the server is and greets it. The address and by_sentinel of the facts are
/// the caller's to set: `facts` goes in with them and comes back whole.
/// unavailable: a replica, or no Redis. unauthorized, forbidden, invalid: as the detail says.
awaitable<Attempt<ServerFacts>> introduce(std::shared_ptr<Link> link, Introduction introduction, ServerFacts facts,
                                          TimePoint until);

/// The login alone, as a Sentinel wants it; nothing if there is neither user nor password.
std::vector<Command> login(const std::string& user, const std::string& password);

/// What a refused login means; the server's own words are left out, they may name the user.
Refusal understand_login(std::string_view text);

}  // namespace baton::redis
