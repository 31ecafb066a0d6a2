#include "backend/redis/link.hpp"

#include <boost/asio/this_coro.hpp>
#include <iterator>
#include <utility>

#include "backend/shared/alarm.hpp"

namespace baton::redis {
namespace {
constexpr std::size_t room_size = 64 * 1024;
}  // namespace

Link::Link(std::shared_ptr<Wire> wire) : wire_(std::move(wire)), room_(room_size) {}

awaitable<Result<std::vector<Value>>> Link::ask(std::vector<Command> commands, TimePoint until) {
  std::string bytes;
  for (const Command& command : commands) append_command(bytes, command);
  const shared::Alarm limit(co_await boost::asio::this_coro::executor, until, [this] { wire_->close(); });
  auto replies = co_await exchange(std::move(bytes), commands.size());
  if (limit.rang()) co_return fail(Errc::unavailable, "no answer in time");
  co_return replies;
}

awaitable<Result<std::vector<Value>>> Link::exchange(std::string bytes, std::size_t replies) {
  if (auto written = co_await wire_->write(bytes); !written) co_return std::unexpected(std::move(written.error()));
  std::vector<Value> all;
  while (all.size() < replies) {
    auto some = co_await receive();
    if (!some) co_return std::unexpected(std::move(some.error()));
    all.insert(all.end(), std::make_move_iterator(some->begin()), std::make_move_iterator(some->end()));
  }
  if (all.size() > replies) co_return fail(Errc::unavailable, "the server sent more than it was asked for");
  co_return all;
}

awaitable<Result<std::vector<Value>>> Link::receive() {
  const auto count = co_await wire_->read(room_);
  if (!count) co_return std::unexpected(count.error());
  reader_.feed({room_.data(), *count});
  std::vector<Value> values;
  for (;;) {
    auto value = reader_.next();
    if (!value) co_return std::unexpected(std::move(value.error()));
    if (!*value) co_return values;
    values.push_back(**std::move(value));
  }
}

}  // namespace baton::redis
