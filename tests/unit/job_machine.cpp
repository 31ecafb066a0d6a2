#include <gtest/gtest.h>

#include <set>

#include "core/codec_values.hpp"
#include "core/job.hpp"

namespace baton::job_machine_test {
namespace {

using enum JobStage;

static_assert(next(queued, JobEvent::begin) == spawning);
static_assert(next(spawning, JobEvent::spawned) == running);
static_assert(next(spawning, JobEvent::ended) == returned);
static_assert(next(running, JobEvent::ended) == returned);
static_assert(next(spawning, JobEvent::lost) == queued);
static_assert(next(running, JobEvent::lost) == queued);
static_assert(next(returned, JobEvent::judge) == judged);
static_assert(next(judged, JobEvent::repeat) == queued);

TEST(JobMachine, has_no_other_arrows) {
  std::size_t arrows = 0;
  for (std::size_t stage = 0; stage < job_stages; ++stage) {
    for (std::size_t event = 0; event < job_events; ++event) {
      if (next(static_cast<JobStage>(stage), static_cast<JobEvent>(event))) ++arrows;
    }
  }
  EXPECT_EQ(arrows, 8U);
}

TEST(JobMachine, an_output_is_judged_before_it_can_be_delivered_or_repeated) {
  EXPECT_FALSE(next(returned, JobEvent::repeat));
  EXPECT_FALSE(next(returned, JobEvent::begin));
  EXPECT_FALSE(next(judged, JobEvent::begin));
  EXPECT_FALSE(next(judged, JobEvent::ended));
}

TEST(JobIds, are_the_same_for_the_same_words_and_valid_uuids) {
  const TaskId one = derived_task("webhook a");
  EXPECT_EQ(one, derived_task("webhook a"));
  EXPECT_NE(one, derived_task("webhook b"));
  EXPECT_EQ(one.str()[14], '8');
  EXPECT_TRUE(std::set<char>({'8', '9', 'a', 'b'}).contains(one.str()[19]));
}

TEST(JobRecords, read_as_they_were_written) {
  JobRecord record;
  record.stage = judged;
  record.run = Attempt{2};
  record.node = "box:1";
  record.end = run_output(Json::trusted(R"({"big":123456789012345678901})"));
  record.verdicts.push_back({.run = Attempt{2}, .check = "all", .ruling = Ruling::deliver, .reason = "ok", .at = {}});
  record.taken.push_back(derived_task("x"));
  EXPECT_EQ(decode<JobRecord>(encode(record)), record);
  ASSERT_NE(verdict_on(record), nullptr);
  record.run = Attempt{3};
  EXPECT_EQ(verdict_on(record), nullptr);
}

TEST(JobRecords, do_not_keep_what_is_too_large_but_say_how_large_it_was) {
  const RunEnd end = run_output(Json::string(std::string(most_output, 'x')));
  EXPECT_TRUE(end.body.is_null());
  EXPECT_EQ(end.bytes, most_output + 2);
}

TEST(JobLanes, are_reserved) {
  EXPECT_TRUE(is_reserved(fleet_job_lane()));
  EXPECT_TRUE(is_reserved(job_lane(KindName::of("review"))));
  EXPECT_TRUE(is_job_lane(job_lane(KindName::of("review"))));
  EXPECT_FALSE(is_reserved(Lane::of("review")));
}

}  // namespace
}  // namespace baton::job_machine_test
