#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "client/link.hpp"

namespace bench {

/// What each name on the command line sets.
using Settings = std::map<std::string, std::function<void(const std::string&)>>;

/// The daemon that is measured.
struct Subject {
  int pid = 0;
  std::uint16_t port = 7777;
  std::string token_file = "baton.token";
};

/// Reads `--name value` pairs, also those that name the daemon. false: one is unknown or malformed, or there is no --pid.
bool read_arguments(int argc, char** argv, Subject& subject, Settings settings);

/// Says on standard error if the token cannot be read.
std::optional<Door> door_of(const Subject& subject);

}  // namespace bench
