#pragma once

#include <string>
#include <vector>

#include "cli/call.hpp"
#include "cli/chosen.hpp"
#include "cli/screen.hpp"

namespace baton::cli {

enum class Diagnosis { ok, warning, wrong, skipped };

/// One thing that the doctor looked at.
struct Checkup {
  std::string name;
  Diagnosis diagnosis = Diagnosis::ok;
  std::string told;
  std::string fix{};  ///< what to do; only of what is not right
};

using Checkups = std::vector<Checkup>;

/// What went wrong and, behind the first semicolon of the detail, what to do.
Checkup wrong(std::string name, const Error& error);

/// Who listens on the address that the daemon would: nobody, a baton, a baton that does not answer us, one that answers nobody,
/// or somebody else.
struct Listener {
  enum class Who { nobody, baton, silent, hung, stranger } who = Who::nobody;
  std::string told{};
  Error trouble{};  ///< of the silent one, or why nobody could be asked
  std::string url{};
};

/// Where the daemon is that the settings are about, or would be.
Listener look_at_port(const Call& call, const Chosen& settings);
/// `redis-server (pid 4711)`, as far as this user may know; empty: not known.
std::string who_listens(std::uint16_t port);

Checkup check_port(const Listener& listener);
Checkup check_database_file(const Chosen& settings);
/// Store, durability, clock and versions: asked of the daemon if one runs there, else the store is opened.
Checkups check_store(const Listener& listener, const Call& call, const Chosen& settings);

std::string as_report(const Checkups& checkups, const Screen& screen);
std::string as_json(const Checkups& checkups);

}  // namespace baton::cli
