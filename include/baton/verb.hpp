#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "baton/agents.hpp"
#include "baton/conversations.hpp"
#include "baton/correlations.hpp"
#include "baton/locks.hpp"
#include "baton/log.hpp"
#include "baton/purge.hpp"
#include "baton/queue.hpp"
#include "baton/records.hpp"
#include "baton/results.hpp"
#include "baton/tasks.hpp"
#include "baton/upkeep.hpp"

namespace baton {

template <class... Vs>
struct Verbs {};

/// The roles of a store. A consumer that needs only some of them takes a View of those.
using AgentVerbs = Verbs<Register, Deregister, Beat, Transition, GetAgent, ListAgents>;
using TaskVerbs = Verbs<Submit, Claim, Progress, Settle, Cancel, Retry, Edit, GetTask, ListTasks>;
using QueueVerbs = Verbs<QueueStats, Peek, SetPaused>;
using LogVerbs = Verbs<ReadLog, PutGroup, DropGroup, ListGroups, ReadGroup, Ack, InspectGroup, DeadLetters, Redrive>;
using ConversationVerbs = Verbs<PutThread, GetThread, ListThreads, Append, Messages>;
using LockVerbs = Verbs<TryLock, RenewLock, ReleaseLock, InspectLock, ListLocks, BeatSession>;
using ResultVerbs = Verbs<SetResult, GetResult>;
using CorrelationVerbs = Verbs<OpenCorrelation, GetCorrelation, Signal, Advance, ListCorrelations>;
using RecordVerbs = Verbs<PutRecord, GetRecord, ListRecords>;
using PurgeVerbs = Verbs<PurgeTask, PurgeThread, PurgeCorrelation>;
using UpkeepVerbs = Verbs<Sweep, Health, Freeze, Export, Import>;

namespace detail {
template <class... Lists>
struct Join;
template <class... As>
struct Join<Verbs<As...>> {
  using type = Verbs<As...>;
};
template <class... As, class... Bs, class... Rest>
struct Join<Verbs<As...>, Verbs<Bs...>, Rest...> : Join<Verbs<As..., Bs...>, Rest...> {};

template <class List>
struct AsVariant;
template <class... Vs>
struct AsVariant<Verbs<Vs...>> {
  using type = std::variant<Vs...>;
};

template <class V, class List>
inline constexpr bool contains = false;
template <class V, class... Vs>
inline constexpr bool contains<V, Verbs<Vs...>> = (std::is_same_v<V, Vs> || ...);
}  // namespace detail

template <class... Lists>
using JoinVerbs = typename detail::Join<Lists...>::type;

using AllVerbs = JoinVerbs<AgentVerbs, TaskVerbs, QueueVerbs, LogVerbs, ConversationVerbs, LockVerbs, ResultVerbs,
                           CorrelationVerbs, RecordVerbs, PurgeVerbs, UpkeepVerbs>;

template <class V, class List>
concept VerbOf = detail::contains<V, List>;

/// Any request to a store, as a value: it can be queued, grouped, repeated, counted, recorded and replayed.
using Verb = typename detail::AsVariant<AllVerbs>::type;

/// Any reply; which alternative is fixed by the verb's own `Reply`.
using Reply =
    std::variant<Done, bool, std::uint64_t, Agent, Orders, AgentPage, std::vector<Submitted>, std::optional<Grant>,
                 Heard, Settled, Task, TaskPage, QueueReport, std::vector<Waiting>, LogPage, Group, std::vector<Group>,
                 std::vector<Delivery>, GroupReport, DeadLetterPage, Thread, ThreadPage, Message, MessagePage,
                 TryLockReply, Lock, std::optional<Lock>, LockPage, Session, std::optional<Json>, Correlation,
                 CorrelationPage, Record, RecordPage, Purged, SweepReport, HealthReport, ExportPage>;

/// The verb's name as text: `claim`, `get_task`.
std::string_view name_of(const Verb& verb);

/// Whether the verb leaves the store as it was.
template <class V>
inline constexpr bool is_read =
    detail::contains<V, Verbs<GetAgent, ListAgents, GetTask, ListTasks, QueueStats, Peek, ReadLog, ListGroups,
                              InspectGroup, DeadLetters, GetThread, ListThreads, Messages, InspectLock, ListLocks,
                              GetResult, GetCorrelation, ListCorrelations, GetRecord, ListRecords, Health, Export>>;

bool is_read_only(const Verb& verb);

}  // namespace baton
