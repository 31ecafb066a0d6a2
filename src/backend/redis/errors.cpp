#include "backend/redis/errors.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace baton::redis {
namespace {

/// A word that begins an error reply, and what it means to us.
struct Meaning {
  std::string_view word;
  Errc code;
  std::string_view detail;
  Reaction reaction = Reaction::give_up;
  bool untouched = false;
};

constexpr std::string_view slot_moves =
    "the cluster is moving the slot of this namespace to another node; repeat the call when that is done";

constexpr std::array meanings{
    Meaning{"NOAUTH", Errc::unauthorized, "Redis wants a password; write it into the URL: redis://:PASSWORD@host"},
    Meaning{"WRONGPASS", Errc::unauthorized, "Redis refuses the user or password; correct them in the URL"},
    Meaning{
        "DENIED", Errc::unauthorized,
        "Redis runs in protected mode and serves its own machine only; set a password there (requirepass) and write "
        "it into the URL"},
    Meaning{"NOPERM", Errc::forbidden, ""},
    Meaning{"NOSCRIPT", Errc::unavailable, "Redis forgot a script; repeat the call", Reaction::send_text, true},
    Meaning{"LOADING", Errc::unavailable, "Redis is still loading its data; repeat the call", Reaction::wait, true},
    Meaning{"READONLY", Errc::unavailable, "this Redis is a read-only replica; name the primary in the URL",
            Reaction::find_primary, true},
    Meaning{"MASTERDOWN", Errc::unavailable,
            "this Redis is a replica that lost its primary; name the primary in the URL", Reaction::wait, true},
    Meaning{"CLUSTERDOWN", Errc::unavailable,
            "the Redis cluster is down; check its nodes (CLUSTER INFO), then repeat the call", Reaction::wait, true},
    Meaning{"TRYAGAIN", Errc::unavailable, slot_moves, Reaction::wait, true},
    Meaning{"MOVED", Errc::unavailable, "the cluster moved this namespace to another node; repeat the call",
            Reaction::follow, true},
    Meaning{"ASK", Errc::unavailable, slot_moves, Reaction::ask_once, true},
    Meaning{"BUSY", Errc::unavailable,
            "Redis is busy with somebody's long script; wait, or end it there with SCRIPT KILL, then repeat the call",
            Reaction::give_up, true},
    Meaning{"OOM", Errc::unavailable,
            "Redis has no memory left; raise its maxmemory or free memory, then repeat the call", Reaction::give_up,
            true},
    Meaning{
        "MISCONF", Errc::unavailable,
        "Redis cannot save to its disk and therefore refuses writes; free or repair that disk, then repeat the call"},
    Meaning{"NOREPLICAS", Errc::unavailable,
            "Redis has fewer replicas than min-replicas-to-write asks for; start them, then repeat the call"},
    Meaning{"UNBLOCKED", Errc::unavailable, "Redis changed its role and ended a wait; repeat the call"},
    Meaning{"BATON", Errc::invalid,
            "this namespace was written by a newer baton; use that version, or another namespace"},
    Meaning{"WRONGTYPE", Errc::corrupt,
            "a key of this namespace holds another type than baton stores there; another program wrote it: remove that "
            "key, or use another namespace or database"},
};

/// Texts without a word of their own, all after ERR. Lower case.
struct Phrase {
  std::string_view part;
  Errc code;
  std::string_view detail;
};

constexpr std::string_view too_old = "Redis does not know a command that baton needs; use Redis 6.2 or later";
constexpr std::string_view few_rights =
    "the user may not run a command that baton's scripts need; give it the rights that docs/redis.md lists";

constexpr std::array phrases{
    Phrase{"unknown command", Errc::invalid, too_old},
    Phrase{"unknown redis command", Errc::invalid, too_old},
    Phrase{"unknown subcommand", Errc::invalid, too_old},
    Phrase{"can't run this command", Errc::forbidden, few_rights},
    Phrase{"acl failure in script", Errc::forbidden, few_rights},
    Phrase{"db index is out of range", Errc::invalid,
           "Redis has no database of that number; choose a lower one in the URL or raise `databases` there"},
    Phrase{"is not allowed in cluster mode", Errc::invalid,
           "a Redis cluster has database 0 only; leave the number out of the URL"},
    Phrase{"max number of clients reached", Errc::unavailable,
           "Redis has no connection left; raise its maxclients or close other programs, then repeat the call"},
    Phrase{"without any password configured", Errc::unauthorized,
           "Redis has no password for this user; leave it out of the URL or set it there (requirepass)"},
    Phrase{"non local key in a cluster node", Errc::unavailable, slot_moves},
};

std::string_view first_word(std::string_view text) { return text.substr(0, text.find_first_of(" \r\n")); }

const Meaning* meaning_of(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  const auto* found = std::ranges::find(meanings, word, &Meaning::word);
  return found == meanings.end() ? nullptr : found;
}

/// Redis 6.2 reports what a script met as `ERR Error running script (call to f_…): @user_script:1: WRONGTYPE …`.
const Meaning* meaning_inside(std::string_view text) {
  if (!text.contains("script")) return nullptr;
  while (!text.empty()) {
    const std::string_view word = first_word(text);
    if (const Meaning* meaning = meaning_of(word)) return meaning;
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return nullptr;
}

std::string lower(std::string_view text) {
  std::string all(text);
  std::ranges::transform(all, all.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return all;
}

/// The text names the user, which is nobody's business: of it only the command is repeated.
std::string missing_permission(std::string_view text) {
  std::string what = "its keys";
  if (const auto from = text.find('\''); from != std::string_view::npos) {
    what = "the command " + std::string(text.substr(from, text.find('\'', from + 1) + 1 - from));
  } else if (text.contains("channel")) {
    what = "its channels";
  }
  return "the Redis user of the URL has no permission for " + what +
         "; grant it there (ACL SETUSER), or use another user";
}

Refusal other(std::string_view text) {
  const std::string plain = lower(text);
  const auto* known =
      std::ranges::find_if(phrases, [&plain](const Phrase& phrase) { return plain.contains(phrase.part); });
  if (known != phrases.end()) return {.error = {.code = known->code, .detail = std::string(known->detail)}};
  return {.error = {.code = Errc::corrupt, .detail = "Redis refuses a command of baton: " + std::string(text)}};
}

}  // namespace

Refusal understand(std::string_view text) {
  const Meaning* meaning = meaning_of(first_word(text));
  if (meaning == nullptr) meaning = meaning_inside(text);
  if (meaning == nullptr) return other(text);
  Refusal refusal{.error = {.code = meaning->code, .detail = std::string(meaning->detail)},
                  .reaction = meaning->reaction,
                  .untouched = meaning->untouched};
  if (meaning->code == Errc::forbidden) refusal.error.detail = missing_permission(text);
  if (meaning->reaction == Reaction::follow || meaning->reaction == Reaction::ask_once) {
    const auto address = read_address(text.substr(text.rfind(' ') + 1));  // MOVED 3999 host:port
    if (!address) return other(text);
    refusal.elsewhere = *address;
  }
  return refusal;
}

Error unknown_outcome(std::string_view why) {
  return {.code = Errc::unavailable,
          .detail = "the connection to Redis broke before the reply (" + std::string(why) +
                    "); whether the call took effect is not known: look before you repeat it"};
}

Error closed() { return {.code = Errc::unavailable, .detail = "the store is closed; open it again"}; }

}  // namespace baton::redis
