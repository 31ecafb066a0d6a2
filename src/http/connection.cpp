#include "http/connection.hpp"

#include <array>
#include <exception>
#include <utility>

#include "http/limits.hpp"
#include "http/wire.hpp"

namespace baton::http {

namespace asio = boost::asio;

namespace {

// Most requests are much shorter, and thousands of connections each hold what their largest read took.
constexpr std::size_t head_read = 4 * 1024;
constexpr std::size_t body_read = 16 * 1024;
// Less at a time is a bit.
constexpr std::size_t smallest_piece = 256;

std::string request_id_of(const Arrival& arrival) {
  const auto given = arrival.field("X-Request-Id");
  return given && is_identifier(*given) ? std::string(*given) : make_unique_text();
}

}  // namespace

Connection::Connection(asio::ip::tcp::socket socket, std::shared_ptr<asio::ssl::context> tls,
                       const Surroundings& around)
    : socket_(std::move(socket), std::move(tls)),
      around_(around),
      address_(socket_.address()),
      next_check_(socket_.executor()) {
  enter(Phase::head);
}

std::chrono::milliseconds Connection::time_for(Phase phase) const {
  switch (phase) {
    case Phase::idle: return around_.limits.idle_time;
    case Phase::head: return around_.limits.header_time;
    case Phase::body: return around_.limits.body_time;
    case Phase::answering:
    case Phase::streaming: return std::chrono::hours{24};
    case Phase::writing: return around_.limits.write_time;
    case Phase::lingering: return around_.limits.linger_time;
  }
  return around_.limits.idle_time;
}

void Connection::enter(Phase phase) {
  phase_ = phase;
  deadline_ = Clock::now() + time_for(phase);
}

asio::awaitable<bool> Connection::greet() {
  const auto greeting = co_await socket_.greet();
  if (greeting == ClientSocket::Greeting::plain) {
    co_await refuse(
        bad_request("this port speaks TLS, and the request came without it", "use https:// instead of http://"));
  }
  co_return greeting == ClientSocket::Greeting::done;
}

asio::awaitable<void> Connection::run() {
  if (!co_await greet()) co_return close();
  while (auto arrival = co_await read_request()) {
    arrival->request_id = request_id_of(*arrival);
    arrival->address = address_;
    arrival->peer = Presence{.left = left_.get_token(), .gone = [this] { return socket_.is_gone(); }};
    const std::string request_id = arrival->request_id;
    const bool with_body = arrival->method != Method::head;
    enter(Phase::answering);
    Response response = co_await answer(*std::move(arrival));
    const bool go_on = keep_alive_ && !stopping_ && !response.stream;
    if (!co_await write(head_of(response, request_id, go_on), with_body ? content_of(response) : "")) break;
    if (response.stream && with_body) co_await pour(std::move(response.stream), request_id);
    if (!go_on) {
      enter(Phase::lingering);
      co_await socket_.take_leave();
      break;
    }
    enter(Phase::idle);
  }
  close();
}

asio::awaitable<void> Connection::turn_away(Problem problem) {
  enter(Phase::lingering);
  if (co_await greet()) co_await refuse(std::move(problem));
  close();
}

asio::awaitable<void> Connection::refuse(Problem problem) {
  std::string request_id = make_unique_text();
  Response response = to_response(problem, request_id);
  return refuse(std::move(response), std::move(request_id));
}

asio::awaitable<void> Connection::refuse(Response response, std::string request_id) {
  if (co_await write(head_of(response, request_id, false), content_of(response))) co_await linger();
  close();
}

asio::awaitable<std::optional<Arrival>> Connection::read_request() {
  RequestReader reader;
  in_bits_since_.reset();
  const auto step = co_await read_whole(&reader);
  place_.reset();
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
  bool is_to_be_received = false;
  bool asked_for = false;
  for (;;) {
    const Step step = reader->feed(input_);
    if (step == Step::complete || step == Step::broken) co_return step;
    if (step == Step::head_done) {
      asked_for = input_.empty() && reader->expects_continue();
      is_to_be_received = true;
      enter(Phase::body);
      continue;
    }
    if (std::exchange(is_to_be_received, false) && !co_await receive(reader, asked_for)) co_return Step::need_more;
    if (phase_ == Phase::idle && !input_.empty()) enter(Phase::head);
    if (!co_await read_more()) co_return Step::need_more;
  }
}

// A body that came along with its head is there anyway; any other is memory and time that not everybody is given.
asio::awaitable<bool> Connection::receive(RequestReader* reader, bool asked_for) {
  Arrival head = reader->head();
  head.request_id = request_id_of(head);
  head.address = address_;
  std::string request_id = head.request_id;
  auto reception = co_await reception_of(std::move(head));
  if (reception.refusal) {
    co_await refuse(*std::move(reception.refusal), std::move(request_id));
    co_return false;
  }
  place_ = std::move(reception.place);
  if (asked_for && !co_await write("HTTP/1.1 100 Continue\r\n\r\n")) co_return false;
  enter(Phase::body);
  co_return true;
}

bool Connection::dribbles() {
  const bool under_way = phase_ == Phase::body || (phase_ == Phase::head && !input_.empty());
  if (!under_way || last_read_ >= smallest_piece) return false;
  const auto now = Clock::now();
  if (!in_bits_since_) in_bits_since_ = now;
  return now >= *in_bits_since_ + around_.limits.dribble_time;
}

asio::awaitable<bool> Connection::read_more() {
  // A thousand who send a byte at a time would each take a turn of the event loop for it. What they send gathers until
  // the next check, and those are spread.
  if (dribbles()) {
    awaits_check_ = true;
    co_await next_check_.wait(Clock::time_point::max());
    awaits_check_ = false;
    if (timed_out_) co_return false;
  }
  const auto before = input_.size();
  const auto most = phase_ == Phase::body ? body_read : head_read;
  input_.resize(before + most);
  const auto [error, count] = co_await socket_.read_some(asio::buffer(input_.data() + before, most));
  input_.resize(before + count);
  last_read_ = count;
  // A client that never said anything is not told that it was slow.
  if (error && (phase_ == Phase::idle || (phase_ == Phase::head && input_.empty()))) timed_out_ = false;
  co_return !error;
}

asio::awaitable<Reception> Connection::reception_of(Arrival head) {
  const std::string request_id = head.request_id;
  std::string bug;
  try {
    co_return co_await around_.service->receive(std::move(head));
  } catch (const std::exception& exception) {
    bug = exception.what();
  }
  around_.trouble("request " + request_id + " met a bug: " + bug);
  co_return Reception{.refusal = to_response(internal_error(), request_id)};
}

asio::awaitable<Response> Connection::answer(Arrival arrival) {
  const std::string request_id = arrival.request_id;
  std::string bug;
  try {
    co_return co_await around_.service->answer(std::move(arrival));
  } catch (const std::exception& exception) {
    bug = exception.what();
  }
  around_.trouble("request " + request_id + " met a bug: " + bug);
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
  around_.trouble("the stream of request " + request_id + " met a bug: " + bug);
}

asio::awaitable<bool> Connection::write(BodySource::Pieces pieces) {
  enter(Phase::writing);
  std::vector<asio::const_buffer> buffers;
  buffers.reserve(pieces.size());
  for (const auto& piece : pieces) buffers.push_back(asio::buffer(*piece));
  const auto [error, count] = co_await socket_.write(buffers);
  co_return !error;
}

asio::awaitable<bool> Connection::write(std::string text) { return write(std::move(text), {}); }

asio::awaitable<bool> Connection::write(std::string head, std::string_view body) {
  enter(Phase::writing);
  const auto [error, count] = co_await socket_.write({asio::buffer(head), asio::buffer(body)});
  co_return !error;
}

// Closing with unread input would make the kernel reset the connection and throw away our answer.
asio::awaitable<void> Connection::linger() {
  enter(Phase::lingering);
  co_await socket_.take_leave();
  std::array<char, head_read> rest{};
  for (;;) {
    const auto [error, count] = co_await socket_.read_some(asio::buffer(rest));
    if (error) co_return;
  }
}

void Connection::check(Clock::time_point now) {
  if ((phase_ == Phase::answering || phase_ == Phase::streaming) && socket_.is_gone()) left_.request_stop();
  if (now >= deadline_) {
    if (phase_ == Phase::head || phase_ == Phase::body) {
      timed_out_ = true;
      socket_.cancel();
    } else {
      close();
    }
  }
  if (awaits_check_) next_check_.ring();
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
  socket_.close();
  if (awaits_check_) next_check_.ring();
}

}  // namespace baton::http
