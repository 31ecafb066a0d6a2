#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "support/http_client.hpp"
#include "support/sockets.hpp"

namespace baton::test {

/// What came to a receiver of webhooks.
struct Hook {
  Headers headers;
  std::string body;

  std::string header(std::string_view name) const;
};

/// A server that keeps what it is sent, and answers with whatever status it is told to.
class HookReceiver {
 public:
  HookReceiver();
  ~HookReceiver();
  HookReceiver(const HookReceiver&) = delete;
  HookReceiver& operator=(const HookReceiver&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_of(listener_)) + "/hook"; }
  /// From now on. `head`: what else the answer says.
  void answer_with(int status, std::string head = "");
  /// The next one that came; nothing within ten seconds: nothing came.
  std::optional<Hook> next();
  std::size_t received() const;

 private:
  void serve();
  void serve_one(Descriptor client);

  Descriptor listener_;
  mutable std::mutex mutex_;
  std::condition_variable arrival_;
  std::deque<Hook> hooks_;
  std::size_t received_ = 0;
  int status_ = 204;
  std::string head_;
  bool stopping_ = false;
  std::jthread thread_;
};

}  // namespace baton::test
