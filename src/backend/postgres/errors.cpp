#include "backend/postgres/errors.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace baton::postgres {
namespace {

/// A SQLSTATE, or how those of its kind begin, and what it means to us. Without a detail the server's words are given.
struct Meaning {
  std::string_view state;
  Errc code;
  std::string_view detail;
  Reaction reaction = Reaction::give_up;
};

constexpr std::string_view met_another =
    "PostgreSQL ended the transaction again and again because of others at the same time; repeat the call";
constexpr std::string_view ended = "PostgreSQL ended the connection; repeat the call";

/// The first that fits counts.
constexpr std::array meanings{
    Meaning{"08", Errc::unavailable, "", Reaction::reconnect},
    Meaning{"0A000", Errc::corrupt, "", Reaction::prepare},  // cached plan must not change result type
    Meaning{"22021", Errc::invalid, "the text holds a zero byte or is no UTF-8; PostgreSQL stores neither"},
    Meaning{"22P05", Errc::invalid, "the text holds \\u0000, which PostgreSQL does not store"},
    Meaning{"25006", Errc::unavailable, "this PostgreSQL is a read-only standby; name the primary in the URL",
            Reaction::find_primary},
    Meaning{"25P0", Errc::unavailable, ended, Reaction::reconnect},
    Meaning{"26000", Errc::unavailable, "PostgreSQL lost a prepared statement; repeat the call", Reaction::prepare},
    Meaning{
        "28", Errc::unauthorized,
        "PostgreSQL refuses the user or password, or this way to connect; correct them in the URL, or allow it in the "
        "server's pg_hba.conf"},
    Meaning{"3D000", Errc::invalid, "PostgreSQL has no database of that name; create it, or correct the URL"},
    Meaning{"40003", Errc::unavailable, "", Reaction::reconnect},
    Meaning{"40", Errc::unavailable, met_another, Reaction::again},
    Meaning{"42501", Errc::forbidden, ""},
    Meaning{"53100", Errc::unavailable, "PostgreSQL's disk is full; free some space there, then repeat the call"},
    Meaning{"53200", Errc::unavailable, "PostgreSQL has no memory left; free some there, then repeat the call"},
    Meaning{
        "53300", Errc::unavailable,
        "PostgreSQL has no connection left; raise its max_connections, close other programs or lower pool= in the URL",
        Reaction::reconnect},
    Meaning{"53", Errc::unavailable, ""},
    Meaning{"54", Errc::exhausted, ""},
    Meaning{"55P03", Errc::unavailable,
            "another program holds the lock of this namespace; end it, then repeat the call", Reaction::unstick},
    Meaning{"57014", Errc::unavailable,
            "the statement took longer than statement_timeout, or somebody ended it; repeat the call, or raise "
            "statement_timeout= in the URL"},
    Meaning{"57P04", Errc::unavailable, "PostgreSQL's database was dropped; create it, then repeat the call",
            Reaction::reconnect},
    Meaning{"57P", Errc::unavailable,
            "PostgreSQL is starting or shutting down, or ended the connection; repeat the call", Reaction::reconnect},
    Meaning{"58", Errc::unavailable, "", Reaction::give_up},
    Meaning{"XX001", Errc::corrupt, ""},
    Meaning{"XX002", Errc::corrupt, ""},
    Meaning{"XX000", Errc::unavailable, ""},
};

/// What libpq itself says, without a SQLSTATE.
struct Phrase {
  std::string_view part;
  Errc code;
  std::string_view detail;
};

constexpr std::string_view no_certificate =
    "no TLS with PostgreSQL: its certificate is not trusted; name the certificate's authority with sslrootcert=FILE in "
    "the "
    "URL";

constexpr std::array phrases{
    Phrase{"does not support SSL", Errc::invalid,
           "PostgreSQL offers no TLS, and without it the password and all data could be read on the way; switch TLS on "
           "there (ssl = on), or write sslmode=disable into the URL if the network is trusted"},
    Phrase{"certificate verify failed", Errc::unavailable, no_certificate},
    Phrase{"server certificate for", Errc::unavailable, no_certificate},
    Phrase{"root certificate file", Errc::invalid,
           "the file of trusted certificates cannot be read; correct sslrootcert= in the URL"},
    Phrase{"no password supplied", Errc::unauthorized,
           "PostgreSQL wants a password; write it into the URL: postgres://user:PASSWORD@host/database"},
    Phrase{"session is read-only", Errc::unavailable, "none of these PostgreSQL servers is the primary"},
    Phrase{"server is in hot standby mode", Errc::unavailable, "none of these PostgreSQL servers is the primary"},
};

bool is_state(std::string_view text) {
  return text.size() == 5 &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); });
}

