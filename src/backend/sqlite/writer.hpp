#pragma once

#include <memory>
#include <mutex>
#include <thread>

#include "backend/shared/waiters.hpp"
#include "backend/sqlite/job.hpp"
#include "backend/sqlite/log_tail.hpp"
#include "backend/sqlite/timeline.hpp"
#include "backend/sqlite/transactor.hpp"

namespace baton::sqlite {

/// The thread that owns the transactor. It takes every verb that waits and commits them together; their callers are
/// answered after the commit.
class Writer {
 public:
  Writer(std::unique_ptr<Transactor> transactor, Timeline& timeline, LogTail& tail, shared::Waiters& waiters);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  Inbox& inbox() { return inbox_; }

  /// Carries out what waits, then ends the thread and closes the file.
  void close();

 private:
  void work();
  void serve(Jobs jobs);
  std::vector<Answer> carry_out(const Jobs& jobs);

  std::unique_ptr<Transactor> transactor_;
  Timeline& timeline_;
  LogTail& tail_;
  shared::Waiters& waiters_;
  Inbox inbox_;
  std::once_flag closed_;
  std::thread thread_;
};

}  // namespace baton::sqlite
