#include "chaos/life.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace baton::test {

struct ThreadLife::Body {
  boost::asio::io_context loop{1};
  std::vector<std::string> told;
};

namespace {

/// The dead stay here until the process ends: what their coroutines hold may still be written to by the store, and a
/// coroutine that is destroyed would clean up as the killed do not.
std::vector<std::shared_ptr<void>>& graveyard() {
  static auto* const graves = new std::vector<std::shared_ptr<void>>;
  return *graves;
}

}  // namespace

ThreadLife::ThreadLife(const Actor& actor, Store store) : body_(std::make_shared<Body>()) {
  graveyard().push_back(body_);
  const Tell tell = [body = body_.get()](const std::string& line) { body->told.push_back(line); };
  boost::asio::co_spawn(body_->loop, act(actor, std::move(store), tell), boost::asio::detached);
  thread_ = std::thread([body = body_.get()] { body->loop.run(); });
}

void ThreadLife::kill() {
  body_->loop.stop();
  if (thread_.joinable()) thread_.join();
}

std::vector<std::string> ThreadLife::told() { return std::move(body_->told); }

}  // namespace baton::test
