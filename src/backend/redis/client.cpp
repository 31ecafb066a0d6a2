#include "backend/redis/client.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <mutex>
#include <thread>
#include <utility>

#include "backend/redis/keeper.hpp"
#include "backend/redis/lane.hpp"
#include "backend/shared/doorway.hpp"

namespace baton::redis {
namespace {

class SharedClient final : public Client {
 public:
  SharedClient(Target target, ClientOptions options, std::shared_ptr<Trust> trust)
      : options_(std::move(options)),
        dialer_(std::move(target), options_, std::move(trust)),
        lane_(io_, dialer_, options_),
        keeper_(io_, dialer_, options_, [this](const ServerFacts& facts) { lane_.moved(facts); }),
        work_(io_.get_executor()),
        thread_([this] { io_.run(); }) {}

  ~SharedClient() override {
    close();
    doorway_.wait_until_empty();
  }
  SharedClient(const SharedClient&) = delete;
  SharedClient& operator=(const SharedClient&) = delete;

  Result<Done> start() { return keeper_.start().get(); }

  awaitable<Result<Value>> run(const Script& script, std::string key, std::vector<std::string> arguments,
                               Repeat repeat) override {
    return send({.script = &script, .key = std::move(key), .arguments = std::move(arguments), .repeat = repeat});
  }

  awaitable<Result<Value>> call(Command command, Repeat repeat) override {
    if (command.empty()) command.emplace_back();  // the server would not reply to nothing
    return send({.arguments = std::move(command), .repeat = repeat});
  }

  awaitable<Result<Value>> block(Command command, std::chrono::milliseconds block) override {
    return shared::await_reply<Request>({.arguments = std::move(command)}, limits(SteadyClock::now()),
                                        [this, block](RequestPtr request) {
                                          const auto inside = doorway_.enter();
                                          lane_.submit(std::move(request), block);
                                        });
  }

  ServerFacts facts() const override { return keeper_.facts(); }
  std::uint64_t reconnects() const override { return keeper_.reconnects(); }

  void close() override {
    std::call_once(closed_, [this] {
      keeper_.close();
      thread_.join();
      keeper_.abandon();
      lane_.abandon();
    });
  }

 private:
  awaitable<Result<Value>> send(Errand errand) {
    const TimePoint now = SteadyClock::now();
    return shared::await_reply<Request>(std::move(errand), limits(now), [this, now](RequestPtr request) {
      const auto inside = doorway_.enter();
      keeper_.submit(std::move(request), now);
    });
  }

  Limits limits(TimePoint now) const {
    return {.patience = now + options_.patience, .end = now + options_.patience + options_.reply_timeout};
  }

  const ClientOptions options_;
  shared::Doorway doorway_;
  boost::asio::io_context io_{1};
  Dialer dialer_;
  Lane lane_;
  Keeper keeper_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::once_flag closed_;
  std::thread thread_;
};

}  // namespace

Result<std::shared_ptr<Client>> Client::connect(Target target, ClientOptions options) {
  std::shared_ptr<Trust> trust;
  if (target.tls) {
    auto loaded = load_trust(target.ca_file);
    if (!loaded) return std::unexpected(std::move(loaded.error()));
    trust = *std::move(loaded);
  }
  auto client = std::make_shared<SharedClient>(std::move(target), std::move(options), std::move(trust));
  if (auto started = client->start(); !started) return std::unexpected(std::move(started.error()));
  return client;
}

}  // namespace baton::redis
