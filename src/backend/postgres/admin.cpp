#include "backend/postgres/admin.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <optional>
#include <utility>

#include "backend/postgres/setup.hpp"

namespace baton::postgres {

namespace asio = boost::asio;

class Admin::Loop {
 public:
  /// Carries out a task on this thread.
  template <class T>
  T run(awaitable<T> task) {
    std::optional<T> outcome;
    asio::co_spawn(io_, std::move(task), [&outcome](const std::exception_ptr& bug, T ended) {
      if (bug) std::rethrow_exception(bug);
      outcome.emplace(std::move(ended));
    });
    io_.restart();
    io_.run();
    return *std::move(outcome);
  }

  Result<void> connect(const Target& target) {
    auto made = run(dial(io_, target, Limited::no));
    if (!made) return std::unexpected(std::move(made.error().error));
    server_ = *std::move(made);
    return {};
  }

  /// `tables`: what became of an exchange.
  static Result<Table> last(Attempt<Tables> tables) {
    if (!tables) return std::unexpected(std::move(tables.error().error));
    return tables->empty() ? Table{} : std::move(tables->back());
  }

  Established& server() { return server_; }

 private:
  asio::io_context io_{1};
  Established server_;
};

Admin::Admin(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}
Admin::~Admin() = default;
Admin::Admin(Admin&& other) noexcept = default;
Admin& Admin::operator=(Admin&& other) noexcept = default;

Result<Admin> Admin::connect(const Target& target) {
  auto loop = std::make_unique<Loop>();
  if (auto connected = loop->connect(target); !connected) return std::unexpected(std::move(connected.error()));
  return Admin(std::move(loop));
}

Result<Admin> Admin::connect(std::string_view url) {
  const auto target = parse_target(url);
  if (!target) return std::unexpected(target.error());
  return connect(*target);
}

Result<Table> Admin::exec(const std::string& constant_sql) {
  return Loop::last(loop_->run(loop_->server().connection->ask_text(constant_sql)));
}

Result<Table> Admin::query(const std::string& sql, Parameters parameters) {
  const Statement statement{.text = sql};
  std::vector<Command> commands(1, Command{.statement = &statement, .values = std::move(parameters)});
  return Loop::last(loop_->run(loop_->server().connection->ask(std::move(commands), TimePoint::max())));
}

const ServerFacts& Admin::facts() const { return loop_->server().facts; }

}  // namespace baton::postgres
