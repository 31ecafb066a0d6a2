#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "baton/ids.hpp"
#include "baton/json.hpp"
#include "baton/queue.hpp"
#include "baton/tasks.hpp"
#include "baton/time.hpp"
#include "core/field.hpp"
#include "core/text_table.hpp"

// A job is a task that the orchestrator itself claims, in a lane that only it serves. Between claim and settle it goes
// through the stages below, each of which is kept in the job's record before the next step is taken: whoever claims the
// task after a death reads how far it came. docs/jobs.md has the drawing.

namespace baton {

enum class JobStage : std::uint8_t {
  queued,    ///< no run yet, or the last one is to be repeated
  spawning,  ///< a run was decided on; whether it was started is for its spawner to say
  running,   ///< it was started
  returned,  ///< it has ended; its output or failure is in the record
  judged,    ///< what becomes of it is decided
};

enum class JobEvent : std::uint8_t {
  begin,    ///< a run is decided on
  spawned,  ///< the spawner has it
  ended,    ///< with an output or a failure
  lost,     ///< it went down with the daemon that ran it
  judge,    ///< the safety pipeline has spoken
  repeat,   ///< the verdict was to try again
};

inline constexpr std::size_t job_stages = 5;
inline constexpr std::size_t job_events = 6;

/// What may follow what, for jobs. Nothing else in the program decides it.
constexpr std::optional<JobStage> next(JobStage stage, JobEvent event) {
  using enum JobStage;
  const bool under_way = stage == spawning || stage == running;
  const auto only = [](bool may, JobStage to) { return may ? std::optional(to) : std::nullopt; };
  switch (event) {
    case JobEvent::begin: return only(stage == queued, spawning);
    case JobEvent::spawned: return only(stage == spawning, running);
    case JobEvent::ended: return only(under_way, returned);
    case JobEvent::lost: return only(under_way, queued);
    case JobEvent::judge: return only(stage == returned, judged);
    case JobEvent::repeat: return only(stage == judged, queued);
  }
  return std::nullopt;
}

template <>
inline constexpr std::array names_of<JobStage> =
    std::to_array<std::string_view>({"queued", "spawning", "running", "returned", "judged"});
static_assert(names_of<JobStage>.size() == job_stages);

/// How a run ended.
struct RunEnd {
  bool failed = false;
  Json body;                ///< the output, or what went wrong
  std::uint64_t bytes = 0;  ///< of the output, also where it is too large to be kept
  bool hopeless = false;    ///< of a failure: another run would fail the same way

  bool operator==(const RunEnd&) const = default;
};

RunEnd run_output(Json output);
RunEnd run_failure(std::string_view reason, bool hopeless = false);

/// What a check of the safety pipeline says about an output.
enum class Ruling : std::uint8_t { deliver, retry, reject };

template <>
inline constexpr std::array names_of<Ruling> = std::to_array<std::string_view>({"deliver", "retry", "reject"});

struct Verdict {
  Attempt run;
  std::string check;  ///< the one that spoke
  Ruling ruling = Ruling::deliver;
  std::string reason;
  Time at;

  bool operator==(const Verdict&) const = default;
};

/// What is kept of a job beside its task. Outlives the task's end, so that verdicts can be looked at.
struct JobRecord {
  JobStage stage = JobStage::queued;
  Attempt run;       ///< the attempt under which the current or last run was started
  std::string node;  ///< where
  std::optional<RunEnd> end;
  std::vector<Verdict> verdicts;  ///< of all runs, oldest first
  std::vector<TaskId> taken;      ///< follow-ups that the running agent took over, in order

  bool operator==(const JobRecord&) const = default;
};

/// The verdict on the current run; nothing: it has not been judged.
const Verdict* verdict_on(const JobRecord& record);

/// At most so many verdicts are kept.
inline constexpr std::size_t most_verdicts = 64;
/// An output beyond this cannot be kept, whatever the checks say.
inline constexpr std::size_t most_output = 768 * 1024;
/// Jobs of one thread that may wait.
inline constexpr std::size_t most_waiting = limits::dependencies_per_task;

/// The lane of jobs of a kind that is configured, or of those that are not: they are done by the fleet.
Lane job_lane(const KindName& kind);
const Lane& fleet_job_lane();
bool is_job_lane(const Lane& lane);

/// The same id for the same words, so that what is sent twice is one job. A UUIDv8 of their SHA-256.
TaskId derived_task(std::string_view words);

/// Messages about a job have ids of their own, so that each is written once.
MessageId request_message(const TaskId& job);
MessageId answer_message(const TaskId& job);
MessageId error_message(const TaskId& job, Attempt run);
MessageId end_message(const TaskId& job);

const RecordKind& job_kind();
RecordKey job_key(const TaskId& job);
LockName thread_lock(const ThreadId& thread);
LockName intake_lock(const ThreadId& thread);
/// Longer names leave no room for those of the locks.
inline constexpr std::size_t most_thread_bytes = 480;

template <>
struct Fields<RunEnd> {
  static constexpr auto table = std::tuple(field<&RunEnd::failed>("failed"), field<&RunEnd::body>("body"),
                                           field<&RunEnd::bytes>("bytes"), field<&RunEnd::hopeless>("hopeless"));
};

template <>
struct Fields<Verdict> {
  static constexpr auto table =
      std::tuple(field<&Verdict::run>("run"), field<&Verdict::check>("check"), field<&Verdict::ruling>("ruling"),
                 field<&Verdict::reason>("reason"), field<&Verdict::at>("at"));
};

template <>
struct Fields<JobRecord> {
  static constexpr auto table = std::tuple(field<&JobRecord::stage>("stage"), field<&JobRecord::run>("run"),
                                           field<&JobRecord::node>("node"), field<&JobRecord::end>("end"),
                                           field<&JobRecord::verdicts>("verdicts"), field<&JobRecord::taken>("taken"));
};

}  // namespace baton
