#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backend/memory/agenda.hpp"
#include "baton/verb.hpp"
#include "core/drafts.hpp"
#include "core/rows.hpp"

namespace baton::memory {

/// What every verb means, as plain data structures. One thread at a time; each verb is one atomic step because it
/// checks everything before its first write. Read it to learn what a verb does; the other backends must agree.
class Ledger {
 public:
  /// Carries out a verb at the given time.
  Result<Reply> execute(const Verb& verb, Time now);

  Position last_position() const { return position_; }

 private:
  struct LaneState {
    std::uint64_t live = 0;  ///< tasks that have not ended
    bool paused = false;
    std::map<std::pair<std::uint32_t, Seq>, TaskId> ready;  ///< by priority and place: the order of claims
  };
  struct GroupState {
    rows::GroupRow row;
    std::map<Position, rows::DeliveryRow> pending;
    std::map<Position, rows::DeliveryRow> dead;
  };
  struct ThreadState {
    Thread thread;
    std::vector<Message> messages;
    std::map<MessageId, std::uint64_t> numbers;
  };
  using ResultKey = std::pair<TaskId, Attempt>;
  using RecordId = std::pair<RecordKind, RecordKey>;
  using DeliveryId = std::pair<GroupName, Position>;

  // agents.cpp
  Result<Agent> apply(const Register& verb);
  Result<bool> apply(const Deregister& verb);
  Result<Orders> apply(const Beat& verb);
  Result<Agent> apply(const Transition& verb);
  Result<Agent> apply(const GetAgent& verb);
  Result<AgentPage> apply(const ListAgents& verb);
  Agent* find_agent(const AgentId& id);
  Result<Agent*> live_agent(const AgentId& id, const Incarnation& incarnation);
  bool is_current(const Fence& fence);
  /// The running task that the agent holds and whose outcome would count.
  Task* held_task(const Agent& agent);
  void renew(Agent& agent, Time deadline);
  void index(const Agent& agent);
  void free_agent(Agent& agent);
  void crash(Agent& agent, AgentEvent event);
  /// Takes the task out of the hands of an agent that is gone; its crashes count.
  void abandon(Task* task, const AgentId& agent);

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
  void cancel_if_doomed(const TaskId& id);

  // tasks.cpp
  Result<Task> apply(const Cancel& verb);
  Result<Task> apply(const Retry& verb);
  Result<Task> apply(const Edit& verb);
  Result<Task> apply(const GetTask& verb);
  Result<TaskPage> apply(const ListTasks& verb);
  Result<void> check_edit(const Edit& verb, const Task& task);
  Task* find_task(const TaskId& id);
  /// A task that was not there, or is in no index any more.
  void put(const Task& task);
  /// Changes a task and keeps every index in step with it.
  template <class Change>
  void change(Task& task, Change make) {
    unindex(task);
    make(task);
    task.updated_at = now_;
    index(task);
  }
  void index(const Task& task);
  void unindex(const Task& task);
  void end(Task& task, TaskEvent event, std::optional<Json> error);
  void requeue(Task& task, TaskEvent event);
  /// Takes up to `budget` settled dependencies into account; returns how many.
  std::uint64_t resolve(std::uint64_t budget);
  void resolve_one(const Task& dependency, Task& dependant);

  // work.cpp
  Result<std::optional<Grant>> apply(const Claim& verb);
  Result<Heard> apply(const Progress& verb);
  Result<Settled> apply(const Settle& verb);
  Result<std::optional<Grant>> claim(Agent& agent, const NextClaim& request, bool pushed);
  Result<std::optional<Grant>> claim_again(Agent& agent, const NextClaim& request, bool pushed);
  std::optional<TaskId> first_in_line(const Agent& agent);
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
  std::deque<Event>::const_iterator first_after(Position position) const;
  const Event* event_at(Position position) const;
  Position first_position() const { return events_.empty() ? Position{} : events_.front().position; }

  // groups.cpp
  Result<Group> apply(const PutGroup& verb);
  Result<bool> apply(const DropGroup& verb);
  Result<std::vector<Group>> apply(const ListGroups& verb);
  Result<std::vector<Delivery>> apply(const ReadGroup& verb);
  Result<std::uint64_t> apply(const Ack& verb);
  Result<GroupReport> apply(const InspectGroup& verb);
  Result<DeadLetterPage> apply(const DeadLetters& verb);
  Result<std::uint64_t> apply(const Redrive& verb);
  Group report(const GroupState& group) const;
  void update(GroupState& group, const PutGroup& verb);
  void plan_end(const GroupState& group, const rows::DeliveryRow& row);
  void redeliver(GroupState& group, const ReadGroup& verb, std::vector<Delivery>& out);
  void deliver_new(GroupState& group, const ReadGroup& verb, std::vector<Delivery>& out);
  void put_pending(GroupState& group, rows::DeliveryRow row);
  void take_pending(GroupState& group, Position position);
  void give_up(GroupState& group, Position position);
  Position unacknowledged(const GroupState& group) const;

  // conversations.cpp
  Result<Thread> apply(const PutThread& verb);
  Result<Thread> apply(const GetThread& verb);
  Result<ThreadPage> apply(const ListThreads& verb);
  Result<Message> apply(const Append& verb);
  Result<MessagePage> apply(const Messages& verb);

