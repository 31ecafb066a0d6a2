#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backend/sqlite/codec.hpp"
#include "backend/sqlite/counters.hpp"
#include "backend/sqlite/lane_book.hpp"
#include "backend/sqlite/log_tail.hpp"
#include "baton/port.hpp"
#include "core/drafts.hpp"
#include "core/rows.hpp"

namespace baton::sqlite {

/// Carries out one verb on a connection, inside a transaction of whoever calls. The verbs mean what the memory backend
/// says, role by role.
///
/// Agents and tasks that the verb touches are read once and written once, at its end; what a query must see earlier is
/// written by `flush`. Bodies, outcomes and every other table are written at once. A statement that fails makes all
/// later ones do nothing (see Connection), so the caller looks for a failure before it commits.
class Ledger {
 public:
  /// `lanes` unset: only reads.
  Ledger(Connection& db, Counters& counters, LaneBook* lanes, Time now)
      : db_(db), counters_(counters), lanes_(lanes), now_(now) {}

  Result<Reply> execute(const Verb& verb);
  /// The same, where nothing may end the process: values that no verb of ours can have written are damage, and a want of
  /// memory is one more failure of the connection.
  Result<Reply> execute_or_fail(const Verb& verb);

  /// Results that were set, to wake who waits for them.
  const std::vector<ResultThere>& results() const { return results_; }
  /// What was done to the log.
  LogChange& log_change() { return log_change_; }

 private:
  struct GroupState {
    rows::GroupRow row;
    std::uint64_t pending = 0;
    std::uint64_t dead = 0;
  };

  // agents.cpp
  Result<Agent> apply(const Register& verb);
  Result<bool> apply(const Deregister& verb);
  Result<Orders> apply(const Beat& verb);
  Result<Agent> apply(const Transition& verb);
  Result<Agent> apply(const GetAgent& verb);
  Result<AgentPage> apply(const ListAgents& verb);
  Result<Agent*> live_agent(const AgentId& id, const Incarnation& incarnation);
  bool is_current(const Fence& fence);
  /// The running task that the agent holds and whose outcome would count.
  Task* held_task(const Agent& agent);
  void renew(Agent& agent, Time deadline);
  void free_agent(Agent& agent);
  void crash(Agent& agent, AgentEvent event);
  /// Takes the task out of the hands of an agent that is gone; its crashes count.
  void abandon(Task* task, const AgentId& agent);

  // agent_rows.cpp
  Agent* find_agent(const AgentId& id);
  /// With its metadata.
  Agent whole(const Agent& agent);
  void touch(const Agent& agent);
  Agent& put_agent(const Agent& agent);
  void drop_agent(const AgentId& id);

  // submit.cpp
  struct Plan {
    std::vector<const NewTask*> fresh;
    std::vector<Submitted> answers;
  };
  Result<std::vector<Submitted>> apply(const Submit& verb);
  Result<Plan> plan(const Submit& verb);
  Result<std::optional<TaskId>> known_task(const NewTask& task);
  Result<void> check_dependencies(const Plan& plan);
  Result<void> check_lanes(const Plan& plan);
  void create(const NewTask& submitted);
  void cancel_if_doomed(const NewTask& submitted);

  // tasks.cpp
  Result<Task> apply(const Cancel& verb);
  Result<Task> apply(const Retry& verb);
  Result<Task> apply(const Edit& verb);
  Result<Task> apply(const GetTask& verb);
  Result<TaskPage> apply(const ListTasks& verb);
  Result<void> check_edit(const Edit& verb, const Task& task);
  void end(Task& task, TaskEvent event, const Json& error);
  void requeue(Task& task, TaskEvent event);
  /// Takes up to `budget` settled dependencies into account; returns how many.
  std::uint64_t resolve(std::uint64_t budget);
  bool resolve_first();
  void resolve_one(const Task& dependency, Task& dependant);

