#include "core/job.hpp"

#include <algorithm>
#include <utility>

#include "core/digest.hpp"
#include "core/writer.hpp"

namespace baton {

namespace {

constexpr std::string_view lane_stem = "baton.job";

MessageId message_about(const TaskId& job, std::string_view what) {
  return MessageId::of(job.str().append(1, ':').append(what));
}

}  // namespace

RunEnd run_output(Json output) {
  RunEnd end{.failed = false, .body = std::move(output)};
  end.bytes = end.body.text().size();
  if (end.bytes > most_output) end.body = Json{};
  return end;
}

RunEnd run_failure(std::string_view reason, bool hopeless) {
  return {.failed = true, .body = ObjectWriter().text("reason", reason).json(), .bytes = 0, .hopeless = hopeless};
}

const Verdict* verdict_on(const JobRecord& record) {
  if (record.verdicts.empty() || record.verdicts.back().run != record.run) return nullptr;
  return record.stage == JobStage::judged ? &record.verdicts.back() : nullptr;
}

const Lane& fleet_job_lane() {
  static const Lane one = Lane::of(lane_stem);
  return one;
}

Lane job_lane(const KindName& kind) { return Lane::trusted(std::string(lane_stem).append(1, '.').append(kind.str())); }

bool is_job_lane(const Lane& lane) { return lane.str().starts_with(lane_stem); }

TaskId derived_task(std::string_view words) {
  const auto made = TaskId::parse([&] {
    std::string text = digest(words);
    text[12] = '8';
    constexpr std::string_view variants = "89ab";
    text[16] = variants[static_cast<std::size_t>(text[16]) % variants.size()];
    for (const std::size_t dash : {8U, 13U, 18U, 23U}) text.insert(dash, 1, '-');
    return text;
  }());
  return made.value_or(TaskId{});
}

MessageId request_message(const TaskId& job) { return message_about(job, "request"); }
MessageId answer_message(const TaskId& job) { return message_about(job, "answer"); }
MessageId error_message(const TaskId& job, Attempt run) {
  return message_about(job, "error:" + std::to_string(run.value));
}
MessageId end_message(const TaskId& job) { return message_about(job, "end"); }

const RecordKind& job_kind() {
  static const RecordKind one = RecordKind::of("baton.job");
  return one;
}

RecordKey job_key(const TaskId& job) { return RecordKey::of(job.str()); }
LockName thread_lock(const ThreadId& thread) { return LockName::trusted("thread:" + thread.str()); }
LockName intake_lock(const ThreadId& thread) { return LockName::trusted("job-intake:" + thread.str()); }

}  // namespace baton
