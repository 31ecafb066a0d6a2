#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "baton/port.hpp"

namespace baton::test {

/// A verb at a time of the store's clock.
struct Call {
  Time now;
  Verb verb;
};

/// The store is closed and opened again.
struct Restart {};

/// Everything is exported, imported into an empty store of the same backend, and goes on there.
struct Move {};

using Act = std::variant<Call, Restart, Move>;

/// What happened to a store, one thing after the other: enough to do it again.
using History = std::vector<Act>;

/// One line: `{"at":"2024-…","call":{"claim":{…}}}`, `{"act":"restart"}`.
std::string to_line(const Act& act);
Result<Act> parse_act(std::string_view line);

/// The reverse of describe().
Result<Verb> parse_verb(std::string_view described);

/// What a store under an injected clock wrote of its mutations, one a line: microseconds, a space, the verb as describe()
/// writes it. Throws on anything else.
std::vector<Call> parse_trace(const std::string& lines);

std::string to_lines(const History& history);
/// Throws on a file that is not a history.
History read_history(const std::filesystem::path& file);
void write_history(const std::filesystem::path& file, const History& history);

/// A call as a client saw it.
struct Observed {
  Verb verb;
  Answer answer;
  std::uint64_t acknowledged = 0;  ///< the largest step that anybody had been told of when the call began
  bool unheard = false;            ///< it was carried out, and nobody knows what it was answered
};

/// Brings concurrent calls into the store's own order: mutations by step, a read behind the last step it saw.
/// Says what contradicts such an order: two mutations with one step, a step or a read that lies before what had been
/// acknowledged when its call began, a clock that ran backwards between mutations.
std::optional<std::string> put_in_order(std::vector<Observed>& calls);

}  // namespace baton::test
