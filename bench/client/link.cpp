#include "client/link.hpp"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <utility>

namespace bench {

namespace asio = boost::asio;

namespace {

constexpr auto quietly = asio::as_tuple(asio::use_awaitable);

std::size_t number_after(std::string_view text, std::string_view name) {
  const auto at = text.find(name);
  std::size_t number = 0;
  if (at == std::string_view::npos) return 0;
  std::from_chars(text.data() + at + name.size(), text.data() + text.size(), number);
  return number;
}

}  // namespace

asio::awaitable<bool> Link::connect() {
  const auto [error] = co_await socket_.async_connect(door_.endpoint, quietly);
  if (!error) socket_.set_option(asio::ip::tcp::no_delay(true));
  co_return !error;
}

std::string Link::head_of(std::string_view method, std::string_view target, std::size_t body_bytes) const {
  std::string head(method);
  head.append(" ").append(target).append(" HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ").append(door_.token);
  return head.append("\r\nContent-Length: ").append(std::to_string(body_bytes)).append("\r\n\r\n");
}

asio::awaitable<bool> Link::send(std::string bytes) {
  const auto [error, count] = co_await asio::async_write(socket_, asio::buffer(bytes), quietly);
  co_return !error;
}

asio::awaitable<int> Link::read_head(std::size_t* body_bytes) {
  const auto [error, size] =
      co_await asio::async_read_until(socket_, asio::dynamic_buffer(input_), "\r\n\r\n", quietly);
  if (error) co_return 0;
  const std::string_view head(input_.data(), size);
  const int status = static_cast<int>(number_after(head, "HTTP/1.1 "));
  *body_bytes = number_after(head, "Content-Length: ");
  input_.erase(0, size);
  co_return status;
}

asio::awaitable<Answer> Link::request(std::string method, std::string target, std::string body) {
  if (!co_await send(head_of(method, target, body.size()) + body)) co_return Answer{};
  std::size_t size = 0;
  Answer answer{.status = co_await read_head(&size)};
  while (answer.status != 0 && input_.size() < size) {
    if (!co_await fill()) co_return Answer{};
  }
  answer.body = input_.substr(0, size);
  input_.erase(0, size);
  co_return answer;
}

asio::awaitable<int> Link::open(std::string target) {
  if (!co_await send(head_of("GET", target, 0))) co_return 0;
  std::size_t size = 0;
  co_return co_await read_head(&size);
}

asio::awaitable<bool> Link::fill() {
  std::array<char, 4096> chunk;
  const auto [error, count] = co_await socket_.async_read_some(asio::buffer(chunk), quietly);
  input_.append(chunk.data(), count);
  co_return !error;
}

asio::awaitable<std::string> Link::read() {
  if (input_.empty()) co_await fill();
  co_return std::exchange(input_, {});
}

void Link::close() {
  boost::system::error_code ignored;
  socket_.close(ignored);
}

}  // namespace bench
