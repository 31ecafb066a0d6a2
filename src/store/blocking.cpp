#include "baton/blocking.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
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

  boost::asio::io_context context{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard{context.get_executor()};
  std::thread thread;
};

BlockingStore::BlockingStore(Store store) : loop_(std::make_unique<Loop>()), store_(std::move(store)) {}

// The loop ends before the store: what it still runs may use the store.
BlockingStore::~BlockingStore() { loop_.reset(); }

boost::asio::io_context& BlockingStore::loop() { return loop_->context; }

}  // namespace baton