  // locks.cpp
  Result<TryLockReply> apply(const TryLock& verb);
  Result<Lock> apply(const RenewLock& verb);
  Result<bool> apply(const ReleaseLock& verb);
  Result<std::optional<Lock>> apply(const InspectLock& verb);
  Result<LockPage> apply(const ListLocks& verb);
  Result<Session> apply(const BeatSession& verb);
  Result<void> check(const std::optional<LockFence>& fence);
  Result<void> check_binding(const TryLock& verb);
  bool is_live(const Lock& lock) const;
  bool is_live(const SessionId& session) const;
  Lock* live_lock(const LockName& name);
  void put_lock(const Lock& lock);
  void drop_lock(const LockName& name);
  void expire_lock(const LockName& name, std::string_view reason);
  void expire_locks(const std::set<LockName>& names, std::string_view reason);

  // results.cpp, records.cpp
  Result<Done> apply(const SetResult& verb);
  Result<std::optional<Json>> apply(const GetResult& verb);
  Result<Record> apply(const PutRecord& verb);
  Result<Record> apply(const GetRecord& verb);
  Result<RecordPage> apply(const ListRecords& verb);
  void put_record(const Record& record);
  void drop_record(const RecordId& id);

  // correlations.cpp
  Result<Correlation> apply(const OpenCorrelation& verb);
  Result<Correlation> apply(const GetCorrelation& verb);
  Result<Correlation> apply(const Signal& verb);
  Result<Correlation> apply(const Advance& verb);
  Result<CorrelationPage> apply(const ListCorrelations& verb);
  Correlation* live_correlation(const CorrelationId& id);
  void index(const Correlation& correlation);
  void move(Correlation& correlation, CorrelationEvent event);
  /// Ends collecting if its time is over.
  void time_out(Correlation& correlation);
  void drop_correlation(const CorrelationId& id);
  void expire_correlation(const CorrelationId& id);

  // purge.cpp
  Result<Purged> apply(const PurgeTask& verb);
  Result<Purged> apply(const PurgeThread& verb);
  Result<Purged> apply(const PurgeCorrelation& verb);
  std::optional<Position> end_of_stretch(const PurgeTask& verb) const;
  void silence(const PurgeTask& verb, std::optional<Position> upto);
  std::uint64_t drop_results(const PurgeTask& verb);
  void remove(const Task& task);

  // sweep.cpp
  Result<SweepReport> apply(const Sweep& verb);
  void sweep_holders(std::uint64_t& budget, SweepReport& report);
  void sweep_tasks(std::uint64_t& budget, SweepReport& report);
  void sweep_expired(const Sweep& verb, std::uint64_t& budget, SweepReport& report);
  /// Removes an ended task with what names it.
  void forget(const Task& task);
  void trim(const Sweep& verb, SweepReport& report);
  void trim_to(Position last, SweepReport& report);
  std::optional<Time> next_due(const Sweep& verb) const;

  // transfer.cpp
  Result<HealthReport> apply(const Health& verb);
  Result<Done> apply(const Freeze& verb);
  Result<ExportPage> apply(const Export& verb);
  Result<std::uint64_t> apply(const Import& verb);
  friend class Exporter;
  friend class Importer;

  Time now_;
  bool frozen_ = false;
  Position position_;
  Seq seq_;

  std::map<AgentId, Agent> agents_;
  Agenda<AgentId> agent_deadlines_;

  std::unordered_map<TaskId, Task> tasks_;
  std::map<Seq, TaskId> tasks_by_seq_;
  std::map<Lane, LaneState> lanes_;
  bool all_paused_ = false;
  std::map<TaskId, std::map<Seq, TaskId>> dependants_;  ///< who waits for the key, in order of submission
  std::map<Seq, TaskId> unresolved_;                    ///< ended, with dependants that have not been told
  std::map<TaskId, std::set<Attempt>> late_;
  std::map<IdempotencyKey, rows::Key> keys_;
  Agenda<TaskId> task_deadlines_;
  Agenda<TaskId> scheduled_;
  Agenda<TaskId> ended_;
  Agenda<IdempotencyKey> key_expiries_;

  std::deque<Event> events_;
  std::map<GroupName, GroupState> groups_;
  Agenda<DeliveryId> last_deliveries_;  ///< those that are given up when they lapse

  std::map<ThreadId, ThreadState> threads_;

  std::map<LockName, Lock> locks_;
  std::map<SessionId, Session> sessions_;
  std::map<SessionId, std::set<LockName>> session_locks_;
  std::map<AgentId, std::set<LockName>> agent_locks_;
  Agenda<LockName> lock_expiries_;
  Agenda<SessionId> session_deadlines_;

  std::map<ResultKey, rows::ResultRow> results_;
  Agenda<ResultKey> result_expiries_;
  std::map<RecordId, Record> records_;
  Agenda<RecordId> record_expiries_;

  std::map<CorrelationId, Correlation> correlations_;
  Agenda<CorrelationId> collecting_;
  Agenda<CorrelationId> correlation_expiries_;
};

}  // namespace baton::memory
