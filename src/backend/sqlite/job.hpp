#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "backend/shared/caller.hpp"
#include "backend/shared/doorway.hpp"
#include "baton/port.hpp"

namespace baton::sqlite {

/// A verb on its way to a thread of ours, and the caller that waits for its answer.
class Job {
 public:
  explicit Job(Verb&& asked) : verb(std::move(asked)) {}
  virtual ~Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Resumes the caller, on its executor. Once.
  virtual void finish(Answer&& answer) = 0;
  /// The caller's.
  virtual boost::asio::any_io_executor executor() const = 0;
  virtual bool is_on(const boost::asio::any_io_executor& executor) const = 0;

  Verb verb;
};

template <class Handler>
class WaitingJob final : public Job {
 public:
  WaitingJob(Verb&& asked, Handler handler) : Job(std::move(asked)), caller_(std::move(handler)) {}

  void finish(Answer&& answer) override { caller_.tell_here(std::move(answer)); }
  boost::asio::any_io_executor executor() const override { return caller_.executor(); }
  bool is_on(const boost::asio::any_io_executor& executor) const override { return caller_.is_on(executor); }

 private:
  shared::Caller<Handler> caller_;
};

using Jobs = std::deque<std::unique_ptr<Job>>;

/// Resumes each caller with its answer, soon and on its own executor. Neighbours on one executor are told there one after the
/// other, so that it is woken once for all of them.
void finish(Jobs jobs, std::vector<Answer> answers);
void finish(std::unique_ptr<Job> job, Answer answer);

/// The jobs that wait for one thread. Thread-safe.
class Inbox {
 public:
  Inbox() = default;
  ~Inbox() { doorway_.wait_until_empty(); }
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  /// Leaves a job; gives it back if the inbox is closed.
  std::unique_ptr<Job> put(std::unique_ptr<Job> job);
  /// Blocks until there is a job, then takes all, at most `most`. Empty: closed, and nothing is left.
  /// Once there is one it waits for `wanted` of them, but no longer than `patience`.
  Jobs take(std::size_t most, std::size_t wanted = 1, std::chrono::microseconds patience = {});
  void close();

 private:
  shared::Doorway doorway_;
  std::mutex mutex_;
  std::condition_variable filled_;
  Jobs jobs_;
  std::size_t wanted_ = 1;  ///< so many wake the thread
  bool closed_ = false;
};

Answer closed_answer();

/// Hands the verb to the thread behind the inbox and waits for its answer.
inline awaitable<Answer> ask(Inbox& inbox, Verb verb) {
  return boost::asio::async_initiate<const boost::asio::use_awaitable_t<>&, void(Answer)>(
      [&inbox](auto handler, Verb&& asked) {
        auto job = std::make_unique<WaitingJob<decltype(handler)>>(std::move(asked), std::move(handler));
        if (auto refused = inbox.put(std::move(job))) finish(std::move(refused), closed_answer());
      },
      boost::asio::use_awaitable, std::move(verb));
}

}  // namespace baton::sqlite
