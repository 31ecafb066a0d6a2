#include "http/http_sender.hpp"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <functional>
#include <mutex>
#include <utility>

#include "core/web_address.hpp"
#include "engine/bell.hpp"
#include "http/private_address.hpp"

namespace baton::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// Whom this machine trusts is read when the first message goes over TLS: a file of all authorities takes longer to read than
/// a daemon needs to start.
class HttpSender::Trust {
 public:
  Trust() : context_(asio::ssl::context::tls_client) {
    context_.set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
    context_.set_verify_mode(asio::ssl::verify_peer);
  }

  asio::ssl::context& context_for(const WebAddress& to) {
    // Who cannot be read is not trusted, which the handshake says.
    error_code ignored;
    if (to.secure) std::call_once(read_, [&] { context_.set_default_verify_paths(ignored); });
    return context_;
  }

 private:
  asio::ssl::context context_;
  std::once_flag read_;
};

namespace {

constexpr auto as_values = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t most_head_bytes = 16 * 1024;

std::unexpected<Error> undelivered(const WebAddress& to, std::string_view why) {
  return fail(Errc::unavailable, to.authority() + ": " + std::string(why));
}

std::string request_text(const WebAddress& to, const Parcel& parcel) {
  std::string text = "POST " + to.target + " HTTP/1.1\r\nHost: " + to.authority() + "\r\nUser-Agent: baton/" +
                     BATON_VERSION + "\r\nConnection: close\r\n";
  for (const auto& [name, value] : parcel.headers) text.append(name).append(": ").append(value).append("\r\n");
  return text.append("Content-Length: " + std::to_string(parcel.body.size()) + "\r\n\r\n").append(parcel.body);
}

/// Of `HTTP/1.1 204 No Content`; 0: it is none.
unsigned status_in(std::string_view head) {
  unsigned status = 0;
  if (!head.starts_with("HTTP/1.") || head.size() < 12 || head[8] != ' ') return 0;
  const auto [end, error] = std::from_chars(head.data() + 9, head.data() + 12, status);
  return error == std::errc{} && end == head.data() + 12 && status >= 100 ? status : 0;
}

/// One message under way, which its time, or the end of its sender, cuts short.
class Call : public std::enable_shared_from_this<Call> {
 public:
  Call(const asio::any_io_executor& executor, asio::ssl::context& trust, WebAddress to)
      : to_(std::move(to)), resolver_(executor), looked_up_(executor), timer_(executor), stream_(executor, trust) {}

  asio::awaitable<Result<unsigned>> run(Parcel parcel, Targets targets) {
    const auto self = shared_from_this();
    timer_.expires_after(parcel.timeout);
    timer_.async_wait([self](const error_code& error) {
      if (!error) self->cut("no answer in time");
    });
    const std::stop_callback on_stop(parcel.stop, std::function<void()>([self] { self->cut("baton stops"); }));
    auto status = co_await exchange(request_text(to_, parcel), targets);
    timer_.cancel();
    error_code ignored;
    stream_.lowest_layer().close(ignored);
    if (!status && !cut_.empty()) co_return undelivered(to_, cut_);
    co_return status;
  }

 private:
  using Found = tcp::resolver::results_type;

  void cut(std::string_view why) {
    if (cut_.empty()) cut_ = why;
    resolver_.cancel();
    looked_up_.ring();
    error_code ignored;
    stream_.lowest_layer().close(ignored);
  }

  /// The system cannot be told to stop looking up a name: what is cut short is left behind, and keeps this call.
  asio::awaitable<void> look_up() {
    resolver_.async_resolve(to_.host, std::to_string(to_.port),
                            [self = shared_from_this()](const error_code& unknown, const Found& found) {
                              self->unknown_ = unknown;
                              self->found_ = found;
                              self->looked_up_.ring();
                            });
    co_await looked_up_.wait(Bell::Clock::time_point::max());
  }

  asio::awaitable<Result<unsigned>> exchange(std::string text, Targets targets) {
    if (auto connected = co_await connect(targets); !connected) co_return std::unexpected(connected.error());
    if (!to_.secure) co_return co_await talk(&stream_.next_layer(), std::move(text));
    if (auto trusted = co_await shake_hands(); !trusted) co_return std::unexpected(trusted.error());
    co_return co_await talk(&stream_, std::move(text));
  }

  asio::awaitable<Result<void>> connect(Targets targets) {
    co_await look_up();
    if (!cut_.empty()) co_return undelivered(to_, cut_);
    if (unknown_) co_return undelivered(to_, unknown_.message());
    std::vector<tcp::endpoint> endpoints;
    for (const auto& entry : found_) {
      if (targets == Targets::any || !is_private(entry.endpoint().address())) endpoints.push_back(entry.endpoint());
    }
    if (endpoints.empty())
      co_return undelivered(to_, "is a private address, and webhook_targets allows only public ones");
    const auto [refused, endpoint] = co_await asio::async_connect(stream_.next_layer(), endpoints, as_values);
    if (refused) co_return undelivered(to_, refused.message());
    co_return Result<void>{};
  }

  asio::awaitable<Result<void>> shake_hands() {
    error_code ignored;
    // An address has no name to ask for.
    if (asio::ip::make_address(to_.host, ignored); ignored) {
      SSL_set_tlsext_host_name(stream_.native_handle(), to_.host.c_str());
    }
    stream_.set_verify_callback(asio::ssl::host_name_verification(to_.host));
    const auto [error] = co_await stream_.async_handshake(asio::ssl::stream_base::client, as_values);
    if (error) co_return undelivered(to_, "TLS: " + error.message());
    co_return Result<void>{};
  }

  template <class Stream>
  asio::awaitable<Result<unsigned>> talk(Stream* stream, std::string text) {
    const auto [unsent, sent] = co_await asio::async_write(*stream, asio::buffer(text), as_values);
    // A receiver may answer before it has read everything.
    std::string head;
    for (;;) {
      auto into = asio::dynamic_buffer(head, most_head_bytes);
      const auto [error, size] = co_await asio::async_read_until(*stream, into, "\r\n\r\n", as_values);
      if (error) co_return undelivered(to_, (unsent ? unsent : error).message());
      const unsigned status = status_in(head);
      if (status == 0) co_return undelivered(to_, "the answer is not HTTP/1.1");
      if (status >= 200) co_return status;
      head.erase(0, size);
    }
  }

  WebAddress to_;
  tcp::resolver resolver_;
  Bell looked_up_;
  error_code unknown_;
  Found found_;
  asio::steady_timer timer_;
  asio::ssl::stream<tcp::socket> stream_;
  std::string cut_;
};

}  // namespace

HttpSender::HttpSender(const asio::any_io_executor& executor, Targets targets)
    : executor_(executor), targets_(targets), trust_(std::make_unique<Trust>()) {}

HttpSender::~HttpSender() = default;

awaitable<Result<unsigned>> HttpSender::post(Parcel parcel) {
  auto address = WebAddress::parse(parcel.url);
  if (!address) co_return std::unexpected(std::move(address.error()));
  const auto call = std::make_shared<Call>(executor_, trust_->context_for(*address), *address);
  co_return co_await call->run(std::move(parcel), targets_);
}

}  // namespace baton::http
