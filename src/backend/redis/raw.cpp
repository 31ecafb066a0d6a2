#include "backend/redis/raw.hpp"

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "backend/redis/pack.hpp"
#include "backend/redis/resp.hpp"
#include "backend/redis/scripts.hpp"
#include "backend/redis/setup.hpp"
#include "backend/shared/wait_for.hpp"

namespace baton::redis {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using Steady = std::chrono::steady_clock;

/// A connection that waits for each answer.
class Line {
 public:
  static Result<Line> connect(const Target& target) {
    Line line;
    boost::system::error_code failed;
    tcp::resolver resolver(*line.loop_);
    const Address& address = target.addresses.front();
    const auto found = resolver.resolve(address.host, std::to_string(address.port), failed);
    if (!failed) asio::connect(*line.socket_, found, failed);
    if (failed) return fail(Errc::unavailable, "the server cannot be reached: " + failed.message());
    line.socket_->set_option(tcp::no_delay(true));
    return line;
  }

  Result<void> send(std::string_view bytes) {
    boost::system::error_code failed;
    asio::write(*socket_, asio::buffer(bytes), failed);
    if (failed) return fail(Errc::unavailable, failed.message());
    return {};
  }

  Result<Value> receive() {
    while (true) {
      auto value = reader_->next();
      if (!value) return std::unexpected(std::move(value.error()));
      if (*value) return **std::move(value);
      boost::system::error_code failed;
      const std::size_t count = socket_->read_some(asio::buffer(*room_), failed);
      if (failed) return fail(Errc::unavailable, failed.message());
      reader_->feed({room_->data(), count});
    }
  }

  Result<Value> ask(const Command& command) {
    std::string bytes;
    append_command(bytes, command);
    if (auto sent = send(bytes); !sent) return std::unexpected(std::move(sent.error()));
    auto value = receive();
    if (value && value->kind == Value::Kind::error) return fail(Errc::unavailable, value->text);
    return value;
  }

 private:
  std::unique_ptr<asio::io_context> loop_ = std::make_unique<asio::io_context>();
  std::unique_ptr<tcp::socket> socket_ = std::make_unique<tcp::socket>(*loop_);
  std::unique_ptr<Reader> reader_ = std::make_unique<Reader>();
  std::unique_ptr<std::array<char, 65536>> room_ = std::make_unique<std::array<char, 65536>>();
};

class RawServer final : public RawEngine {
 public:
  RawServer(Line line, std::string prefix) : line_(std::move(line)), prefix_(std::move(prefix)) {}

  bool is_pipelined() const override { return true; }

  Replay run(const std::vector<Verb>& verbs, std::size_t callers) override {
    std::vector<std::string> commands;
    commands.reserve(verbs.size());
    for (const Verb& verb : verbs) commands.push_back(encode(verb));
    std::vector<Result<Value>> values;
    values.reserve(verbs.size());
    Replay replay;
    replay.took.reserve(verbs.size());
    const auto start = Steady::now();
    for (std::size_t at = 0; at < commands.size(); at += callers) {
      run_batch(std::span(commands).subspan(at, std::min(callers, commands.size() - at)), values, replay);
    }
    replay.elapsed = Steady::now() - start;
    for (std::size_t i = 0; i < values.size(); ++i) replay.answers.push_back(decode(verbs[i], values[i]));
    return replay;
  }

 private:
  std::string encode(const Verb& verb) const {
    Command command{"EVALSHA", script_of(verb).digest, "1", prefix_, pack(verb), "", ""};
    std::string extra = pack_extra(verb).value_or(std::string());
    if (!extra.empty()) command.push_back(std::move(extra));
    std::string bytes;
    append_command(bytes, command);
    return bytes;
  }

  void run_batch(std::span<const std::string> commands, std::vector<Result<Value>>& values, Replay& replay) {
    batch_.clear();
    for (const std::string& command : commands) batch_ += command;
    const auto before = Steady::now();
    const auto sent = line_.send(batch_);
    for (std::size_t i = 0; i < commands.size(); ++i) {
      values.push_back(sent ? line_.receive() : Result<Value>(std::unexpected(sent.error())));
      replay.took.push_back(Steady::now() - before);
    }
  }

  static Result<Reply> decode(const Verb& verb, const Result<Value>& value) {
    if (!value) return std::unexpected(value.error());
    if (value->kind == Value::Kind::error) return fail(Errc::unavailable, value->text);
    return unpack(verb, value->text).outcome;
  }

  Line line_;
  const std::string prefix_;
  std::string batch_;
};

Result<void> prepare(Line& line, const Target& target) {
  std::vector<Command> commands = login(target.user, target.password);
  if (target.database > 0) commands.push_back({"SELECT", std::to_string(target.database)});
  for (const Script& script : all_scripts()) commands.push_back({"SCRIPT", "LOAD", std::string(script.text)});
  for (const Command& command : commands) {
    if (auto done = line.ask(command); !done) return std::unexpected(std::move(done.error()));
  }
  return {};
}

awaitable<Result<Done>> erase_keys(std::shared_ptr<Client> client, std::string prefix) {
  // A command with a key leads to the node of a cluster that holds it.
  Command look{"EXISTS", prefix};
  if (auto there = co_await client->call(std::move(look), Repeat::safe); !there) {
    co_return std::unexpected(std::move(there.error()));
  }
  // Braces and colons mean nothing in a pattern, and a namespace holds nothing that does.
  const std::string pattern = prefix + "*";
  std::string cursor = "0";
  do {
    Command scan{"SCAN", cursor, "MATCH", pattern, "COUNT", "1000"};
    auto page = co_await client->call(std::move(scan), Repeat::safe);
    if (!page) co_return std::unexpected(std::move(page.error()));
    cursor = page->items.at(0).text;
    Command unlink{"UNLINK"};
    for (const Value& key : page->items.at(1).items) unlink.push_back(key.text);
    if (unlink.size() == 1) continue;
    auto gone = co_await client->call(std::move(unlink), Repeat::safe);
    if (!gone) co_return std::unexpected(std::move(gone.error()));
  } while (cursor != "0");
  co_return Done{};
}

}  // namespace

Result<std::unique_ptr<RawEngine>> open_raw(const Options& options) {
  const auto target = parse_target(options.url);
  if (!target) return std::unexpected(target.error());
  if (target->tls || !target->primary.empty()) {
    return fail(Errc::invalid,
                "the raw engine is measured over a plain connection to one server; use redis://host:port");
  }
  auto line = Line::connect(*target);
  if (!line) return std::unexpected(std::move(line.error()));
  if (auto ready = prepare(*line, *target); !ready) return std::unexpected(std::move(ready.error()));
  return std::make_unique<RawServer>(*std::move(line), prefix_of(options.name_space));
}

Result<void> erase(const Options& options) {
  auto target = parse_target(options.url);
  if (!target) return std::unexpected(std::move(target.error()));
  auto client = Client::connect(*std::move(target), options.client);
  if (!client) return std::unexpected(std::move(client.error()));
  auto outcome = shared::wait_for(erase_keys(*client, prefix_of(options.name_space)));
  (*client)->close();
  if (!outcome) return std::unexpected(std::move(outcome.error()));
  return {};
}

}  // namespace baton::redis
