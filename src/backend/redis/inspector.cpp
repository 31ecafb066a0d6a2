#include "backend/redis/inspector.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "backend/redis/strays.hpp"
#include "backend/shared/frozen_port.hpp"
#include "baton/tasks.hpp"

namespace baton::redis {
namespace {

constexpr double one_priority = 8796093022208;  // 2^43, as in lanes.lua

std::string digits(double number) { return std::to_string(std::llround(number)); }

/// `priority place`.
std::string rank_of(double score) {
  const double priority = std::floor(score / one_priority);
  return digits(priority) + " " + digits(score - priority * one_priority);
}

std::string spaced(std::string name, char separator) {
  if (const std::size_t at = name.rfind(separator); at != std::string::npos) name[at] = ' ';
  return name;
}

/// `name 7` of `name<separator>00000000000000000007`.
std::string numbered(const std::string& name, char separator) {
  const std::size_t at = name.rfind(separator);
  if (at == std::string::npos) return name;
  const std::size_t first = std::min(name.find_first_not_of('0', at + 1), name.size() - 1);
  return name.substr(0, at) + " " + name.substr(first);
}

class NamespaceInspector final : public Inspector {
 public:
  NamespaceInspector(shared::FrozenPort store, std::shared_ptr<Client> client, std::string prefix)
      : store_(std::move(store)), client_(client), keys_(std::move(client), std::move(prefix)) {}

  ~NamespaceInspector() override { client_->close(); }
  NamespaceInspector(const NamespaceInspector&) = delete;
  NamespaceInspector& operator=(const NamespaceInspector&) = delete;

  Result<std::vector<Flaw>> flaws() override {
    if (auto found = keys_.scan(); !found) return std::unexpected(std::move(found.error()));
    return find_strays(keys_);
  }

  Result<ExportPage> rows(Export request) override { return store_.rows(std::move(request)); }

  std::vector<Index> indexes() const override {
    using enum Index;
    return {queue,
            status,
            thread_tasks,
            scheduled,
            task_deadlines,
            ended,
            unresolved,
            lanes,
            heads,
            agent_deadlines,
            agent_locks,
            session_locks,
            lock_expiries,
            session_deadlines,
            key_expiries,
            result_expiries,
            record_expiries,
            collecting,
            correlation_expiries,
            signal_counts,
            pending_counts,
            dead_counts,
            visible,
            last_deliveries,
            message_counts};
  }

  Result<void> entries(Index index, const Visit& visit) override {
    switch (index) {
      case Index::queue:
        return families("task_queue", [&](const std::string& lane, const std::string& task, double score) {
          visit({task, lane + " " + rank_of(score)});
        });
      case Index::status:
        return families("status", [&](const std::string& status, const std::string& task, double seq) {
          visit({task, status + " " + digits(seq)});
        });
      case Index::thread_tasks: return owned("thread_tasks", visit);
      case Index::agent_locks: return owned("agent_locks", visit);
      case Index::session_locks: return owned("session_locks", visit);
      case Index::unresolved:
        return keys_.each("unresolved", [&](const std::string& task, double) { visit({task, {}}); });
      case Index::lanes: return lanes(visit);
      case Index::heads:
        return keys_.each("heads", [&](const std::string& lane, double score) { visit({lane, rank_of(score)}); });
      case Index::signal_counts: return lengths("signals", visit);
      case Index::pending_counts: return lengths("deliveries", visit);
      case Index::dead_counts: return lengths("dead_letters", visit);
      case Index::message_counts: return lengths("message_ids", visit);
      case Index::visible:
        return families("hidden", [&](const std::string& group, const std::string& position, double at) {
          visit({group + " " + position, digits(at)});
        });
      case Index::result_expiries:
        return agenda(index, visit, [](const std::string& name) { return numbered(name, ':'); });
      case Index::last_deliveries:
        return agenda(index, visit, [](const std::string& name) { return numbered(name, '\n'); });
      case Index::record_expiries:
        return agenda(index, visit, [](const std::string& name) { return spaced(name, '\n'); });
      default: return agenda(index, visit, [](const std::string& name) { return name; });
    }
  }

  std::string mend_index() const override {
    return "`baton store copy` into another namespace or store builds every index anew";
  }

  Result<bool> is_still_frozen() override { return store_.is_frozen(); }

 private:
  /// An agenda is named as the index is.
  template <class Spell>
  Result<void> agenda(Index index, const Visit& visit, Spell spell) {
    return keys_.each(std::string(to_text(index)),
                      [&](const std::string& member, double at) { visit({spell(member), digits(at)}); });
  }

  /// Every member of every sorted set of a family.
  template <class Tell>
  Result<void> families(const std::string& family, Tell tell) {
    for (const std::string& name : keys_.names(family)) {
      auto told = keys_.each(Keyspace::key_of(family, name),
                             [&](const std::string& member, double score) { tell(name, member, score); });
      if (!told) return told;
    }
    return {};
  }

  Result<void> owned(const std::string& family, const Visit& visit) {
    return families(family,
                    [&](const std::string& owner, const std::string& member, double) { visit({member, owner}); });
  }

  Result<void> lengths(const std::string& family, const Visit& visit) {
    for (const std::string& name : keys_.names(family)) {
      const auto count = keys_.length(Keyspace::key_of(family, name));
      if (!count) return std::unexpected(count.error());
      visit({name, std::to_string(*count)});
    }
    return {};
  }

  Result<void> lanes(const Visit& visit) {
    const auto paused = keys_.members("paused");
    if (!paused) return std::unexpected(paused.error());
    auto live = keys_.fields("lane_live");
    if (!live) return std::unexpected(live.error());
    const auto named = keys_.members("lanes");
    if (!named) return std::unexpected(named.error());
    for (const std::string& lane : *named) {
      const auto found = live->extract(lane);
      visit({lane, (found ? found.mapped() : "0") + (paused->contains(lane) ? " paused" : "")});
    }
    // Counted, but not among the lanes.
    for (const auto& [lane, count] : *live) visit({lane, count + " not in lanes"});
    return {};
  }

  shared::FrozenPort store_;
  std::shared_ptr<Client> client_;
  Keyspace keys_;
};

}  // namespace

Result<std::unique_ptr<Inspector>> open_inspector(const Options& options) {
  auto port = open(options);
  if (!port) return std::unexpected(std::move(port.error()));
  auto target = parse_target(options.url);
  if (!target) return std::unexpected(std::move(target.error()));
  auto client = Client::connect(*std::move(target), options.client);
  if (!client) return std::unexpected(std::move(client.error()));
  auto held = shared::FrozenPort::hold(*std::move(port));
  if (!held) return std::unexpected(std::move(held.error()));
  return std::make_unique<NamespaceInspector>(*std::move(held), *std::move(client), prefix_of(options.name_space));
}

}  // namespace baton::redis
