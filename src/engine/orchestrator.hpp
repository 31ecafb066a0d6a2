#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>

#include "engine/claim_desk.hpp"
#include "engine/job_intake.hpp"
#include "engine/job_life.hpp"

namespace baton {

struct OrchestratorOptions {
  std::size_t most_jobs = 128;  ///< at once, in this daemon
  Duration beat = std::chrono::seconds{5};
  Duration ttl = std::chrono::seconds{20};
  std::function<void(const std::string&)> trouble = [](const std::string&) {};
};

/// What became of jobs, in this process.
struct JobCounts {
  std::uint64_t taken_in = 0;
  std::uint64_t begun = 0;  ///< claims of a job's task
  std::uint64_t running = 0;
  std::uint64_t orphans = 0;
};

/// The life of jobs: takes them in, and does those whose turn it is. To the store it is a number of agents, each with one
/// job in hand, and for a while one that waits for the next. Lives on one event loop thread.
class Orchestrator {
 public:
  Orchestrator(const boost::asio::any_io_executor& executor, JobStore store, std::shared_ptr<ClaimDesk> desk,
               std::shared_ptr<const JobProfiles> profiles, std::shared_ptr<const JobSurroundings> where,
               OrchestratorOptions options);

  /// Does jobs until asked to stop; those in hand are given back, or left running where they can.
  awaitable<void> run(std::stop_token stop);
  void hear(const LogWatch::News& news);

  /// See JobIntake.
  awaitable<Result<JobTicket>> submit(NewJob job, Presence peer = {});
  void stop_waiting() { intake_.stop_waiting(); }
  /// not_found: there is no such job.
  awaitable<Result<JobReport>> get(TaskId job);
  /// The requests that wait behind a running job become part of it: they are handed to its agent, and to nobody else.
  /// Those taken before are told again from `after` on, so that a lost answer loses none.
  /// stale_fence: `run` is not the one that goes on. conflict: the job is not running.
  awaitable<Result<std::vector<FollowUp>>> take(TaskId job, Attempt run, std::uint64_t after);

  const JobCounts& counts() const { return counts_; }

 private:
  struct Slot;

  awaitable<void> clear_up();
  awaitable<bool> look_for_jobs();
  bool is_ours(const Lane& lane) const;
  void call_for_slot();
  void add_slot();
  awaitable<void> serve(std::shared_ptr<Slot> slot);
  awaitable<Result<Done>> enter(std::shared_ptr<Slot> slot);
  awaitable<bool> serve_once(std::shared_ptr<Slot> slot);
  awaitable<void> do_job(std::shared_ptr<Slot> slot, Grant grant);
  awaitable<void> beat(std::shared_ptr<Slot> slot);
  awaitable<void> tell_end(TaskId task);
  void hear(const Event& event);
  awaitable<Result<std::vector<FollowUp>>> requests_of(std::vector<TaskId> taken, std::uint64_t after);
  awaitable<Result<std::vector<TaskId>>> followers_of(Task job);

  boost::asio::any_io_executor executor_;
  JobStore store_;
  std::shared_ptr<ClaimDesk> desk_;
  std::shared_ptr<const JobProfiles> profiles_;
  std::shared_ptr<const JobSurroundings> where_;
  OrchestratorOptions options_;
  JobIntake intake_;
  std::shared_ptr<JobMonitor> monitor_;
  std::stop_token stop_;
  std::vector<Lane> lanes_;
  std::map<std::size_t, std::shared_ptr<Slot>> slots_;
  std::size_t idle_ = 0;
  bool called_ = false;  ///< a job has become pending since somebody looked last
  bool cleared_up_ = false;
  Bell call_;
  JobCounts counts_;
  Nursery crew_;
};

}  // namespace baton
