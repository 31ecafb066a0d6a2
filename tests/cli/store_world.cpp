#include "cli/store_world.hpp"

#include "baton/open.hpp"
#include "support/generator.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {

void with_store(const Place& place, const std::function<void(BlockingStore&)>& work,
                std::shared_ptr<const Clock> clock) {
  auto store = open_store(place.url, {.clock = std::move(clock), .name_space = place.name_space});
  if (!store) throw std::runtime_error(store.error().detail);
  const auto port = store->port();
  {
    BlockingStore open(*std::move(store));
    work(open);
  }
  port->close();
}

std::string text_of(const Place& place) {
  std::string text;
  with_store(place, [&text](BlockingStore& store) { text = export_text(store); });
  return text;
}

bool is_frozen(const Place& place) {
  bool frozen = false;
  with_store(place, [&frozen](BlockingStore& store) { frozen = must(store, Health{}).frozen; });
  return frozen;
}

void live_through(const Place& place, std::uint64_t seed, std::size_t calls) {
  const auto clock = std::make_shared<ManualClock>();
  const auto live = [&](BlockingStore& store) {
    Sightings seen;
    Generator client(seed, seen);
    for (std::size_t call = 0; call < calls || client.in_the_middle(); ++call) {
      clock->advance(client.tick());
      const Verb verb = client.draw(clock->now());
      const auto outcome = std::visit(
          [&store](auto chosen) -> Result<Reply> {
            auto reply = store.call(std::move(chosen));
            if (!reply) return std::unexpected(std::move(reply.error()));
            return Reply(*std::move(reply));
          },
          verb);
      client.answered(verb, outcome);
    }
  };
  with_store(place, live, clock);
}

void add_tasks(const Place& place, std::size_t count) {
  with_store(place, [count](BlockingStore& store) {
    for (std::size_t left = count; left > 0;) {
      const std::size_t some = std::min(left, limits::page);
      must(store, submit(many(static_cast<int>(some), [](int) { return task(); })));
      left -= some;
    }
  });
}

SmallFleet settle_down(BlockingStore& store) {
  SmallFleet fleet;
  const auto submitted = [&store](NewTask made) {
    must(store, submit(made));
    return made.id;
  };
  must(store, group("g"));
  must(store, agent("ann"));
  must(store, agent("bob"));
  fleet.done = submitted(task());
  must(store, complete(must(store, claim("ann")).value()));
  fleet.running = submitted(task());
  must(store, claim("ann"));
  NewTask keyed = task();
  keyed.idempotency_key = IdempotencyKey::of("key");
  keyed.thread = ThreadId::of("talk");
  fleet.first = submitted(keyed);
  fleet.second = submitted(task());
  NewTask waiting = task();
  waiting.depends_on = {fleet.first};
  fleet.blocked = submitted(waiting);
  NewTask later = task();
  later.run_at = std::chrono::floor<Duration>(std::chrono::system_clock::now()) + std::chrono::hours{24};
  fleet.scheduled = submitted(later);
  must(store, read_group("g", 2));
  must(store, thread("talk"));
  for (int i = 0; i < 3; ++i) must(store, append("talk"));
  must(store, BeatSession{.session = SessionId::of("s"), .ttl = std::chrono::hours{1}});
  TryLock bound = want_lock("bound", "me");
  bound.session = SessionId::of("s");
  must(store, bound);
  must(store, want_lock("free", "me"));
  must(store, correlation("joint", {"a", "b"}));
  must(store, signal("joint", "a"));
  must(store, record("note"));
  return fleet;
}

RedisProcess& redis_server() {
  static RedisProcess one({.config = {"appendfsync always"}});
  return one;
}

PostgresProcess& postgres_server() {
  static PostgresProcess one;
  return one;
}

// A long copy takes its time.
Ended StoreCommandTest::baton(const std::vector<std::string>& arguments,
                              const std::vector<std::string>& environment) const {
  Program program(folder_, arguments, environment);
  const auto exit_code = program.wait(std::chrono::seconds{600});
  return {.exit_code = exit_code, .out = program.output()};
}

Place StoreCommandTest::name_space() { return {.url = redis_server().url(), .name_space = new_text("test")}; }

Place StoreCommandTest::schema() {
  static int number = 0;
  return {.url = postgres_server().url(), .name_space = "test" + std::to_string(++number)};
}

std::vector<std::string> StoreCommandTest::copy_command(const Place& from, const Place& to) {
  return {"store", "copy", from.url, to.url, "--namespace", from.name_space, "--to-namespace", to.name_space};
}

}  // namespace baton::test
