#include "support/hook_receiver.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <utility>

namespace baton::test {

namespace {

/// Head and body, as far as they came.
std::string read_request(int socket) {
  std::string text;
  std::size_t whole = std::string::npos;
  std::array<char, 65536> chunk{};
  while (text.size() < whole) {
    const auto count = ::recv(socket, chunk.data(), chunk.size(), 0);
    if (count <= 0) break;
    text.append(chunk.data(), static_cast<std::size_t>(count));
    const auto end = text.find("\r\n\r\n");
    const auto length = text.find("Content-Length: ");
    if (end != std::string::npos) whole = end + 4 + std::stoul(text.substr(length + 16));
  }
  return text;
}

Hook hook_in(const std::string& text) {
  Hook hook;
  const auto end = text.find("\r\n\r\n");
  auto at = text.find("\r\n");
  while (at < end) {
    const auto next = text.find("\r\n", at + 2);
    const auto line = text.substr(at + 2, next - at - 2);
    if (const auto colon = line.find(": "); colon != std::string::npos) {
      hook.headers.emplace_back(line.substr(0, colon), line.substr(colon + 2));
    }
    at = next;
  }
  hook.body = text.substr(end + 4);
  return hook;
}

}  // namespace

std::string Hook::header(std::string_view name) const {
  for (const auto& [known, value] : headers) {
    if (known == name) return value;
  }
  return "";
}

HookReceiver::HookReceiver() : listener_(listen_on_loopback(SOCK_CLOEXEC)), thread_([this] { serve(); }) {}

HookReceiver::~HookReceiver() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  ::shutdown(listener_.get(), SHUT_RDWR);
  thread_.join();
}

void HookReceiver::answer_with(int status, std::string head) {
  const std::lock_guard lock(mutex_);
  status_ = status;
  head_ = std::move(head);
}

void HookReceiver::serve() {
  for (;;) {
    Descriptor client = accept_from(listener_, SOCK_CLOEXEC);
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
    }
    if (client.is_open()) serve_one(std::move(client));
  }
}

void HookReceiver::serve_one(Descriptor client) {
  const std::string request = read_request(client.get());
  if (!request.contains("\r\n\r\n")) return;
  std::string answer;
  {
    const std::lock_guard lock(mutex_);
    hooks_.push_back(hook_in(request));
    ++received_;
    answer = "HTTP/1.1 " + std::to_string(status_) + " Said\r\n" + head_ + "Content-Length: 0\r\n\r\n";
  }
  ::send(client.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
  arrival_.notify_all();
}

std::optional<Hook> HookReceiver::next() {
  std::unique_lock lock(mutex_);
  if (!arrival_.wait_for(lock, std::chrono::seconds{10}, [this] { return !hooks_.empty(); })) return std::nullopt;
  auto hook = std::move(hooks_.front());
  hooks_.pop_front();
  return hook;
}

std::size_t HookReceiver::received() const {
  const std::lock_guard lock(mutex_);
  return received_;
}

}  // namespace baton::test
