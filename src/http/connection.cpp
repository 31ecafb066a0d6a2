#include "http/connection.hpp"

#include <sys/socket.h>

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <exception>
#include <utility>

#include "http/limits.hpp"
#include "http/wire.hpp"

namespace baton::http {

namespace asio = boost::asio;

namespace {

constexpr auto quietly = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t read_bytes = 16 * 1024;

std::chrono::seconds time_for(int phase) {
  static constexpr std::array times{limits::idle_time,
                                    limits::header_time,
                                    limits::body_time,
                                    std::chrono::seconds{24 * 3600},
                                    limits::write_time,
                                    limits::linger_time,
                                    std::chrono::seconds{24 * 3600}};
  return times.at(static_cast<std::size_t>(phase));
}

std::string request_id_of(const Arrival& arrival) {
  const auto given = arrival.field("X-Request-Id");
  return given && is_identifier(*given) ? std::string(*given) : make_unique_text();
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, std::shared_ptr<Service> service, Server::Trouble trouble)
    : socket_(std::move(socket)), service_(std::move(service)), trouble_(std::move(trouble)) {
  boost::system::error_code ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  enter(Phase::head);
}

void Connection::enter(Phase phase) {
  phase_ = phase;
  deadline_ = Clock::now() + time_for(static_cast<int>(phase));
}

asio::awaitable<void> Connection::run() {
  while (auto arrival = co_await read_request()) {
    arrival->request_id = request_id_of(*arrival);
    arrival->peer = Presence{.left = left_.get_token(), .gone = [this] { return peer_is_gone(); }};
    const std::string request_id = arrival->request_id;
    const bool with_body = arrival->method != Method::head;
    enter(Phase::answering);
    Response response = co_await answer(*std::move(arrival));
    const bool go_on = keep_alive_ && !stopping_ && !response.stream;
    if (!co_await write(to_wire(response, request_id, go_on, with_body))) break;
    if (response.stream && with_body) co_await pour(std::move(response.stream), request_id);
    if (!go_on) break;
    enter(Phase::idle);
  }
  close();
}

asio::awaitable<void> Connection::refuse(Problem problem) {
  const std::string request_id = make_unique_text();
  if (co_await write(to_wire(to_response(problem, request_id), request_id, false, true))) co_await linger();
  close();
}

asio::awaitable<std::optional<Arrival>> Connection::read_request() {
  RequestReader reader;
  const auto step = co_await read_whole(&reader);
  if (step == RequestReader::Step::complete) {
    keep_alive_ = reader.keep_alive();
    co_return reader.take();
  }
  if (step == RequestReader::Step::broken) {
    co_await refuse(reader.problem());
  } else if (timed_out_) {
    co_await refuse(too_slow());
  }
  co_return std::nullopt;
}

asio::awaitable<RequestReader::Step> Connection::read_whole(RequestReader* reader) {
  using Step = RequestReader::Step;
  for (;;) {
    const Step step = reader->feed(input_);
    if (step == Step::complete || step == Step::broken) co_return step;
    if (step == Step::head_done) {
      enter(Phase::body);
      const bool waits = input_.empty() && reader->expects_continue();
      if (waits && !co_await write("HTTP/1.1 100 Continue\r\n\r\n")) co_return Step::need_more;
      enter(Phase::body);
      continue;
    }
    if (phase_ == Phase::idle && !input_.empty()) enter(Phase::head);
    if (!co_await read_more()) co_return Step::need_more;
  }
}

asio::awaitable<bool> Connection::read_more() {
  const auto before = input_.size();
  input_.resize(before + read_bytes);
  const auto [error, count] =
      co_await socket_.async_read_some(asio::buffer(input_.data() + before, read_bytes), quietly);
  input_.resize(before + count);
  // A client that never said anything is not told that it was slow.
  if (error && (phase_ == Phase::idle || (phase_ == Phase::head && input_.empty()))) timed_out_ = false;
  co_return !error;
}

asio::awaitable<Response> Connection::answer(Arrival arrival) {
  const std::string request_id = arrival.request_id;
  std::string bug;
  try {
    co_return co_await service_->answer(std::move(arrival));
  } catch (const std::exception& exception) {
    bug = exception.what();
  }
  trouble_("request " + request_id + " met a bug: " + bug);
  co_return to_response(internal_error(), request_id);
}

asio::awaitable<void> Connection::pour(std::shared_ptr<BodySource> source, std::string request_id) {
  std::string bug;
  // Nothing more is read, and thousands of streams would hold as many buffers.
  input_.clear();
  input_.shrink_to_fit();
  try {
    while (!stopping_) {
      enter(Phase::streaming);
      auto pieces = co_await source->next();
      if (pieces.empty() || !co_await write(std::move(pieces))) co_return;
    }
    co_return;
  } catch (const std::exception& exception) {
    bug = exception.what();
  }
  trouble_("the stream of request " + request_id + " met a bug: " + bug);
}

asio::awaitable<bool> Connection::write(BodySource::Pieces pieces) {
  enter(Phase::writing);
  std::vector<asio::const_buffer> buffers;
  buffers.reserve(pieces.size());
  for (const auto& piece : pieces) buffers.push_back(asio::buffer(*piece));
  const auto [error, count] = co_await asio::async_write(socket_, buffers, quietly);
  co_return !error;
}

asio::awaitable<bool> Connection::write(std::string text) {
  enter(Phase::writing);
  const auto [error, count] = co_await asio::async_write(socket_, asio::buffer(text), quietly);
  co_return !error;
}

// Closing with unread input would make the kernel reset the connection and throw away our answer.
asio::awaitable<void> Connection::linger() {
  enter(Phase::lingering);
  boost::system::error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  std::array<char, read_bytes> rest{};
  for (;;) {
    const auto [error, count] = co_await socket_.async_read_some(asio::buffer(rest), quietly);
    if (error) co_return;
  }
}

void Connection::check(Clock::time_point now) {
  if ((phase_ == Phase::answering || phase_ == Phase::streaming) && peer_is_gone()) left_.request_stop();
  if (now < deadline_) return;
  boost::system::error_code ignored;
  if (phase_ == Phase::head || phase_ == Phase::body) {
    timed_out_ = true;
    socket_.cancel(ignored);
  } else {
    close();
  }
}

void Connection::stop() {
  stopping_ = true;
  if (phase_ == Phase::streaming) {
    left_.request_stop();
  } else if (phase_ != Phase::answering && phase_ != Phase::writing) {
    close();
  }
}

void Connection::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

bool Connection::peer_is_gone() {
  if (!socket_.is_open()) return true;
  char next = 0;
  const auto count = ::recv(socket_.native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
  if (count > 0) return false;
  return count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

}  // namespace baton::http
