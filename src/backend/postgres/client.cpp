#include "backend/postgres/client.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <mutex>
#include <thread>
#include <utility>

#include "backend/postgres/pool.hpp"
#include "backend/shared/doorway.hpp"

namespace baton::postgres {
namespace {

class SharedClient final : public Client {
 public:
  SharedClient(Target target, ClientOptions options)
      : patience_(options.patience),
        whole_(options.patience + target.statement_timeout + options.reply_timeout),
        pool_(io_, std::move(target), std::move(options)),
        work_(io_.get_executor()),
        thread_([this] { io_.run(); }) {}

  ~SharedClient() override {
    close();
    doorway_.wait_until_empty();
  }
  SharedClient(const SharedClient&) = delete;
  SharedClient& operator=(const SharedClient&) = delete;

  Result<Done> start() { return pool_.start().get(); }

  awaitable<Result<std::string>> run(Line line, Row item, Repeat repeat) override {
    auto reply = co_await send({.line = line, .row = std::move(item), .repeat = repeat});
    if (!reply) co_return std::unexpected(std::move(reply.error()));
    co_return *std::move(reply->front().front());
  }

  awaitable<Result<Table>> call(Statement statement, Parameters parameters, Repeat repeat) override {
    return send({.statement = std::move(statement), .parameters = std::move(parameters), .repeat = repeat});
  }

  ServerFacts facts() const override { return pool_.facts(); }
  std::uint64_t reconnects() const override { return pool_.reconnects(); }

  void close() override {
    std::call_once(closed_, [this] {
      pool_.close();
      thread_.join();
      pool_.abandon();
    });
  }

 private:
  awaitable<Result<Table>> send(Errand errand) {
    const TimePoint now = SteadyClock::now();
    return shared::await_reply<Request>(std::move(errand), Limits{.patience = now + patience_, .end = now + whole_},
                                        [this, now](RequestPtr request) {
                                          const auto inside = doorway_.enter();
                                          pool_.submit(std::move(request), now);
                                        });
  }

  const std::chrono::milliseconds patience_;
  const std::chrono::milliseconds whole_;
  shared::Doorway doorway_;
  boost::asio::io_context io_{1};
  Pool pool_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::once_flag closed_;
  std::thread thread_;
};

}  // namespace

Result<std::shared_ptr<Client>> Client::connect(Target target, ClientOptions options) {
  auto client = std::make_shared<SharedClient>(std::move(target), std::move(options));
  if (auto started = client->start(); !started) return std::unexpected(std::move(started.error()));
  return client;
}

}  // namespace baton::postgres
