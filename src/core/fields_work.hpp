#pragma once

#include <tuple>

#include "baton/agents.hpp"
#include "baton/error.hpp"
#include "baton/event.hpp"
#include "baton/ids.hpp"
#include "baton/queue.hpp"
#include "baton/tasks.hpp"
#include "core/field.hpp"

// How agents, tasks and their queue look on the wire. A duration is a number of microseconds, and its name says so.

namespace baton {

template <>
struct Fields<Fence> {
  static constexpr auto table = std::tuple(field<&Fence::agent>("agent"), field<&Fence::incarnation>("incarnation"),
                                           field<&Fence::task>("task"), field<&Fence::attempt>("attempt"));
};

template <>
struct Fields<LockFence> {
  static constexpr auto table = std::tuple(field<&LockFence::lock>("lock"), field<&LockFence::token>("token"));
};

template <>
struct Fields<Event> {
  static constexpr auto table =
      std::tuple(field<&Event::position>("position"), field<&Event::at>("at"), field<&Event::type>("event_type"),
                 field<&Event::task>("task_id"), field<&Event::agent>("agent_id"), field<&Event::payload>("payload"));
};

template <>
struct Fields<Agent> {
  static constexpr auto table = std::tuple(
      field<&Agent::id>("id"), field<&Agent::state>("state"), field<&Agent::incarnation>("incarnation"),
      field<&Agent::deadline>("deadline"), field<&Agent::current_task>("current_task"),
      field<&Agent::attempt>("attempt"), field<&Agent::lanes>("lanes"), field<&Agent::version>("version"),
      field<&Agent::metadata>("metadata"), field<&Agent::claims_from>("claims_from"), field<&Agent::crashes>("crashes"),
      field<&Agent::last_claim>("last_claim"), field<&Agent::registered_at>("registered_at"));
};

template <>
struct Fields<Register> {
  static constexpr auto table = std::tuple(
      field<&Register::agent>("agent"), field<&Register::incarnation>("incarnation"), field<&Register::lanes>("lanes"),
      field<&Register::version>("version"), field<&Register::metadata>("metadata"), field<&Register::ttl>("ttl_us"));
};

template <>
struct Fields<Deregister> {
  static constexpr auto table =
      std::tuple(field<&Deregister::agent>("agent"), field<&Deregister::incarnation>("incarnation"));
};

template <>
struct Fields<Orders> {
  static constexpr auto table = std::tuple(field<&Orders::deadline>("deadline"), field<&Orders::grant>("grant"),
                                           field<&Orders::cancel>("cancel"), field<&Orders::drain>("drain"));
};

template <>
struct Fields<Beat> {
  static constexpr auto table =
      std::tuple(field<&Beat::agent>("agent"), field<&Beat::incarnation>("incarnation"), field<&Beat::task>("task"),
                 field<&Beat::attempt>("attempt"), field<&Beat::ttl>("ttl_us"));
};

template <>
struct Fields<Transition> {
  static constexpr auto table =
      std::tuple(field<&Transition::agent>("agent"), field<&Transition::expected>("expected"),
                 field<&Transition::event>("event"), field<&Transition::incarnation>("incarnation"));
};

template <>
struct Fields<GetAgent> {
  static constexpr auto table = std::tuple(field<&GetAgent::agent>("agent"));
};

template <>
struct Fields<AgentPage> {
  static constexpr auto table = std::tuple(field<&AgentPage::items>("items"), field<&AgentPage::next>("next"));
};

template <>
struct Fields<ListAgents> {
  static constexpr auto table = std::tuple(field<&ListAgents::state>("state"), field<&ListAgents::after>("after"),
                                           field<&ListAgents::limit>("limit"));
};

template <>
struct Fields<LastSettle> {
  static constexpr auto table = std::tuple(
      field<&LastSettle::agent>("agent"), field<&LastSettle::incarnation>("incarnation"),
      field<&LastSettle::attempt>("attempt"), field<&LastSettle::kind>("kind"), field<&LastSettle::digest>("digest"),
      field<&LastSettle::status>("status"), field<&LastSettle::counted>("counted"));
};

template <>
struct Fields<Task> {
  static constexpr auto table = std::tuple(
      field<&Task::id>("id"), field<&Task::seq>("seq"), field<&Task::place>("place"), field<&Task::kind>("kind"),
      field<&Task::lane>("lane"), field<&Task::thread>("thread"), field<&Task::priority>("priority"),
      field<&Task::status>("status"), field<&Task::payload>("payload"), field<&Task::result>("result"),
      field<&Task::error>("error"), field<&Task::attempt>("attempt"), field<&Task::failures>("failures"),
      field<&Task::crashes>("crashes"), field<&Task::max_attempts>("max_attempts"), field<&Task::holder>("holder"),
      field<&Task::last_settle>("last_settle"), field<&Task::run_at>("run_at"), field<&Task::deadline>("deadline"),
      field<&Task::depends_on>("depends_on"), field<&Task::waiting_for>("waiting_for"),
      field<&Task::on_failed_dependency>("on_failed_dependency"), field<&Task::idempotency_key>("idempotency_key"),
      field<&Task::digest>("digest"), field<&Task::progress>("progress"), field<&Task::traceparent>("traceparent"),
      field<&Task::metadata>("metadata"), field<&Task::created_at>("created_at"),
      field<&Task::updated_at>("updated_at"), field<&Task::started_at>("started_at"),
      field<&Task::ended_at>("ended_at"));
};

template <>
struct Fields<NewTask> {
  static constexpr auto table = std::tuple(
      field<&NewTask::id>("id"), field<&NewTask::kind>("kind"), field<&NewTask::lane>("lane"),
      field<&NewTask::thread>("thread"), field<&NewTask::priority>("priority"), field<&NewTask::payload>("payload"),
      field<&NewTask::max_attempts>("max_attempts"), field<&NewTask::run_at>("run_at"),
      field<&NewTask::deadline>("deadline"), field<&NewTask::depends_on>("depends_on"),
      field<&NewTask::on_failed_dependency>("on_failed_dependency"),
      field<&NewTask::idempotency_key>("idempotency_key"), field<&NewTask::traceparent>("traceparent"),
      field<&NewTask::metadata>("metadata"));
};

template <>
struct Fields<Submitted> {
  static constexpr auto table = std::tuple(field<&Submitted::id>("id"), field<&Submitted::status>("status"),
                                           field<&Submitted::created>("created"));
};

template <>
struct Fields<Submit> {
  static constexpr auto table = std::tuple(field<&Submit::tasks>("tasks"), field<&Submit::fence>("fence"));
};

template <>
struct Fields<Grant> {
  static constexpr auto table =
      std::tuple(field<&Grant::task>("task"), field<&Grant::fence>("fence"), field<&Grant::deadline>("deadline"));
};

template <>
struct Fields<Claim> {
  static constexpr auto table = std::tuple(field<&Claim::agent>("agent"), field<&Claim::incarnation>("incarnation"),
                                           field<&Claim::claim_id>("claim_id"), field<&Claim::lease>("lease_us"),
                                           field<&Claim::pushed>("pushed"));
};

template <>
struct Fields<Heard> {
  static constexpr auto table = std::tuple(field<&Heard::cancel>("cancel"), field<&Heard::deadline>("deadline"));
};

template <>
struct Fields<Progress> {
  static constexpr auto table = std::tuple(field<&Progress::fence>("fence"), field<&Progress::progress>("progress"));
};

template <>
struct Fields<NextClaim> {
  static constexpr auto table =
      std::tuple(field<&NextClaim::claim_id>("claim_id"), field<&NextClaim::lease>("lease_us"));
};

template <>
struct Fields<Settled> {
  static constexpr auto table =
      std::tuple(field<&Settled::status>("status"), field<&Settled::counted>("counted"), field<&Settled::next>("next"));
};

template <>
struct Fields<Settle> {
  static constexpr auto table =
      std::tuple(field<&Settle::fence>("fence"), field<&Settle::kind>("kind"), field<&Settle::body>("body"),
                 field<&Settle::retry>("retry"), field<&Settle::next>("next"));
};

template <>
struct Fields<Cancel> {
  static constexpr auto table = std::tuple(field<&Cancel::task>("task"), field<&Cancel::reason>("reason"));
};

template <>
struct Fields<Retry> {
  static constexpr auto table = std::tuple(field<&Retry::task>("task"), field<&Retry::attempt>("attempt"));
};

template <>
struct Fields<Edit> {
  static constexpr auto table = std::tuple(
      field<&Edit::task>("task"), field<&Edit::priority>("priority"), field<&Edit::lane>("lane"),
      field<&Edit::payload>("payload"), field<&Edit::metadata>("metadata"), field<&Edit::max_attempts>("max_attempts"),
      field<&Edit::run_at>("run_at"), field<&Edit::deadline>("deadline"), field<&Edit::fence>("fence"));
};

template <>
struct Fields<GetTask> {
  static constexpr auto table = std::tuple(field<&GetTask::task>("task"));
};

template <>
struct Fields<TaskPage> {
  static constexpr auto table = std::tuple(field<&TaskPage::items>("items"), field<&TaskPage::next>("next"));
};

template <>
struct Fields<ListTasks> {
  static constexpr auto table =
      std::tuple(field<&ListTasks::status>("status"), field<&ListTasks::thread>("thread"),
                 field<&ListTasks::lane>("lane"), field<&ListTasks::kind>("kind"), field<&ListTasks::holder>("holder"),
                 field<&ListTasks::created_from>("created_from"), field<&ListTasks::created_until>("created_until"),
                 field<&ListTasks::newest_first>("newest_first"), field<&ListTasks::after>("after"),
                 field<&ListTasks::limit>("limit"));
};

template <>
struct Fields<Line> {
  static constexpr auto table = std::tuple(field<&Line::lane>("lane"), field<&Line::priority>("priority"),
                                           field<&Line::depth>("depth"), field<&Line::oldest>("oldest"));
};

template <>
struct Fields<LineRef> {
  static constexpr auto table = std::tuple(field<&LineRef::lane>("lane"), field<&LineRef::priority>("priority"));
};

template <>
struct Fields<QueueReport> {
  static constexpr auto table =
      std::tuple(field<&QueueReport::lines>("lines"), field<&QueueReport::paused>("paused"),
                 field<&QueueReport::all_paused>("all_paused"), field<&QueueReport::next>("next"));
};

template <>
struct Fields<QueueStats> {
  static constexpr auto table = std::tuple(field<&QueueStats::after>("after"), field<&QueueStats::limit>("limit"));
};

template <>
struct Fields<Waiting> {
  static constexpr auto table =
      std::tuple(field<&Waiting::task>("task"), field<&Waiting::priority>("priority"), field<&Waiting::place>("place"));
};

template <>
struct Fields<Peek> {
  static constexpr auto table = std::tuple(field<&Peek::lane>("lane"), field<&Peek::limit>("limit"));
};

template <>
struct Fields<SetPaused> {
  static constexpr auto table = std::tuple(field<&SetPaused::lane>("lane"), field<&SetPaused::paused>("paused"));
};

template <>
struct Fields<Done> {
  static constexpr std::tuple<> table{};
};

}  // namespace baton
