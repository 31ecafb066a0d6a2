#pragma once

#include <array>
#include <string_view>

/// Places where a crash could matter. With BATON_FAILPOINTS compiled in, the environment variable
/// `BATON_FAILPOINT=name[:nth]` makes the process kill itself (SIGKILL) at the nth hit of one of them, so that a harness
/// can walk through all of them. Without, a failpoint is nothing at all.
namespace baton::failpoint {

inline constexpr std::array<std::string_view, 35> names{
    "sqlite.open.created",           // the empty file is there, its schema is not
    "sqlite.migrate.before",         // inside the transaction of a migration, before its statements
    "sqlite.migrate.statements",     // its statements have run
    "sqlite.migrate.committed",      // one migration is in, the next is not
    "sqlite.group.before_begin",     // verbs were taken from the queue
    "sqlite.group.after_begin",      // the transaction is open
    "sqlite.group.after_verb",       // after each verb of a group
    "sqlite.group.before_commit",    // everything written, counters included
    "sqlite.group.after_commit",     // durable, nobody told
    "sqlite.group.replayed",         // one verb of a group that had to be repeated one by one is durable
    "sqlite.checkpoint.before",      // the log is large
    "sqlite.checkpoint.after",       // moved, the log not yet restarted
    "sqlite.import.row",             // between two rows of an import
    "sqlite.salvage.before_link",    // damage is known
    "sqlite.salvage.after_link",     // the damaged file has its dated name beside its own
    "sqlite.salvage.table",          // one table is copied
    "sqlite.salvage.before_rename",  // the new file is complete
    "sqlite.salvage.after_rename",   // it is announced as complete
    "sqlite.salvage.before_swap",    // the old log is gone
    "sqlite.close.before",           // everything answered, files still open
    "jobs.intake.locked",            // of a job: nothing is written yet
    "jobs.intake.submitted",         // its task is there, its request is not in the conversation
    "jobs.intake.noted",             // both are there, the lock is still held
    "jobs.claimed",                  // the orchestrator has it
    "jobs.locked",                   // the thread's lock, too
    "jobs.requested",                // the request is in the conversation
    "jobs.spawning",                 // a run is decided on
    "jobs.spawned",                  // the spawner has it
    "jobs.running",                  // and that is kept
    "jobs.returned",                 // the end of the run is seen
    "jobs.kept",                     // and kept, the run not yet cleared away
    "jobs.judged",                   // the verdict is kept
    "jobs.answered",                 // the answer, or the reason of its refusal, is in the conversation
    "jobs.settled",                  // the task is settled
    "jobs.released",                 // and the lock free
};

constexpr bool is_known(std::string_view name) {
  for (const std::string_view known : names) {
    if (known == name) return true;
  }
  return false;
}

#if defined(BATON_FAILPOINTS) && BATON_FAILPOINTS
void hit(std::string_view name);
/// As if the environment had said so: `name[:nth]`. For a process that forks; before any other thread runs.
void arm(std::string_view wanted);
#endif

}  // namespace baton::failpoint

#if defined(BATON_FAILPOINTS) && BATON_FAILPOINTS
#define BATON_FAILPOINT(name)                                                            \
  do {                                                                                   \
    static_assert(::baton::failpoint::is_known(name), "not in the table of failpoints"); \
    ::baton::failpoint::hit(name);                                                       \
  } while (false)
#else
#define BATON_FAILPOINT(name) static_assert(::baton::failpoint::is_known(name), "not in the table of failpoints")
#endif
