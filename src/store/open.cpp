#include "baton/open.hpp"

#include <filesystem>
#include <string>
#include <utility>

#include "backend/memory/raw.hpp"
#include "backend/memory/store.hpp"
#include "backend/postgres/inspector.hpp"
#include "backend/postgres/raw.hpp"
#include "backend/postgres/store.hpp"
#include "backend/postgres/target.hpp"
#include "backend/redis/format.hpp"
#include "backend/redis/inspector.hpp"
#include "backend/redis/raw.hpp"
#include "backend/redis/store.hpp"
#include "backend/redis/target.hpp"
#include "backend/sqlite/backup.hpp"
#include "backend/sqlite/connection.hpp"
#include "backend/sqlite/file.hpp"
#include "backend/sqlite/inspector.hpp"
#include "backend/sqlite/raw.hpp"
#include "backend/sqlite/store.hpp"
#include "store/composed.hpp"
#include "store/dispensable.hpp"
#include "store/raw.hpp"
#include "store/tools.hpp"

namespace baton {
namespace {

constexpr std::string_view memory_url = "memory:";
constexpr std::string_view sqlite_scheme = "sqlite:";

std::unexpected<Error> bad_url(std::string why) {
  return fail(Errc::invalid, std::move(why) +
                                 "; valid: memory: or sqlite:PATH, for example sqlite:state.db, or "
                                 "postgres://[user:password@]host[:port]/database, or "
                                 "redis://[user:password@]host[:port][/database]");
}

// A URL may carry a password, so only its scheme is ever repeated.
std::string scheme_of(std::string_view url) {
  return std::string(url.substr(0, std::min(url.find(':'), std::size_t{24})));
}

bool is_postgres(std::string_view url) {
  const std::string scheme = scheme_of(url);
  return scheme == "postgres" || scheme == "postgresql";
}

bool is_redis(std::string_view url) {
  const std::string scheme = scheme_of(url);
  return scheme == "redis" || scheme == "rediss" || scheme == "redis+sentinel" || scheme == "rediss+sentinel";
}

/// A store that others may have open too, and that is there before we come.
bool is_server(std::string_view url) { return is_redis(url) || is_postgres(url); }

std::unexpected<Error> unknown_scheme(std::string_view url) {
  if (url.empty()) return bad_url("the store URL is empty");
  if (!url.contains(':')) return bad_url("the store URL has no scheme");
  const std::string scheme = scheme_of(url);
  return bad_url("unknown store scheme \"" + scheme + "\"");
}

Result<void> check_sqlite_path(std::string_view path) {
  if (path.empty()) return bad_url("the sqlite store has no path");
  if (path.starts_with("//"))
    return bad_url("a sqlite store is a local file and has no host; write the path after sqlite:");
  if (path.contains('\0')) return bad_url("the sqlite path contains a NUL character");
  if (path.starts_with(":memory:")) return bad_url("a sqlite store has to be a file; use memory: to keep nothing");
  return {};
}

std::unexpected<Error> more_than_memory() { return bad_url("memory: takes nothing behind the colon"); }

template <class T>
Result<void> without_value(const Result<T>& parsed) {
  if (!parsed) return std::unexpected(parsed.error());
  return {};
}

Result<void> check_target(const redis::Options& options) { return without_value(redis::parse_target(options.url)); }
Result<void> check_target(const postgres::Options& options) {
  return without_value(postgres::parse_target(options.url));
}

/// The path behind sqlite:, the last scheme that is looked for.
Result<std::string> sqlite_path(std::string_view url) {
  if (!url.starts_with(sqlite_scheme)) return unknown_scheme(url);
  url.remove_prefix(sqlite_scheme.size());
  if (auto fits = check_sqlite_path(url); !fits) return std::unexpected(std::move(fits.error()));
  return std::string(url);
}

Result<Store> open_sqlite(std::string_view url, StoreOptions options) {
  auto path = sqlite_path(url);
  if (!path) return std::unexpected(std::move(path.error()));
  auto port = sqlite::open({.path = *std::move(path), .clock = std::move(options.clock)});
  if (!port) return std::unexpected(std::move(port.error()));
  return Store(*std::move(port));
}

/// What a store on a server is opened with; `Options` is that of its backend.
template <class Options>
Result<Options> server_options(std::string_view url, StoreOptions options) {
  if (!is_identifier(options.name_space)) {
    return fail(Errc::invalid, std::string("not a valid namespace: ") + kind::Identifier::rule);
  }
  Options chosen;
  chosen.url = url;
  chosen.name_space = std::move(options.name_space);
  chosen.clock = std::move(options.clock);
  return chosen;
}

/// Calls `act` with the options of the backend that serves the URL, which is one on a server.
template <class Act>
auto on_server(std::string_view url, StoreOptions options, Act act) -> decltype(act(redis::Options{})) {
  if (is_redis(url)) {
    auto chosen = server_options<redis::Options>(url, std::move(options));
    if (!chosen) return std::unexpected(std::move(chosen.error()));
    return act(*std::move(chosen));
  }
  auto chosen = server_options<postgres::Options>(url, std::move(options));
  if (!chosen) return std::unexpected(std::move(chosen.error()));
  return act(*std::move(chosen));
}

/// The path of a store that is one file.
Result<std::string> path_to_back_up(std::string_view url) {
  if (url == memory_url) return fail(Errc::invalid, "memory: is gone with its process and cannot be kept");
  if (is_server(url)) {
    return fail(
        Errc::invalid,
        "a store on a server is backed up with the server's own tools (pg_dump; BGSAVE and a copy of Redis' files), or "
        "with `baton store copy` into a SQLite file");
  }
  return sqlite_path(url);
}

constexpr std::string_view hidden = "…";

/// What lives in this process or in a file has neither a user nor options.
bool holds_no_password(std::string_view url) {
  return !url.contains("://") && (url.starts_with(memory_url) || url.starts_with(sqlite_scheme));
}

/// `postgres://`, or what somebody wrote in its place.
std::string_view scheme_part(std::string_view url) {
  const std::size_t end = url.find(':') + 1;
  return url.substr(0, url.substr(end).starts_with("//") ? end + 2 : end);
}

/// What may be shown of a URL that cannot be read: a password that was not encoded may hold any character.
std::string guessed_part(std::string_view rest) {
  const std::string_view address = rest.substr(0, rest.find_first_of("?#"));
  if (rest.substr(address.size()).contains('@')) return std::string(hidden);
  if (const std::size_t at = address.rfind('@'); at != std::string_view::npos)
    return std::string(address.substr(at + 1));
  const std::size_t colon = address.find(':');
  return colon == std::string_view::npos ? std::string(address) : std::string(address.substr(0, colon + 1)) += hidden;
}

/// `rest` is what follows the scheme. Options may hold a password too.
std::string public_part(std::string_view rest, bool readable) {
  if (!readable) return guessed_part(rest);
  const std::string_view address = rest.substr(0, rest.find('?'));
  return std::string(address.substr(address.substr(0, address.find('/')).rfind('@') + 1));
}

using namespace std::chrono_literals;

/// Nobody should wait long for a store that can be done without.
void hurry(redis::Options& options) {
  options.client.patience = 1s;
  options.client.reply_timeout = 2s;
}
void hurry(postgres::Options& /*options*/) {}

Result<std::shared_ptr<Port>> open_dispensable(std::string_view url, StoreOptions options) {
  if (!is_server(url)) {
    auto store = open_store(url, std::move(options));
    if (!store) return std::unexpected(std::move(store.error()));
    return store->port();
  }
  return on_server(url, std::move(options), [](auto chosen) -> Result<std::shared_ptr<Port>> {
    hurry(chosen);
    return open(std::move(chosen));
  });
}

}  // namespace

Result<Store> open_store(std::string_view url, StoreOptions options) {
  if (url == memory_url) return Store(memory::open(std::move(options.clock)));
  if (url.starts_with(memory_url)) return more_than_memory();
  if (!is_server(url)) return open_sqlite(url, std::move(options));
  return on_server(url, std::move(options), [](const auto& chosen) -> Result<Store> {
    auto port = open(chosen);
    if (!port) return std::unexpected(std::move(port.error()));
    return Store(*std::move(port));
  });
}

Result<Store> open_composed(std::string_view durable, std::string_view ephemeral, const StoreOptions& options,
                            ComposedOptions composed) {
  auto first = open_store(durable, options);
  if (!first) return first;
  auto second =
      DispensablePort::open([url = std::string(ephemeral), options] { return open_dispensable(url, options); },
                            {.on_down = composed.on_down, .on_back = composed.on_back});
  if (!second) {
    first->port()->close();
    second.error().detail = "the ephemeral store: " + second.error().detail;
    return std::unexpected(std::move(second.error()));
  }
  return Store(std::make_shared<ComposedPort>(first->port(), *std::move(second), std::move(composed)));
}

std::string without_credentials(std::string_view url) {
  if (holds_no_password(url)) return std::string(url);
  const std::string_view scheme = scheme_part(url);
  return std::string(scheme) + public_part(url.substr(scheme.size()), check_url(url, {}).has_value());
}

Result<std::unique_ptr<RawEngine>> open_raw(std::string_view url, StoreOptions options) {
  if (url == memory_url) return memory::open_raw();
  if (is_server(url)) return on_server(url, std::move(options), [](const auto& chosen) { return open_raw(chosen); });
  auto path = sqlite_path(url);
  if (!path) return std::unexpected(std::move(path.error()));
  return sqlite::open_raw(*path);
}

Result<void> erase_namespace(std::string_view url, StoreOptions options) {
  if (!is_server(url)) return {};
  return on_server(url, std::move(options), [](const auto& chosen) { return erase(chosen); });
}

void own_process() { sqlite::count_no_memory(); }

Result<std::string> identity_of(std::string_view url, const StoreOptions& options) {
  if (url == memory_url) return std::string(url);
  if (is_server(url)) return without_credentials(url) + " " + options.name_space;
  auto path = sqlite_path(url);
  if (!path) return std::unexpected(std::move(path.error()));
  auto resolved = sqlite::resolve(*path);
  if (!resolved) return std::unexpected(std::move(resolved.error()));
  return std::string(sqlite_scheme) + *std::move(resolved);
}

Result<void> check_url(std::string_view url, const StoreOptions& options) {
  if (url == memory_url) return {};
  if (url.starts_with(memory_url)) return more_than_memory();
  if (is_server(url)) return on_server(url, options, [](const auto& chosen) { return check_target(chosen); });
  return without_value(sqlite_path(url));
}

Result<void> check_place(std::string_view url) {
  if (url == memory_url || is_server(url)) return {};
  const auto path = sqlite_path(url);
  return path ? sqlite::check_place(*path) : without_value(path);
}

Result<void> check_there(std::string_view url) {
  if (url == memory_url || is_server(url)) return {};
  const auto path = sqlite_path(url);
  if (!path) return std::unexpected(path.error());
  std::error_code error;
  const bool is_there = std::filesystem::is_regular_file(*path, error) && std::filesystem::file_size(*path, error) > 0;
  if (!is_there) return fail(Errc::not_found, "there is no store file " + *path + "; check the path");
  return {};
}

Result<std::unique_ptr<Inspector>> open_inspector(std::string_view url, StoreOptions options) {
  if (url == memory_url) return fail(Errc::invalid, "memory: is gone with its process; name a store that stays");
  if (is_server(url)) {
    return on_server(url, std::move(options), [](const auto& chosen) { return open_inspector(chosen); });
  }
  if (auto there = check_there(url); !there) return std::unexpected(std::move(there.error()));
  return sqlite::open_inspector(*sqlite_path(url));
}

Result<SchemaChange> migrate_store(std::string_view url, StoreOptions options, bool dry_run) {
  if (url == memory_url) return SchemaChange{};
  if (is_server(url)) {
    return on_server(url, std::move(options), [dry_run](const auto& chosen) -> Result<SchemaChange> {
      const auto schema = migrate(chosen, dry_run);
      if (!schema) return std::unexpected(schema.error());
      return SchemaChange{.from = schema->from, .to = schema->to};
    });
  }
  if (auto there = check_there(url); !there) return std::unexpected(std::move(there.error()));
  const auto schema = sqlite::migrate_file(*sqlite_path(url), dry_run);
  if (!schema) return std::unexpected(schema.error());
  return SchemaChange{.from = schema->from, .to = schema->to};
}

Result<Backup> back_up(std::string_view url, const std::string& file) {
  const auto path = path_to_back_up(url);
  if (!path) return std::unexpected(path.error());
  if (auto there = check_there(url); !there) return std::unexpected(std::move(there.error()));
  const auto backed_up = sqlite::back_up(*path, file);
  if (!backed_up) return std::unexpected(backed_up.error());
  return Backup{.bytes = backed_up->bytes, .schema = backed_up->schema};
}

Result<Restoration> restore(const std::string& file, std::string_view url) {
  const auto path = path_to_back_up(url);
  if (!path) return std::unexpected(path.error());
  if (auto there = check_there(std::string(sqlite_scheme) + file); !there) return std::unexpected(there.error());
  auto restored = sqlite::restore(file, *path);
  if (!restored) return std::unexpected(std::move(restored.error()));
  return Restoration{.aside = restored->aside.value_or(""), .schema = restored->schema};
}

}  // namespace baton
