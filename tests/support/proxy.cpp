#include "support/proxy.hpp"

#include <sys/eventfd.h>

#include <functional>
#include <future>
#include <mutex>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/switchboard.hpp"

namespace baton::test {

/// The thread of a proxy; the switchboard is its alone, and others ask it to act on that.
class Proxy::Loop {
 public:
  explicit Loop(const sockaddr_in& server) : board_(server) {}
  ~Loop() {
    thread_.request_stop();
    wake();
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// Waits for the answer.
  template <class Act>
  auto ask(Act act) {
    std::packaged_task<std::invoke_result_t<Act, Switchboard&>(Switchboard&)> task(std::move(act));
    auto answer = task.get_future();
    {
      const std::lock_guard lock(mutex_);
      asked_.emplace_back(std::move(task));
    }
    wake();
    return answer.get();
  }

 private:
  using Task = std::move_only_function<void(Switchboard&)>;

  void run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      board_.turn(wake_);
      for (Task& task : take()) task(board_);
    }
  }

  void wake() const { ::eventfd_write(wake_.get(), 1); }

  std::vector<Task> take() {
    eventfd_t ignored = 0;
    ::eventfd_read(wake_.get(), &ignored);
    const std::lock_guard lock(mutex_);
    return std::exchange(asked_, {});
  }

  Switchboard board_;
  Descriptor wake_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::mutex mutex_;
  std::vector<Task> asked_;
  std::jthread thread_{[this](const std::stop_token& stop) { run(stop); }};
};

Proxy::Proxy(const std::string& host, std::uint16_t port) : loop_(std::make_unique<Loop>(resolve(host, port))) {}
Proxy::~Proxy() = default;

std::uint16_t Proxy::port() const {
  return loop_->ask([](const Switchboard& board) { return board.port(); });
}

std::size_t Proxy::connections() const {
  return loop_->ask([](const Switchboard& board) { return board.accepted(); });
}

std::size_t Proxy::live() const {
  return loop_->ask([](const Switchboard& board) { return board.live(); });
}

std::size_t Proxy::replies() const {
  return loop_->ask([](const Switchboard& board) { return board.replies(); });
}

void Proxy::cut() {
  loop_->ask([](Switchboard& board) { board.cut(); });
}

void Proxy::refuse(bool on) {
  loop_->ask([on](Switchboard& board) { board.refuse(on); });
}

void Proxy::delay(Duration time) {
  loop_->ask([time](Switchboard& board) { board.faults.delay = time; });
}

void Proxy::half_open(bool on) {
  loop_->ask([on](Switchboard& board) { board.half_open(on); });
}

void Proxy::one_byte_at_a_time(bool on) {
  loop_->ask([on](Switchboard& board) { board.faults.one_byte_at_a_time = on; });
}

void Proxy::lose_request() {
  loop_->ask([](Switchboard& board) { board.faults.lose_request = true; });
}

void Proxy::lose_reply() { cut_after(0); }

void Proxy::cut_after(std::size_t bytes) {
  loop_->ask([bytes](Switchboard& board) { board.faults.reply_bytes_left = bytes; });
}

void Proxy::disarm() {
  loop_->ask([](Switchboard& board) {
    board.faults.lose_request = false;
    board.faults.reply_bytes_left.reset();
  });
}

void Proxy::heal() {
  loop_->ask([](Switchboard& board) { board.heal(); });
}

}  // namespace baton::test
