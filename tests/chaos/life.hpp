#pragma once

#include <boost/asio/io_context.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "chaos/actor.hpp"
#include "support/child.hpp"

namespace baton::test {

/// An actor at work.
class Life {
 public:
  virtual ~Life() = default;
  /// Ends it wherever it is.
  virtual void kill() = 0;
  /// All that it told; only after its end.
  virtual std::vector<std::string> told() = 0;
};

/// In a process of its own, which dies by SIGKILL.
class ProcessLife final : public Life {
 public:
  explicit ProcessLife(const Actor& actor) : child_(own_program(), to_arguments(actor)) {}
  void kill() override {
    child_.kill();
    while (auto line = child_.line()) told_.push_back(*std::move(line));
    child_.reap();
  }
  std::vector<std::string> told() override { return std::move(told_); }

 private:
  Child child_;
  std::vector<std::string> told_;
};

/// In this process, on a thread of its own. Killed, its coroutines stay suspended for ever where they were: what they
/// had asked of the store happens, and nobody hears the answer.
class ThreadLife final : public Life {
 public:
  ThreadLife(const Actor& actor, Store store);
  ~ThreadLife() override { kill(); }
  ThreadLife(const ThreadLife&) = delete;
  ThreadLife& operator=(const ThreadLife&) = delete;
  void kill() override;
  std::vector<std::string> told() override;

 private:
  struct Body;
  std::shared_ptr<Body> body_;
  std::thread thread_;
};

}  // namespace baton::test
