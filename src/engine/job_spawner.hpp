#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "baton/store.hpp"
#include "core/job.hpp"

namespace baton {

/// One run of a job: what its agent is told, and how long it may take.
struct JobRun {
  TaskId task;
  Attempt run;
  ThreadId thread;
  KindName kind;
  Json document;  ///< request, history and whereabouts
  Duration timeout;
  std::string traceparent;
  std::function<void()> changed = [] {};  ///< to be called on the event loop when the run may have ended
};

/// Starts the runs of jobs somewhere, and knows what became of them. Lives on one event loop thread.
class JobSpawner {
 public:
  virtual ~JobSpawner() = default;
  /// Starts the run. A repeat finds what the first one started. invalid: it can never be started as it is configured.
  virtual awaitable<Result<Done>> spawn(JobRun run) = 0;
  /// How it ended; nothing: it goes on. not_found: there is no trace of it.
  virtual awaitable<Result<std::optional<RunEnd>>> status(JobRun run) = 0;
  /// Ends it if it goes on, and removes what it leaves. Repeatable.
  virtual awaitable<void> end(JobRun run) = 0;
  /// Whether a run goes on when the daemon that started it dies.
  virtual bool outlives_daemon() const = 0;
};

/// Access for the agent of one run, to nothing but its job. The engine does not know how tokens are made.
class JobTokens {
 public:
  virtual ~JobTokens() = default;
  virtual awaitable<Result<std::string>> make(TaskId job, Attempt run, Duration ttl) = 0;
  virtual awaitable<void> revoke(TaskId job, Attempt run) = 0;
};

/// Where jobs are done. Known when the daemon listens.
struct JobSurroundings {
  std::string url;
  std::string node;    ///< this daemon, among those of its store; the same after its restart
  std::string mark;    ///< by which the processes of this node are known, also to its next start
  std::string daemon;  ///< this start of it
  std::shared_ptr<JobTokens> tokens;
};

}  // namespace baton
