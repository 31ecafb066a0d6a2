#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "backend/sqlite/connection.hpp"
#include "backend/sqlite/job.hpp"
#include "backend/sqlite/log_tail.hpp"
#include "backend/sqlite/timeline.hpp"

namespace baton::sqlite {

/// Answers verbs that change nothing, each in one short read transaction on a connection of its own. Thread-safe.
/// Point reads are answered on the caller's thread, lists on a thread of ours.
class Readers {
 public:
  Readers(std::string path, Timeline& timeline, LogTail& tail);
  ~Readers();
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  /// At once, on this thread.
  Answer answer(const Verb& verb);
  /// For the thread that answers lists.
  Inbox& inbox() { return inbox_; }

  /// Finishes what is under way and closes every connection.
  void close();

 private:
  Result<std::unique_ptr<Connection>> take();
  void put_back(std::unique_ptr<Connection> connection);
  void work();

  std::string path_;
  Timeline& timeline_;
  LogTail& tail_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::vector<std::unique_ptr<Connection>> idle_;
  int lent_ = 0;
  bool closing_ = false;
  Inbox inbox_;
  std::once_flag closed_;
  std::thread thread_;
};

/// One read transaction; `asked` is the time of the question, raised to that of the newest step it sees.
Answer answer_on(Connection& db, const Verb& verb, Time asked);

/// Whether the verb reads a few rows by their keys.
bool is_point_read(const Verb& verb);

}  // namespace baton::sqlite