  // task_rows.cpp
  struct Spot {
    Lane lane;
    TaskStatus status;
    std::uint32_t priority;
    Seq place;
  };
  /// Without payload, metadata, dependencies and outcome.
  Task* find_task(const TaskId& id);
  /// One that must be there; if it is not, the step fails as corrupt.
  Task& task_at(const TaskId& id);
  Task whole(Task task);
  Task without_bodies(Task task);
  void insert_task(const Task& task);
  void touch(const Task& task);
  /// Changes a task and keeps every index in step with it.
  template <class Change>
  void change(Task& task, Change make) {
    const Spot before{task.lane, task.status, task.priority, task.place};
    make(task);
    task.updated_at = now_;
    reindex(task, before);
    touch(task);
  }
  void index(const Task& task);
  void unindex(const Task& task);
  void delete_task(const Task& task);
  void reindex(const Task& task, const Spot& before);
  void move_in_line(const Task& task, const Spot& before);
  void note_ended(const Task& task, bool ended);
  void set_result(Task& task, const Json& result);
  void set_error(Task& task, const Json& error);
  void set_progress(Task& task, const Json& progress);
  void flush();

  // work.cpp
  Result<std::optional<Grant>> apply(const Claim& verb);
  Result<Heard> apply(const Progress& verb);
  Result<Settled> apply(const Settle& verb);
  Result<std::optional<Grant>> claim(Agent& agent, const NextClaim& request, bool pushed);
  Result<std::optional<Grant>> claim_again(Agent& agent, const NextClaim& request, bool pushed);
  Grant grant_of(const Agent& agent, const Task& task);
  std::optional<Grant> claim_next(Agent* agent, const Settle& verb);
  Result<Settled> settle_without_hold(const Settle& verb, Task* task);
  void settle_held(const Settle& verb, Task& task, Agent& agent);
  void keep_late_result(const Settle& verb, const Task* task);

  // queue.cpp
  Result<QueueReport> apply(const QueueStats& verb);
  Result<std::vector<Waiting>> apply(const Peek& verb);
  Result<Done> apply(const SetPaused& verb);

  // log.cpp
  Result<LogPage> apply(const ReadLog& verb);
  Position append(Draft draft);
  std::optional<Event> event_at(Position position);
  Position first_position();

  // groups.cpp
  Result<Group> apply(const PutGroup& verb);
  Result<bool> apply(const DropGroup& verb);
  Result<std::vector<Group>> apply(const ListGroups& verb);
  Result<std::vector<Delivery>> apply(const ReadGroup& verb);
  Result<std::uint64_t> apply(const Ack& verb);
  Result<GroupReport> apply(const InspectGroup& verb);
  Result<DeadLetterPage> apply(const DeadLetters& verb);
  Result<std::uint64_t> apply(const Redrive& verb);
  Group report(const GroupState& group);
  void update(GroupState& group, const PutGroup& verb);
  void redeliver(GroupState& group, const ReadGroup& verb, std::vector<Delivery>& out);
  void redeliver_one(GroupState& group, const ReadGroup& verb, rows::DeliveryRow row, std::vector<Delivery>& out);
  void deliver_new(GroupState& group, const ReadGroup& verb, std::vector<Delivery>& out);

  // deliveries.cpp
  std::optional<GroupState> find_group(const GroupName& name);
  std::vector<GroupState> all_groups();
  void save_group(const GroupState& group);
  std::optional<rows::DeliveryRow> find_delivery(const GroupName& group, bool dead, Position position);
  std::vector<rows::DeliveryRow> list_deliveries(const GroupName& group, bool dead, Position after, std::uint64_t most);
  std::vector<rows::DeliveryRow> lapsed_deliveries(const GroupName& group, std::uint64_t most);
  void put_pending(GroupState& group, const rows::DeliveryRow& row);
  bool take_pending(GroupState& group, Position position);
  void give_up(GroupState& group, rows::DeliveryRow row);
  void put_dead(const rows::DeliveryRow& row);
  Position unacknowledged(const GroupState& group);

  // conversations.cpp
  Result<Thread> apply(const PutThread& verb);
  Result<Thread> apply(const GetThread& verb);
  Result<ThreadPage> apply(const ListThreads& verb);
  Result<Message> apply(const Append& verb);
  Result<MessagePage> apply(const Messages& verb);
  std::optional<Thread> find_thread(const ThreadId& id);
  void put_thread(const Thread& thread);

