#include "daemon/logging.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string_view>

#include "core/redact.hpp"

namespace baton::daemon {

namespace {

/// The message, whoever wrote it, without secrets.
class RedactedMessage final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm& /*time*/, spdlog::memory_buf_t& out) override {
    const std::string text = redacted(std::string_view(message.payload.data(), message.payload.size()));
    out.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<spdlog::custom_flag_formatter> clone() const override { return std::make_unique<RedactedMessage>(); }
};

}  // namespace

void start_logging() {
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<RedactedMessage>('*').set_pattern("%H:%M:%S.%e %^%l%$ %*");
  spdlog::set_default_logger(spdlog::stderr_color_mt("baton"));
  spdlog::set_formatter(std::move(formatter));
}

}  // namespace baton::daemon
