#pragma once

#include <tuple>

#include "baton/conversations.hpp"
#include "baton/correlations.hpp"
#include "baton/locks.hpp"
#include "baton/log.hpp"
#include "baton/purge.hpp"
#include "baton/records.hpp"
#include "baton/results.hpp"
#include "baton/upkeep.hpp"
#include "core/field.hpp"

// How the log, conversations, locks, results, correlations, records and upkeep look on the wire. A duration is a number
// of microseconds, and its name says so.

namespace baton {

template <>
struct Fields<LogPage> {
  static constexpr auto table = std::tuple(field<&LogPage::events>("events"), field<&LogPage::first>("first"),
                                           field<&LogPage::last>("last"), field<&LogPage::next>("next"));
};

template <>
struct Fields<ReadLog> {
  static constexpr auto table =
      std::tuple(field<&ReadLog::after>("after"), field<&ReadLog::types>("types"), field<&ReadLog::task>("task"),
                 field<&ReadLog::agent>("agent"), field<&ReadLog::limit>("limit"));
};

template <>
struct Fields<Group> {
  static constexpr auto table = std::tuple(
      field<&Group::name>("name"), field<&Group::cursor>("cursor"), field<&Group::visibility>("visibility_us"),
      field<&Group::max_deliveries>("max_deliveries"), field<&Group::pending>("pending"), field<&Group::dead>("dead"),
      field<&Group::dropped>("dropped"), field<&Group::oldest_pending>("oldest_pending"), field<&Group::lag>("lag"),
      field<&Group::created_at>("created_at"));
};

template <>
struct Fields<PutGroup> {
  static constexpr auto table = std::tuple(
      field<&PutGroup::group>("group"), field<&PutGroup::after>("after"), field<&PutGroup::visibility>("visibility_us"),
      field<&PutGroup::max_deliveries>("max_deliveries"), field<&PutGroup::update>("update"));
};

template <>
struct Fields<DropGroup> {
  static constexpr auto table = std::tuple(field<&DropGroup::group>("group"));
};

template <>
struct Fields<ListGroups> {
  static constexpr std::tuple<> table{};
};

template <>
struct Fields<Delivery> {
  static constexpr auto table = std::tuple(field<&Delivery::event>("event"), field<&Delivery::count>("count"));
};

template <>
struct Fields<ReadGroup> {
  static constexpr auto table = std::tuple(field<&ReadGroup::group>("group"), field<&ReadGroup::consumer>("consumer"),
                                           field<&ReadGroup::limit>("limit"));
};

template <>
struct Fields<Ack> {
  static constexpr auto table = std::tuple(field<&Ack::group>("group"), field<&Ack::positions>("positions"));
};

template <>
struct Fields<Pending> {
  static constexpr auto table = std::tuple(field<&Pending::position>("position"), field<&Pending::consumer>("consumer"),
                                           field<&Pending::count>("count"), field<&Pending::visible_at>("visible_at"));
};

template <>
struct Fields<GroupReport> {
  static constexpr auto table = std::tuple(field<&GroupReport::group>("group"), field<&GroupReport::pending>("pending"),
                                           field<&GroupReport::next>("next"));
};

template <>
struct Fields<InspectGroup> {
  static constexpr auto table = std::tuple(field<&InspectGroup::group>("group"), field<&InspectGroup::after>("after"),
                                           field<&InspectGroup::limit>("limit"));
};

template <>
struct Fields<DeadLetter> {
  static constexpr auto table = std::tuple(field<&DeadLetter::event>("event"), field<&DeadLetter::count>("count"),
                                           field<&DeadLetter::consumer>("consumer"), field<&DeadLetter::at>("at"));
};

template <>
struct Fields<DeadLetterPage> {
  static constexpr auto table =
      std::tuple(field<&DeadLetterPage::items>("items"), field<&DeadLetterPage::next>("next"));
};

template <>
struct Fields<DeadLetters> {
  static constexpr auto table = std::tuple(field<&DeadLetters::group>("group"), field<&DeadLetters::after>("after"),
                                           field<&DeadLetters::limit>("limit"));
};

template <>
struct Fields<Redrive> {
  static constexpr auto table = std::tuple(field<&Redrive::group>("group"), field<&Redrive::positions>("positions"),
                                           field<&Redrive::limit>("limit"), field<&Redrive::dry_run>("dry_run"));
};

template <>
struct Fields<Thread> {
  static constexpr auto table =
      std::tuple(field<&Thread::id>("id"), field<&Thread::metadata>("metadata"), field<&Thread::messages>("messages"),
                 field<&Thread::created_at>("created_at"), field<&Thread::updated_at>("updated_at"));
};

template <>
struct Fields<Message> {
  static constexpr auto table =
      std::tuple(field<&Message::id>("id"), field<&Message::number>("number"), field<&Message::role>("role"),
                 field<&Message::body>("body"), field<&Message::task>("task"), field<&Message::at>("at"));
};

template <>
struct Fields<PutThread> {
  static constexpr auto table = std::tuple(field<&PutThread::thread>("thread"), field<&PutThread::metadata>("metadata"),
                                           field<&PutThread::update>("update"), field<&PutThread::fence>("fence"));
};

template <>
struct Fields<GetThread> {
  static constexpr auto table = std::tuple(field<&GetThread::thread>("thread"));
};

template <>
struct Fields<ThreadPage> {
  static constexpr auto table = std::tuple(field<&ThreadPage::items>("items"), field<&ThreadPage::next>("next"));
};

template <>
struct Fields<ListThreads> {
  static constexpr auto table = std::tuple(field<&ListThreads::after>("after"), field<&ListThreads::limit>("limit"));
};

template <>
struct Fields<Append> {
  static constexpr auto table =
      std::tuple(field<&Append::thread>("thread"), field<&Append::id>("id"), field<&Append::role>("role"),
                 field<&Append::body>("body"), field<&Append::task>("task"), field<&Append::fence>("fence"));
};

template <>
struct Fields<MessagePage> {
  static constexpr auto table = std::tuple(field<&MessagePage::items>("items"), field<&MessagePage::more>("more"));
};

template <>
struct Fields<Messages> {
  static constexpr auto table = std::tuple(field<&Messages::thread>("thread"), field<&Messages::after>("after"),
                                           field<&Messages::before>("before"), field<&Messages::limit>("limit"));
};

template <>
struct Fields<Lock> {
  static constexpr auto table =
      std::tuple(field<&Lock::name>("name"), field<&Lock::owner>("owner"), field<&Lock::token>("token"),
                 field<&Lock::acquired_at>("acquired_at"), field<&Lock::expires_at>("expires_at"),
                 field<&Lock::session>("session"), field<&Lock::agent>("agent"));
};

template <>
struct Fields<TryLockReply> {
  static constexpr auto table = std::tuple(field<&TryLockReply::won>("won"), field<&TryLockReply::lock>("lock"));
};

template <>
struct Fields<TryLock> {
  static constexpr auto table =
      std::tuple(field<&TryLock::name>("name"), field<&TryLock::owner>("owner"), field<&TryLock::ttl>("ttl_us"),
                 field<&TryLock::session>("session"), field<&TryLock::agent>("agent"));
};

template <>
struct Fields<RenewLock> {
  static constexpr auto table = std::tuple(field<&RenewLock::name>("name"), field<&RenewLock::owner>("owner"),
                                           field<&RenewLock::token>("token"), field<&RenewLock::ttl>("ttl_us"));
};

template <>
struct Fields<ReleaseLock> {
  static constexpr auto table = std::tuple(field<&ReleaseLock::name>("name"), field<&ReleaseLock::owner>("owner"),
                                           field<&ReleaseLock::token>("token"));
};

template <>
struct Fields<InspectLock> {
  static constexpr auto table = std::tuple(field<&InspectLock::name>("name"));
};

template <>
struct Fields<LockPage> {
  static constexpr auto table = std::tuple(field<&LockPage::items>("items"), field<&LockPage::next>("next"));
};

template <>
struct Fields<ListLocks> {
  static constexpr auto table = std::tuple(field<&ListLocks::after>("after"), field<&ListLocks::limit>("limit"));
};

template <>
struct Fields<Session> {
  static constexpr auto table = std::tuple(field<&Session::id>("id"), field<&Session::deadline>("deadline"));
};

template <>
struct Fields<BeatSession> {
  static constexpr auto table = std::tuple(field<&BeatSession::session>("session"), field<&BeatSession::ttl>("ttl_us"));
};

template <>
struct Fields<SetResult> {
  static constexpr auto table = std::tuple(field<&SetResult::task>("task"), field<&SetResult::attempt>("attempt"),
                                           field<&SetResult::value>("value"), field<&SetResult::ttl>("ttl_us"),
                                           field<&SetResult::fence>("fence"));
};

template <>
struct Fields<GetResult> {
  static constexpr auto table = std::tuple(field<&GetResult::task>("task"), field<&GetResult::attempt>("attempt"));
};

template <>
struct Fields<SignalEntry> {
  static constexpr auto table =
      std::tuple(field<&SignalEntry::name>("name"), field<&SignalEntry::version>("version"),
                 field<&SignalEntry::body>("body"), field<&SignalEntry::at>("at"), field<&SignalEntry::late>("late"));
};

template <>
struct Fields<Correlation> {
  static constexpr auto table =
      std::tuple(field<&Correlation::id>("id"), field<&Correlation::status>("status"),
                 field<&Correlation::version>("version"), field<&Correlation::expected>("expected"),
                 field<&Correlation::min_agents>("min_agents"), field<&Correlation::timeout_at>("timeout_at"),
                 field<&Correlation::pattern>("pattern"), field<&Correlation::document>("document"),
                 field<&Correlation::step>("step"), field<&Correlation::digest>("digest"),
                 field<&Correlation::expires_at>("expires_at"), field<&Correlation::created_at>("created_at"),
                 field<&Correlation::updated_at>("updated_at"), field<&Correlation::signals>("signals"));
};

template <>
struct Fields<OpenCorrelation> {
  static constexpr auto table =
      std::tuple(field<&OpenCorrelation::id>("id"), field<&OpenCorrelation::expected>("expected"),
                 field<&OpenCorrelation::min_agents>("min_agents"), field<&OpenCorrelation::timeout>("timeout_us"),
                 field<&OpenCorrelation::pattern>("pattern"), field<&OpenCorrelation::document>("document"),
                 field<&OpenCorrelation::ttl>("ttl_us"), field<&OpenCorrelation::fence>("fence"));
};

template <>
struct Fields<GetCorrelation> {
  static constexpr auto table = std::tuple(field<&GetCorrelation::id>("id"));
};

template <>
struct Fields<Signal> {
  static constexpr auto table =
      std::tuple(field<&Signal::id>("id"), field<&Signal::name>("name"), field<&Signal::version>("version"),
                 field<&Signal::body>("body"), field<&Signal::fence>("fence"));
};

template <>
struct Fields<Advance> {
  static constexpr auto table =
      std::tuple(field<&Advance::id>("id"), field<&Advance::version>("version"), field<&Advance::event>("event"),
                 field<&Advance::document>("document"), field<&Advance::step>("step"), field<&Advance::ttl>("ttl_us"),
                 field<&Advance::fence>("fence"));
};

template <>
struct Fields<CorrelationPage> {
  static constexpr auto table =
      std::tuple(field<&CorrelationPage::items>("items"), field<&CorrelationPage::next>("next"));
};

template <>
struct Fields<ListCorrelations> {
  static constexpr auto table =
      std::tuple(field<&ListCorrelations::status>("status"), field<&ListCorrelations::after>("after"),
                 field<&ListCorrelations::limit>("limit"));
};

template <>
struct Fields<Record> {
  static constexpr auto table =
      std::tuple(field<&Record::kind>("kind"), field<&Record::key>("key"), field<&Record::version>("version"),
                 field<&Record::body>("body"), field<&Record::created_at>("created_at"),
                 field<&Record::updated_at>("updated_at"), field<&Record::expires_at>("expires_at"));
};

template <>
struct Fields<PutRecord> {
  static constexpr auto table = std::tuple(field<&PutRecord::kind>("kind"), field<&PutRecord::key>("key"),
                                           field<&PutRecord::body>("body"), field<&PutRecord::ttl>("ttl_us"),
                                           field<&PutRecord::expected>("expected"), field<&PutRecord::fence>("fence"));
};

template <>
struct Fields<GetRecord> {
  static constexpr auto table = std::tuple(field<&GetRecord::kind>("kind"), field<&GetRecord::key>("key"));
};

template <>
struct Fields<RecordPage> {
  static constexpr auto table = std::tuple(field<&RecordPage::items>("items"), field<&RecordPage::next>("next"));
};

template <>
struct Fields<ListRecords> {
  static constexpr auto table = std::tuple(field<&ListRecords::kind>("kind"), field<&ListRecords::after>("after"),
                                           field<&ListRecords::limit>("limit"));
};

template <>
struct Fields<Purged> {
  static constexpr auto table =
      std::tuple(field<&Purged::removed>("removed"), field<&Purged::more>("more"), field<&Purged::after>("after"));
};

template <>
struct Fields<PurgeTask> {
  static constexpr auto table =
      std::tuple(field<&PurgeTask::task>("task"), field<&PurgeTask::after>("after"), field<&PurgeTask::limit>("limit"));
};

template <>
struct Fields<PurgeThread> {
  static constexpr auto table = std::tuple(field<&PurgeThread::thread>("thread"), field<&PurgeThread::limit>("limit"));
};

template <>
struct Fields<PurgeCorrelation> {
  static constexpr auto table = std::tuple(field<&PurgeCorrelation::id>("id"));
};

template <>
struct Fields<SweepReport> {
  static constexpr auto table = std::tuple(
      field<&SweepReport::agents_crashed>("agents_crashed"), field<&SweepReport::locks_expired>("locks_expired"),
      field<&SweepReport::sessions_ended>("sessions_ended"), field<&SweepReport::deadlines_passed>("deadlines_passed"),
      field<&SweepReport::tasks_due>("tasks_due"), field<&SweepReport::dependants_resolved>("dependants_resolved"),
      field<&SweepReport::correlations_timed_out>("correlations_timed_out"),
      field<&SweepReport::dead_letters>("dead_letters"), field<&SweepReport::results_expired>("results_expired"),
      field<&SweepReport::records_expired>("records_expired"),
      field<&SweepReport::correlations_expired>("correlations_expired"),
      field<&SweepReport::keys_expired>("keys_expired"), field<&SweepReport::tasks_forgotten>("tasks_forgotten"),
      field<&SweepReport::events_trimmed>("events_trimmed"), field<&SweepReport::events_dropped>("events_dropped"),
      field<&SweepReport::next_due>("next_due"));
};

template <>
struct Fields<Sweep> {
  static constexpr auto table =
      std::tuple(field<&Sweep::limit>("limit"), field<&Sweep::keep_events>("keep_events"),
                 field<&Sweep::max_events>("max_events"), field<&Sweep::forget_tasks_after>("forget_tasks_after_us"));
};

template <>
struct Fields<HealthReport> {
  static constexpr auto table =
      std::tuple(field<&HealthReport::now>("now"), field<&HealthReport::backend>("backend"),
                 field<&HealthReport::version>("version"), field<&HealthReport::durable>("durable"),
                 field<&HealthReport::durability>("durability"), field<&HealthReport::degraded>("degraded"),
                 field<&HealthReport::frozen>("frozen"), field<&HealthReport::notes>("notes"),
                 field<&HealthReport::first>("first"), field<&HealthReport::last>("last"));
};

template <>
struct Fields<Health> {
  static constexpr std::tuple<> table{};
};

template <>
struct Fields<Freeze> {
  static constexpr auto table = std::tuple(field<&Freeze::frozen>("frozen"));
};

template <>
struct Fields<ExportPage> {
  static constexpr auto table = std::tuple(field<&ExportPage::rows>("rows"), field<&ExportPage::next>("next"));
};

template <>
struct Fields<Export> {
  static constexpr auto table = std::tuple(field<&Export::after>("after"), field<&Export::limit>("limit"));
};

template <>
struct Fields<Import> {
  static constexpr auto table = std::tuple(field<&Import::rows>("rows"));
};

}  // namespace baton
