#include "daemon/log.hpp"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <chrono>

#include "baton/time.hpp"
#include "cli/printable.hpp"
#include "core/redact.hpp"
#include "core/writer.hpp"

namespace baton::daemon {

namespace {

constexpr const char* request_logger = "request";

std::string_view word_of(spdlog::level::level_enum level) {
  const auto word = spdlog::level::to_string_view(level);
  return {word.data(), word.size()};
}

/// What somebody logged, without secrets.
std::string message_of(const spdlog::details::log_msg& message) {
  return redacted(std::string_view(message.payload.data(), message.payload.size()));
}

class RedactedMessage final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm& /*time*/, spdlog::memory_buf_t& out) override {
    const std::string text = message_of(message);
    out.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<spdlog::custom_flag_formatter> clone() const override { return std::make_unique<RedactedMessage>(); }
};

/// A line of JSON. What the logger of requests says is an object already.
class JsonLines final : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) override {
    const std::string payload = message_of(message);
    ObjectWriter line;
    line.text("time", to_text(std::chrono::floor<Duration>(message.time))).text("level", word_of(message.level));
    if (std::string_view(message.logger_name.data(), message.logger_name.size()) == request_logger) {
      line.text("message", "request").json("request", Json::trusted(payload));
    } else {
      line.text("message", payload);
    }
    const std::string text = line.json().text() + "\n";
    out.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<spdlog::formatter> clone() const override { return std::make_unique<JsonLines>(); }
};

bool is_json(const std::string& format) {
  return format == "json" || (format == "auto" && ::isatty(STDERR_FILENO) == 0);
}

bool json_lines = false;

struct Served {
  http::Method method = http::Method::other;
  std::string path;
  std::string request_id;
  unsigned status = 0;
  std::chrono::microseconds took{};
};

void tell(const Served& served) {
  const auto logger = spdlog::get(request_logger);
  if (logger == nullptr) return;
  if (!json_lines) {
    logger->debug("{} {} {} in {} us, request {}", http::to_text(served.method), cli::printable(served.path),
                  served.status, served.took.count(), served.request_id);
    return;
  }
  const Json line = ObjectWriter()
                        .text("id", served.request_id)
                        .text("method", http::to_text(served.method))
                        .text("path", served.path)
                        .number("status", served.status)
                        .number("took_us", static_cast<std::uint64_t>(served.took.count()))
                        .json();
  logger->debug("{}", line.text());
}

class LoggedService final : public http::Service {
 public:
  explicit LoggedService(std::shared_ptr<http::Service> service) : service_(std::move(service)) {}

  boost::asio::awaitable<http::Reception> receive(http::Arrival head) override {
    Served served = served_of(head);
    const auto start = Clock::now();
    auto reception = co_await service_->receive(std::move(head));
    if (reception.refusal) tell(std::move(served), reception.refusal->status, start);
    co_return reception;
  }

  boost::asio::awaitable<http::Response> answer(http::Arrival arrival) override {
    Served served = served_of(arrival);
    const auto start = Clock::now();
    auto response = co_await service_->answer(std::move(arrival));
    tell(std::move(served), response.status, start);
    co_return response;
  }

 private:
  using Clock = std::chrono::steady_clock;

  static Served served_of(const http::Arrival& arrival) {
    return {.method = arrival.method,
            .path = arrival.target.substr(0, arrival.target.find('?')),
            .request_id = arrival.request_id};
  }
  static void tell(Served served, unsigned status, Clock::time_point start) {
    served.status = status;
    served.took = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
    daemon::tell(served);
  }

  std::shared_ptr<http::Service> service_;
};

void add_logger(const std::string& name, const spdlog::sink_ptr& sink, spdlog::level::level_enum level) {
  auto logger = std::make_shared<spdlog::logger>(name, sink);
  logger->set_level(level);
  logger->flush_on(spdlog::level::debug);
  spdlog::drop(name);
  spdlog::register_logger(std::move(logger));
}

}  // namespace

void start_log(const std::string& format, const std::string& level) {
  json_lines = is_json(format);
  const auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
  if (json_lines) {
    sink->set_formatter(std::make_unique<JsonLines>());
  } else {
    auto formatter = std::make_unique<spdlog::pattern_formatter>();
    formatter->add_flag<RedactedMessage>('*').set_pattern("%H:%M:%S.%e %^%l%$ %*");
    sink->set_formatter(std::move(formatter));
  }
  const auto least = spdlog::level::from_str(level);
  add_logger(request_logger, sink, least);
  auto main_logger = std::make_shared<spdlog::logger>("baton", sink);
  main_logger->set_level(least);
  spdlog::set_default_logger(std::move(main_logger));
}

std::shared_ptr<http::Service> logging_requests(std::shared_ptr<http::Service> service) {
  if (!spdlog::should_log(spdlog::level::debug)) return service;
  return std::make_shared<LoggedService>(std::move(service));
}

}  // namespace baton::daemon
