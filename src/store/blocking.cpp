#include "baton/blocking.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <thread>

namespace baton {

/// An event loop on a thread of its own, which runs until the store is destroyed.
struct BlockingStore::Loop {
  Loop() : thread([this] { context.run(); }) {}
  ~Loop() {
    guard.reset();
    thread.join();
  }
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  template <class T>
  T run(awaitable<T> work) {
    return boost::asio::co_spawn(context, std::move(work), boost::asio::use_future).get();
  }

  boost::asio::io_context context{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard{context.get_executor()};
  std::thread thread;
};

namespace {

awaitable<Result<Reply>> carry_out(std::shared_ptr<Port> port, Verb verb) {
  Answer answer = co_await port->execute(std::move(verb));
  co_return std::move(answer.outcome);
}

}  // namespace

BlockingStore::BlockingStore(Store store) : loop_(std::make_unique<Loop>()), store_(std::move(store)) {}

// The loop ends before the store: what it still runs may use the store.
BlockingStore::~BlockingStore() { loop_.reset(); }

Result<Reply> BlockingStore::ask(Verb verb) {
  if (auto valid = validate(verb); !valid) return std::unexpected(std::move(valid.error()));
  return loop_->run(carry_out(store_.port(), std::move(verb)));
}

Result<bool> BlockingStore::wait(Position after, Duration at_most) { return loop_->run(store_.wait(after, at_most)); }

Result<std::optional<Json>> BlockingStore::await_result(GetResult what, Duration at_most) {
  return loop_->run(store_.await_result(std::move(what), at_most));
}

}  // namespace baton
