#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/bell.hpp"
#include "http/client_socket.hpp"
#include "http/request_reader.hpp"
#include "http/server.hpp"

namespace baton::http {

/// One client: reads requests one after the other and answers each before it reads on. Kept alive by its owner until
/// `run` is done.
class Connection {
 public:
  using Clock = std::chrono::steady_clock;

  /// What outlives every connection of a server.
  struct Surroundings {
    std::shared_ptr<Service> service;
    Server::Trouble trouble;
    ServerLimits limits;
  };

  /// Without a context for TLS it is a plain one.
  Connection(boost::asio::ip::tcp::socket socket, std::shared_ptr<boost::asio::ssl::context> tls,
             const Surroundings& around);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Until the connection is closed.
  boost::asio::awaitable<void> run();
  /// Answers with `problem` whatever comes, and closes, all within the time for lingering.
  boost::asio::awaitable<void> turn_away(Problem problem);

  /// Called every second or so: ends what takes too long, and notices a client that left while its request waits.
  void check(Clock::time_point now);
  /// Closes now if no request is being answered, else after its answer.
  void stop();
  void close();

 private:
  enum class Phase { idle, head, body, answering, writing, lingering, streaming };

  /// The next request, or nothing if the connection is to be closed: a refusal has been sent then.
  boost::asio::awaitable<std::optional<Arrival>> read_request();
  boost::asio::awaitable<RequestReader::Step> read_whole(RequestReader* reader);
  /// Whether the body of that request is wanted; else it has been refused.
  boost::asio::awaitable<bool> receive(RequestReader* reader, bool asked_for);
  boost::asio::awaitable<Reception> reception_of(Arrival head);
  boost::asio::awaitable<bool> read_more();
  /// Whether the request that is being read comes in bits, and has done so for a while.
  bool dribbles();
  boost::asio::awaitable<Response> answer(Arrival arrival);
  boost::asio::awaitable<bool> write(std::string text);
  /// `body` belongs to the caller, and goes out with the head without being copied to it.
  boost::asio::awaitable<bool> write(std::string head, std::string_view body);
  boost::asio::awaitable<bool> greet();
  boost::asio::awaitable<void> refuse(Problem problem);
  boost::asio::awaitable<void> refuse(Response response, std::string request_id);
  boost::asio::awaitable<bool> write(BodySource::Pieces pieces);
  /// Writes what the source gives, until it ends or one of the two sides does.
  boost::asio::awaitable<void> pour(std::shared_ptr<BodySource> source, std::string request_id);
  boost::asio::awaitable<void> linger();
  std::chrono::milliseconds time_for(Phase phase) const;
  void enter(Phase phase);

  ClientSocket socket_;
  const Surroundings& around_;
  std::string address_;
  std::string input_;  ///< read and not yet part of a request
  std::size_t last_read_ = 0;
  std::shared_ptr<const void> place_;               ///< of the body that is being read
  std::optional<Clock::time_point> in_bits_since_;  ///< of the request that is being read
  Bell next_check_;
  bool awaits_check_ = false;
  Phase phase_ = Phase::head;
  Clock::time_point deadline_;
  bool keep_alive_ = true;
  bool timed_out_ = false;
  bool stopping_ = false;
  std::stop_source left_;
};

}  // namespace baton::http
