#include "support/history.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/codec.hpp"
#include "core/parse.hpp"
#include "core/scan.hpp"
#include "core/writer.hpp"

namespace baton::test {
namespace {

constexpr std::size_t longest_line = 64 * limits::json_bytes;

/// The members of an object in order, as `take(name, value)`; false: it is not an object.
template <class Take>
bool for_members(std::string_view object, Take take) {
  Scan scan(object);
  if (!scan.take('{')) return false;
  do {
    const auto name = scan.string();
    if (!name || !scan.take(':')) return false;
    const auto value = scan.value();
    if (!value) return false;
    take(*name, *value);
  } while (scan.take(','));
  return scan.take('}');
}

Result<Call> parse_call(std::string_view at, std::string_view call) {
  const auto now = parse_time(unescape(at));
  if (!now) return std::unexpected(now.error());
  auto verb = parse_verb(call);
  if (!verb) return std::unexpected(verb.error());
  return Call{.now = *now, .verb = *std::move(verb)};
}

bool is_before(const Observed& left, const Observed& right) {
  const auto rank = [](const Observed& call) { return std::pair(call.answer.stamp.step, is_read_only(call.verb)); };
  return rank(left) < rank(right);
}

std::string about(const Observed& call) {
  return std::string(name_of(call.verb)) + " with step " + std::to_string(call.answer.stamp.step);
}

std::optional<std::string> contradiction(const Observed& call, const Observed* last_mutation) {
  const bool read = is_read_only(call.verb);
  const std::uint64_t step = call.answer.stamp.step;
  if (step < call.acknowledged || (!read && step == call.acknowledged)) {
    return about(call) + " began after step " + std::to_string(call.acknowledged) + " was acknowledged";
  }
  if (read || last_mutation == nullptr) return std::nullopt;
  if (last_mutation->answer.stamp.step == step) return about(call) + " shares it with " + about(*last_mutation);
  if (call.answer.stamp.now < last_mutation->answer.stamp.now) return about(call) + " is earlier than the step before";
  return std::nullopt;
}

Call parse_step(const std::string& line) {
  const std::size_t space = line.find(' ');
  std::int64_t micros = 0;
  std::from_chars(line.data(), line.data() + line.size(), micros);
  auto verb = parse_verb(std::string_view(line).substr(space + 1));
  if (!verb) throw std::runtime_error("not a step of a trace: " + line);
  return {.now = Time(Duration(micros)), .verb = *std::move(verb)};
}

}  // namespace

Result<Verb> parse_verb(std::string_view described) {
  Result<Verb> verb = fail(Errc::invalid, "a call names a verb");
  for_members(described, [&verb](const std::string& name, std::string_view body) {
    verb = decode_verb(name, Json::trusted(std::string(body)));
  });
  return verb;
}

std::string to_line(const Act& act) {
  if (std::holds_alternative<Restart>(act)) return R"({"act":"restart"})";
  if (std::holds_alternative<Move>(act)) return R"({"act":"move"})";
  const Call& call = std::get<Call>(act);
  ObjectWriter line;
  line.text("at", baton::to_text(call.now)).json("call", Json::trusted(describe(call.verb)));
  return line.json().text();
}

Result<Act> parse_act(std::string_view line) {
  const auto json = parse_json(line, {.bytes = longest_line, .depth = 2 * limits::json_depth});
  if (!json) return std::unexpected(json.error());
  std::string_view at;
  std::string_view call;
  std::string_view act;
  for_members(json->text(), [&](const std::string& name, std::string_view value) {
    if (name == "at") at = value;
    if (name == "call") call = value;
    if (name == "act") act = value;
  });
  if (act == R"("restart")") return Restart{};
  if (act == R"("move")") return Move{};
  if (at.size() < 2 || call.empty()) return fail(Errc::invalid, "neither a call nor an act");
  auto parsed = parse_call(at.substr(1, at.size() - 2), call);
  if (!parsed) return std::unexpected(parsed.error());
  return *std::move(parsed);
}

std::vector<Call> parse_trace(const std::string& lines) {
  std::istringstream stream(lines);
  std::vector<Call> steps;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) steps.push_back(parse_step(line));
  }
  return steps;
}

std::string to_lines(const History& history) {
  std::string text;
  for (const Act& act : history) text += to_line(act) + "\n";
  return text;
}

History read_history(const std::filesystem::path& file) {
  std::ifstream in(file);
  History history;
  for (std::string line; std::getline(in, line);) {
    auto act = parse_act(line);
    if (!act) throw std::runtime_error(file.string() + ": " + act.error().detail + ": " + line);
    history.push_back(*std::move(act));
  }
  return history;
}

void write_history(const std::filesystem::path& file, const History& history) {
  std::ofstream(file) << to_lines(history);
}

std::optional<std::string> put_in_order(std::vector<Observed>& calls) {
  std::ranges::sort(calls, is_before);
  const Observed* last_mutation = nullptr;
  for (const Observed& call : calls) {
    if (auto found = contradiction(call, last_mutation)) return found;
    if (!is_read_only(call.verb)) last_mutation = &call;
  }
  return std::nullopt;
}

}  // namespace baton::test