/// The last `: 28P01: ` of what libpq says verbosely.
std::string_view state_in(std::string_view words) {
  for (auto at = words.rfind(": "); at != std::string_view::npos && at >= 5; at = words.rfind(": ", at - 1)) {
    const std::string_view state = words.substr(at - 5, 5);
    if (is_state(state) && at >= 6 && words[at - 6] == ' ') return state;
  }
  return {};
}

/// libpq may end its words with new lines and add where in its sources it noticed.
std::string_view first_line(std::string_view words) { return words.substr(0, words.find('\n')); }

}  // namespace

Refusal understand(std::string_view state, std::string_view words) {
  const auto* known =
      std::ranges::find_if(meanings, [state](const Meaning& meaning) { return state.starts_with(meaning.state); });
  if (known == meanings.end()) {
    return {.error = {.code = Errc::corrupt,
                      .detail = "PostgreSQL refuses a statement of baton (" + std::string(state) +
                                "): " + std::string(words)}};
  }
  std::string detail(known->detail);
  if (detail.empty()) detail = "PostgreSQL says (" + std::string(state) + "): " + std::string(words);
  return {.error = {.code = known->code, .detail = std::move(detail)}, .reaction = known->reaction};
}

Refusal understand_connect(std::string_view words, std::string_view address) {
  const std::string_view state = state_in(words);
  if (!state.empty()) {
    const std::string_view said = first_line(words.substr(words.rfind(state) + state.size() + 2));
    // A pooler has one SQLSTATE for all that it does not like.
    const bool of_pooler = state == "08P01" && (said.contains("user") || said.contains("auth"));
    Refusal refusal = of_pooler ? understand("28000", said) : understand(state, said);
    if (refusal.error.code == Errc::corrupt) refusal.error.code = Errc::unavailable;
    refusal.reaction = is_retryable(refusal.error) ? Reaction::reconnect : Reaction::give_up;
    return refusal;
  }
  const auto* known =
      std::ranges::find_if(phrases, [words](const Phrase& phrase) { return words.contains(phrase.part); });
  if (known != phrases.end()) {
    return {.error = {.code = known->code, .detail = std::string(known->detail)},
            .reaction = is_retryable(known->code) ? Reaction::reconnect : Reaction::give_up};
  }
  const auto at = words.rfind("failed: ");
  const std::string_view why = first_line(at == std::string_view::npos ? words : words.substr(at + 8));
  return {.error = {.code = Errc::unavailable,
                    .detail = "cannot reach PostgreSQL at " + std::string(address) + ": " + std::string(why) +
                              "; start it, or correct the address in the URL"},
          .reaction = Reaction::reconnect};
}

Error unknown_outcome(std::string_view why) {
  return {.code = Errc::unavailable,
          .detail = "the connection to PostgreSQL broke before the reply (" + std::string(why) +
                    "); whether the call took effect is not known: look before you repeat it"};
}

Refusal lost(std::string_view why) {
  return {.error = {.code = Errc::unavailable, .detail = std::string(why)}, .reaction = Reaction::reconnect};
}

Error closed() { return {.code = Errc::unavailable, .detail = "the store is closed; open it again"}; }

}  // namespace baton::postgres
