#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "baton/agents.hpp"
#include "baton/event.hpp"
#include "baton/queue.hpp"

namespace baton {

/// What a supervisor believes of the fleet: who may be given a task, and in which lanes tasks may wait. Made from the
/// store's lists and kept up to date by the log, so that a pass looks only at what changed. It may be wrong, but only in
/// one direction: it never misses an idle agent or a pending task that the log has told of. Being wrong in the other
/// costs an empty claim, whose answer corrects it. Pure: no I/O, no clock.
class FleetPicture {
 public:
  /// `at`: the end of the log before the lists were read; what it says up to there is in them.
  explicit FleetPicture(Position at = {}) : at_(at) {}

  void add(const Agent& agent);
  void add(const QueueReport& report);
  void hear(const Event& event);

  /// Something was heard that only a new picture can answer.
  bool is_outdated() const { return outdated_; }

  /// One who is to be given a task, and what was known when that was decided.
  struct Candidate {
    AgentId agent;
    Incarnation incarnation;
    std::uint64_t heard_of = 0;  ///< of the agent
    std::uint64_t heard = 0;     ///< of all lines
  };

  /// Those who may have work now, the longest idle first, no more for a lane than tasks may wait in it. Each of them is
  /// asked for: not idle until its answer is noted, or the log tells of it.
  std::vector<Candidate> choose(Time now, std::size_t most);

  void note_granted(const Candidate& asked, const Lane& lane);
  /// Nothing waits in its lanes. Only if the agent is not quarantined: see `is_vetted`.
  void note_nothing(const Candidate& asked);
  /// It is not idle, or not there.
  void note_refused(const Candidate& asked, Time now);

  /// Whether it is known that the agent is not quarantined; the log does not tell.
  bool is_vetted(const Candidate& asked) const;
  /// The agent as it was read after the claim that found nothing.
  void note_seen(const Candidate& asked, const Agent& agent, Time now);

  /// When the first of those who wait may be given a task.
  std::optional<Time> next_due() const;

 private:
  enum class Standing : std::uint8_t { idle, unsure, busy, draining };
  struct Member {
    Incarnation incarnation;
    std::vector<Lane> lanes;
    Standing standing = Standing::busy;
    bool vetted = false;
    bool listed = false;  ///< in `idle_`, or in `later_` if `from` is ahead
    Time from{};          ///< not before
    std::uint64_t turn = 0;
    std::uint64_t heard_of = 0;
  };
  struct Waiting {
    std::uint64_t tasks = 0;  ///< at most so many, of those that the log has told of
    std::uint64_t heard = 0;  ///< when the last came
  };
  using Turn = std::pair<std::uint64_t, AgentId>;
  /// How soon an agent is asked again that may have been freed without a word, and one that just gave a task back:
  /// others shall have it first.
  static constexpr std::chrono::seconds pause{1};

  static Standing standing_of(AgentState state);
  void hear_of_agent(const Event& event);
  void hear_of_task(const Event& event);
  void hear_of_pause(const Event& event);
  void enter(const Event& event);
  void change(const AgentId& agent, Standing standing, Time from = {});
  void free(const AgentId& agent, Standing standing, Time from);
  void remove(const AgentId& agent);
  void expect_work(const Event& event);

  Member* unchanged(const Candidate& asked);
  void list(const AgentId& agent, Member& member, Time now);
  void unlist(const AgentId& agent, Member& member);
  void list_those_due(Time now);
  void take(const Lane& lane, std::uint64_t tasks, std::size_t most, std::vector<Candidate>& chosen);
  void set_empty(const Lane& lane, const Candidate& asked);

  Position at_;
  bool outdated_ = false;
  std::unordered_map<AgentId, Member> members_;
  std::map<Lane, std::set<Turn>> idle_;       ///< by lane served; those for every lane under `*`
  std::set<std::pair<Time, AgentId>> later_;  ///< idle, but not before that time
  std::map<Lane, Waiting> lines_;             ///< lanes in which tasks may wait
  std::set<Lane> paused_;
  bool all_paused_ = false;
  std::uint64_t turns_ = 0;
  std::uint64_t heard_ = 0;
};

}  // namespace baton
