#include "backend/redis/setup.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace baton::redis {
namespace {

using Version = std::array<int, 2>;
constexpr Version oldest{6, 2};

Refusal refused(Errc code, std::string detail, Reaction reaction = Reaction::give_up) {
  return {.error = {.code = code, .detail = std::move(detail)}, .reaction = reaction, .untouched = true};
}

std::string_view field(std::string_view info, std::string_view name) {
  while (!info.empty()) {
    const std::string_view line = info.substr(0, info.find("\r\n"));
    if (line.starts_with(name) && line.substr(name.size()).starts_with(':')) return line.substr(name.size() + 1);
    info.remove_prefix(std::min(line.size() + 2, info.size()));
  }
  return {};
}

Version version_in(std::string_view text) {
  Version version{};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (int& number : version) {
    at = std::from_chars(at, end, number).ptr;
    if (at != end) ++at;
  }
  return version;
}

Attempt<ServerFacts> read_info(const Value& info, ServerFacts facts) {
  facts.version = field(info.text, "redis_version");
  facts.run_id = field(info.text, "run_id");
  const std::string_view mode = field(info.text, "redis_mode");
  facts.clustered = mode == "cluster";
  if (facts.version.empty()) {
    return std::unexpected(refused(Errc::unavailable, "the server at " + facts.address + " is no Redis"));
  }
  if (mode == "sentinel") {
    return std::unexpected(refused(
        Errc::invalid, "the server at " + facts.address + " is a Sentinel; write redis+sentinel://host:port/name"));
  }
  if (version_in(facts.version) < oldest) {
    return std::unexpected(refused(
        Errc::invalid, "the Redis at " + facts.address + " has version " + facts.version + "; use Redis 6.2 or later"));
  }
  return facts;
}

/// `ROLE` of a replica: `slave`, the host and the port of its primary, …
Refusal no_primary(const Value& role, const ServerFacts& facts) {
  const bool named = role.items.size() >= 3 && role.items[0].text == "slave";
  Refusal refusal = refused(Errc::unavailable,
                            "the Redis at " + facts.address + " is a read-only replica; name the primary in the URL");
  if (facts.by_sentinel) refusal.reaction = Reaction::find_primary;
  if (facts.clustered && named) {
    refusal.reaction = Reaction::follow;
    refusal.elsewhere = {.host = role.items[1].text, .port = static_cast<std::uint16_t>(role.items[2].integer)};
  }
  return refusal;
}

bool is_primary(const Value& role) { return !role.items.empty() && role.items.front().text == "master"; }

Refusal understand_setup(const Value& error) {
  Refusal refusal = understand(error.text);
  if (refusal.error.code == Errc::forbidden) refusal.error.detail += "; baton needs INFO and ROLE at every start";
  return refusal;
}

/// Says everything that needs no answer before the next.
std::vector<Command> opening(const Introduction& introduction) {
  std::vector<Command> commands = login(introduction.user, introduction.password);
  if (introduction.database > 0) commands.push_back({"SELECT", std::to_string(introduction.database)});
  commands.push_back({"INFO", "server"});
  commands.push_back({"ROLE"});
  return commands;
}

Refusal broken(const ServerFacts& facts, const Error& why) {
  return refused(Errc::unavailable, "no conversation with Redis at " + facts.address + ": " + why.detail +
                                        "; check that a Redis listens there and whether it wants TLS (rediss://)");
}

Attempt<ServerFacts> judge(const std::vector<Value>& replies, const Introduction& introduction, ServerFacts facts) {
  const bool logged_in = !introduction.user.empty() || !introduction.password.empty();
  for (std::size_t i = 0; i < replies.size(); ++i) {
    if (replies[i].kind != Value::Kind::error) continue;
    const bool was_login = i == 0 && logged_in;
    return std::unexpected(was_login ? understand_login(replies[i].text) : understand_setup(replies[i]));
  }
  const Value& role = replies.back();
  auto read = read_info(replies[replies.size() - 2], std::move(facts));
  if (!read) return read;
  if (introduction.needs_primary && !is_primary(role)) return std::unexpected(no_primary(role, *read));
  return read;
}

}  // namespace

std::vector<Command> login(const std::string& user, const std::string& password) {
  if (user.empty() && password.empty()) return {};
  if (user.empty()) return {{"AUTH", password}};
  return {{"AUTH", user, password}};
}

Refusal understand_login(std::string_view text) {
  Refusal refusal = understand(text);
  if (refusal.error.code != Errc::corrupt) return refusal;
  return refused(Errc::unauthorized, "Redis refuses the user or password; correct them in the URL");
}

awaitable<Attempt<ServerFacts>> introduce(std::shared_ptr<Link> link, Introduction introduction, ServerFacts facts,
                                          TimePoint until) {
  const auto replies = co_await link->ask(opening(introduction), until);
  if (!replies) co_return std::unexpected(broken(facts, replies.error()));
  auto known = judge(*replies, introduction, facts);
  if (!known || !introduction.greeting) co_return known;
  Command greeting = introduction.greeting(*known);
  if (greeting.empty()) co_return known;
  const auto answer = co_await link->ask({std::move(greeting)}, until);
  if (!answer) co_return std::unexpected(broken(facts, answer.error()));
  if (answer->front().kind == Value::Kind::error) co_return std::unexpected(understand(answer->front().text));
  co_return known;
}

}  // namespace baton::redis