  // locks.cpp
  Result<TryLockReply> apply(const TryLock& verb);
  Result<Lock> apply(const RenewLock& verb);
  Result<bool> apply(const ReleaseLock& verb);
  Result<std::optional<Lock>> apply(const InspectLock& verb);
  Result<LockPage> apply(const ListLocks& verb);
  Result<Session> apply(const BeatSession& verb);
  Result<void> check(const std::optional<LockFence>& fence);
  Result<void> check_binding(const TryLock& verb);
  bool is_live(const Lock& lock);
  bool is_live(const SessionId& session);
  std::optional<Lock> find_lock(const LockName& name);
  std::optional<Lock> live_lock(const LockName& name);
  void put_lock(const Lock& lock);
  void expire_lock(const Lock& lock, std::string_view reason);
  std::uint64_t expire_locks(std::string_view bound, std::string_view holder, std::string_view reason,
                             std::uint64_t most);
  void expire_agent_locks(const AgentId& agent);
  std::uint64_t expire_session_locks(const SessionId& session, std::uint64_t most);

  // results.cpp, records.cpp
  Result<Done> apply(const SetResult& verb);
  Result<std::optional<Json>> apply(const GetResult& verb);
  Result<Record> apply(const PutRecord& verb);
  Result<Record> apply(const GetRecord& verb);
  Result<RecordPage> apply(const ListRecords& verb);
  std::optional<Record> live_record(const RecordKind& kind, const RecordKey& key);
  void put_record(const Record& record);

  // correlations.cpp
  Result<Correlation> apply(const OpenCorrelation& verb);
  Result<Correlation> apply(const GetCorrelation& verb);
  Result<Correlation> apply(const Signal& verb);
  Result<Correlation> apply(const Advance& verb);
  Result<CorrelationPage> apply(const ListCorrelations& verb);
  /// With its signals.
  std::optional<Correlation> find_correlation(const CorrelationId& id);
  std::optional<Correlation> live_correlation(const CorrelationId& id);
  void put_correlation(const Correlation& correlation);
  void put_signal(const CorrelationId& id, const SignalEntry& signal);
  void move(Correlation& correlation, CorrelationEvent event);
  /// Ends collecting if its time is over.
  void time_out(Correlation& correlation);
  void drop_correlation(const CorrelationId& id);
  void expire_correlation(const CorrelationId& id);

  // purge.cpp
  Result<Purged> apply(const PurgeTask& verb);
  Result<Purged> apply(const PurgeThread& verb);
  Result<Purged> apply(const PurgeCorrelation& verb);
  bool is_unresolved(const Task& task);
  Position end_of_stretch(const PurgeTask& verb);
  void silence(const PurgeTask& verb, Position upto);

  // sweep.cpp
  Result<SweepReport> apply(const Sweep& verb);
  void sweep_holders(std::uint64_t& budget, SweepReport& report);
  void sweep_sessions(std::uint64_t& budget, SweepReport& report);
  void sweep_tasks(std::uint64_t& budget, SweepReport& report);
  void sweep_joint_work(std::uint64_t& budget, SweepReport& report);
  void sweep_expired(const Sweep& verb, std::uint64_t& budget, SweepReport& report);
  void forget_task(const TaskId& id);
  std::optional<Time> next_due(const Sweep& verb);
  template <class Key, class Act>
  std::uint64_t for_due(std::string_view sql, Time until, std::uint64_t& budget, Act act);

  // trim.cpp
  void trim(const Sweep& verb, SweepReport& report);
  void trim_to(Position last, SweepReport& report);
  std::uint64_t kept_events();

  // upkeep.cpp, export.cpp, import.cpp
  Result<HealthReport> apply(const Health& verb);
  Result<Done> apply(const Freeze& verb);
  Result<ExportPage> apply(const Export& verb);
  Result<std::uint64_t> apply(const Import& verb);
  friend class Exporter;
  friend class Importer;

  /// The first column of the first row; a default value without one.
  template <class Key, class... Values>
  Key first_key(std::string_view sql, const Values&... values) {
    Rows rows = db_.query(sql, values...);
    return rows.next() ? rows.template as<Key>(0) : Key{};
  }

  struct AgentEntry {
    Agent agent;
    bool changed = false;
  };
  struct TaskEntry {
    Task task;
    bool changed = false;
  };

  Connection& db_;
  Counters& counters_;
  LaneBook* lanes_;
  Time now_;
  std::vector<ResultThere> results_;
  LogChange log_change_;
  std::unordered_map<AgentId, std::unique_ptr<AgentEntry>> agents_;
  std::unordered_map<TaskId, std::unique_ptr<TaskEntry>> tasks_;
};

}  // namespace baton::sqlite
