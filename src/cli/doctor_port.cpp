#include <dirent.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/doctor.hpp"
#include "cli/whereabouts.hpp"

// Who has the port.

namespace baton::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view listening = "0A";

/// The inode of the socket that listens on the port, from a table of /proc/net.
std::string inode_in(const char* table, std::uint16_t port) {
  std::ifstream file(table);
  std::string line;
  const std::string wanted = fmt::format(":{:04X}", port);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string slot, local, remote_end, state, queues, timer, retransmits, user, timeout, inode;
    fields >> slot >> local >> remote_end >> state >> queues >> timer >> retransmits >> user >> timeout >> inode;
    if (local.ends_with(wanted) && state == listening) return inode;
  }
  return "";
}

bool holds_socket(const fs::path& process, const std::string& link) {
  std::error_code error;
  for (fs::directory_iterator fd(process / "fd", error), end; !error && fd != end; fd.increment(error)) {
    std::error_code unreadable;
    if (fs::read_symlink(fd->path(), unreadable) == link && !unreadable) return true;
  }
  return false;
}

Question probe() { return {.target = "/livez", .patience = std::chrono::seconds{3}}; }

Listener who_answers(const Whereabouts& where) {
  std::uint16_t port = 0;
  std::from_chars(where.port.data(), where.port.data() + where.port.size(), port);
  const std::string who = who_listens(port);
  const auto answer = ask(where, probe());
  if (answer && answer->is_good() && answer->body.contains("alive")) {
    return {Listener::Who::baton, who.empty() ? "a baton" : who};
  }
  if (!answer && who.starts_with("baton ")) {
    // It takes connections, or nobody would be listening.
    const bool hung = answer.error().detail.contains(": no answer within ");
    return {hung ? Listener::Who::hung : Listener::Who::silent, who, answer.error()};
  }
  if (!who.empty() || answer) return {Listener::Who::stranger, who.empty() ? "another program" : who};
  return {};
}

}  // namespace

std::string who_listens(std::uint16_t port) {
  std::string inode = inode_in("/proc/net/tcp", port);
  if (inode.empty()) inode = inode_in("/proc/net/tcp6", port);
  if (inode.empty()) return "";
  const std::string link = "socket:[" + inode + "]";
  std::error_code error;
  for (fs::directory_iterator process("/proc", error), end; !error && process != end; process.increment(error)) {
    const std::string pid = process->path().filename();
    if (pid.find_first_not_of("0123456789") != std::string::npos || !holds_socket(process->path(), link)) continue;
    std::ifstream comm(process->path() / "comm");
    std::string name;
    std::getline(comm, name);
    return fmt::format("{} (pid {})", name, pid);
  }
  return "";
}

Listener look_at_port(const Call& call, const Chosen& settings) {
  const auto where = locate_daemon(call, settings, from_environment);
  if (!where) return {.who = Listener::Who::silent, .trouble = where.error()};
  Listener listener = who_answers(*where);
  listener.url = where->url();
  return listener;
}

namespace {

/// A baton has the port and says nothing: hung, or stopped.
Checkup check_hung(const Listener& listener) {
  const std::size_t number = listener.told.find("pid ") + 4;
  const std::string pid = listener.told.substr(number, listener.told.find(')') - number);
  return {
      "port", Diagnosis::wrong, fmt::format("{} is held by {}, which does not answer", listener.url, listener.told),
      fmt::format("if it was stopped, let it go on with `kill -CONT {0}`; if it hangs, end it with `kill -KILL {0}` "
                  "and start `baton serve` again",
                  pid)};
}

}  // namespace

Checkup check_port(const Listener& listener) {
  const std::string& url = listener.url;
  switch (listener.who) {
    case Listener::Who::nobody: return {"port", Diagnosis::ok, fmt::format("{} is free; no daemon runs there", url)};
    case Listener::Who::baton: return {"port", Diagnosis::ok, fmt::format("{} is served by {}", url, listener.told)};
    case Listener::Who::silent: return wrong("port", listener.trouble);
    case Listener::Who::hung: return check_hung(listener);
    case Listener::Who::stranger: break;
  }
  return {"port", Diagnosis::wrong, fmt::format("{} is taken by {}, which is no baton", url, listener.told),
          "end that program, or choose another port with --listen"};
}

}  // namespace baton::cli
