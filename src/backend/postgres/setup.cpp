#include "backend/postgres/setup.hpp"

#include <utility>

#include "backend/postgres/sql.hpp"
#include "backend/shared/look_up.hpp"
#include "core/number.hpp"

namespace baton::postgres {
namespace {

constexpr int oldest = 130000;
constexpr std::size_t facts_asked = 5;

Refusal refused(Errc code, std::string detail, Reaction reaction = Reaction::give_up) {
  return {.error = {.code = code, .detail = std::move(detail)}, .reaction = reaction};
}

std::string address_of(const Target& target) {
  std::string all;
  for (const Address& address : target.addresses) all += (all.empty() ? "" : ", ") + to_text(address);
  return all.empty() ? "its socket" : all;
}

/// The places where a target's server may be, as libpq takes them.
struct Places {
  std::string hosts{};
  std::string numbers{};  ///< so that libpq, which would wait for it, has nothing to look up
  std::string ports{};

  void add(const std::string& host, const std::string& number, std::uint16_t port) {
    const char* const between = ports.empty() ? "" : ",";
    hosts += between + host;
    numbers += between + number;
    ports += between + std::to_string(port);
  }
};

awaitable<Attempt<Places>> find(Target target, TimePoint until) {
  Places places;
  std::string why;
  for (std::size_t i = 0; i < target.addresses.size(); ++i) {
    const Address address = target.addresses[i];
    if (address.host.starts_with('/')) {
      places.add(address.host, "", address.port);
      continue;
    }
    const auto found = co_await shared::look_up(address, until);
    if (!found) {
      why = found.error();
      continue;
    }
    for (const auto& endpoint : *found) places.add(address.host, endpoint.address().to_string(), address.port);
  }
  if (places.ports.empty() && !why.empty()) co_return std::unexpected(understand_connect(why, address_of(target)));
  co_return places;
}

/// Half-open connections are noticed within seconds: an idle one by its keepalives, a busy one by the user timeout.
Settings settings_of(const Target& target, const Places& places) {
  Settings all{{"client_encoding", "UTF8"}, {"fallback_application_name", "baton"},
               {"gssencmode", "disable"},   {"keepalives", "1"},
               {"keepalives_idle", "5"},    {"keepalives_interval", "2"},
               {"keepalives_count", "3"},   {"tcp_user_timeout", "10000"}};
  const auto add = [&all](const char* name, const std::string& value) {
    if (!value.empty()) all.emplace_back(name, value);
  };
  add("host", places.hosts);
  add("hostaddr", places.numbers);
  add("port", places.ports);
  add("user", target.user);
  add("password", target.password);
  add("dbname", target.database);
  if (target.addresses.size() > 1) add("target_session_attrs", "primary");
  for (const auto& [name, value] : target.settings) add(name.c_str(), value);
  return all;
}

int number(const std::optional<std::string>& text) { return static_cast<int>(leading_number(text.value_or("0"))); }

Attempt<ServerFacts> judge(const Table& table, const Connection& connection) {
  if (table.size() != 1 || table.front().size() != facts_asked) {
    return std::unexpected(refused(Errc::unavailable, "the server at " + connection.address() + " is no PostgreSQL"));
  }
  const auto& row = table.front();
  ServerFacts facts{.version = row[0].value_or(""),
                    .version_number = number(row[1]),
                    .address = connection.address(),
                    .pooled = number(row[4]) != connection.process()};
  if (facts.version_number < oldest) {
    return std::unexpected(refused(Errc::invalid, "the PostgreSQL at " + facts.address + " has version " +
                                                      facts.version + "; use PostgreSQL 13 or later"));
  }
  if (row[2] != "UTF8") {
    return std::unexpected(
        refused(Errc::invalid, "the database at " + facts.address + " is encoded as " + row[2].value_or("?") +
                                   "; create one for baton with ENCODING 'UTF8' TEMPLATE template0"));
  }
  if (row[3] != "f") {
    return std::unexpected(
        refused(Errc::unavailable,
                "the PostgreSQL at " + facts.address + " is a read-only standby; name the primary in the URL",
                Reaction::find_primary));
  }
  return facts;
}

}  // namespace

awaitable<Attempt<Established>> dial(boost::asio::io_context& io, Target target, Limited limited) {
  static const Statement ask_facts{.text = std::string(sql::setup_facts)};
  static const Statement limit{.text = std::string(sql::setup_limit_session)};
  const TimePoint until = SteadyClock::now() + target.connect_timeout;
  const auto places = co_await find(target, until);
  if (!places) co_return std::unexpected(places.error());
  auto opened = co_await Connection::open(io, settings_of(target, *places), address_of(target), until);
  if (!opened) co_return std::unexpected(std::move(opened.error()));
  const auto connection = *std::move(opened);
  std::vector<Command> commands(1, Command{.statement = &ask_facts});
  auto told = co_await connection->ask(std::move(commands), until);
  if (!told) co_return std::unexpected(std::move(told.error()));
  auto facts = judge(told->front(), *connection);
  if (!facts) co_return std::unexpected(std::move(facts.error()));
  if (limited == Limited::yes && !facts->pooled) {
    Parameters values(1, std::to_string(target.statement_timeout.count()));
    commands.assign(1, Command{.statement = &limit, .values = std::move(values)});
    auto set = co_await connection->ask(std::move(commands), until);
    if (!set) co_return std::unexpected(std::move(set.error()));
  }
  co_return Established{.connection = connection, .facts = *std::move(facts)};
}

}  // namespace baton::postgres
