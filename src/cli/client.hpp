#pragma once

#include <chrono>
#include <string>

#include "baton/error.hpp"

namespace baton::cli {

/// Where a daemon is, and the key to it.
struct Whereabouts {
  bool tls = false;
  std::string host = "127.0.0.1";
  std::string port = "7777";
  std::string ca_file{};  ///< empty: the system's authorities
  std::string token{};
  std::string token_from{};  ///< where the token was found, for complaints

  std::string url() const;
};

struct Question {
  std::string method = "GET";
  std::string target{};
  std::string body{};
  bool json = true;                                               ///< what is asked for; else any text
  std::chrono::milliseconds patience = std::chrono::seconds{30};  ///< beside what it asks the daemon to `wait`
};

/// After which time nobody waits for the answer any more: the daemon is let hold the request as long as it was asked to.
std::chrono::milliseconds whole_patience(const Question& question);

struct Answer {
  unsigned status = 0;
  std::string body{};
  bool is_json = false;

  bool is_good() const { return status / 100 == 2; }
};

/// One request on a connection of its own. A certificate is verified, also its name.
/// unavailable: nobody answers there, or not in time, or it is no baton; the detail says what to do.
Result<Answer> ask(const Whereabouts& where, const Question& question);

/// unavailable: what sent this answer is another web server.
Error not_a_baton(const Answer& answer, const Whereabouts& where);

/// As the error that it is: its code from the status, its detail with what to do next. Only for answers that are not good.
/// unavailable also if it is none of a daemon.
Error error_of(const Answer& answer, const Whereabouts& where);

}  // namespace baton::cli
