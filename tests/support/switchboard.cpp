#include "support/switchboard.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace baton::test {
namespace {

/// Beyond this a flow is not read, so that a slow reader slows the writer down.
constexpr std::size_t most_chunks_held = 1024;

pollfd interest(int descriptor, int events) {
  // Without a descriptor, poll does not tell of a hang-up again and again while nothing can be done about it.
  return {.fd = events == 0 ? -1 : descriptor, .events = static_cast<short>(events), .revents = 0};
}

bool has_news(const pollfd& end) { return (end.revents & (POLLIN | POLLERR | POLLHUP)) != 0; }

bool may_succeed_later() { return errno == EAGAIN || errno == EINTR; }

}  // namespace

bool Switchboard::Flow::wants_more() const { return !read_to_end && held.size() < most_chunks_held; }

Switchboard::Link::Link(Descriptor client_end, Descriptor server_end)
    : client(std::move(client_end)), server(std::move(server_end)) {}

void Switchboard::Link::reset() {
  test::reset(client);
  test::reset(server);
}

void Switchboard::cut() {
  for (Link& link : links_) link.reset();
  links_.clear();
}

void Switchboard::refuse(bool on) {
  faults.refuse = on;
  if (on) cut();
}

void Switchboard::half_open(bool on) {
  if (std::exchange(faults.half_open, on) && !on) cut();
}

void Switchboard::heal() {
  half_open(false);
  faults = {};
}

void Switchboard::turn(const Descriptor& wake) {
  const auto now = Clock::now();
  std::vector<pollfd> ends = interests(wake, now);
  ::poll(ends.data(), ends.size(), patience(now));
  for (std::size_t i = 0, at = 2; at < ends.size(); ++i, at += 2) serve(links_[i], ends[at], ends[at + 1]);
  std::erase_if(links_, [](const Link& link) { return link.is_over(); });
  accept_all();
}

std::vector<pollfd> Switchboard::interests(const Descriptor& wake, Clock::time_point now) const {
  std::vector<pollfd> ends{interest(wake.get(), POLLIN), interest(listener_.get(), POLLIN)};
  if (faults.half_open) return ends;
  const auto events = [now](const Flow& from, const Flow& to) {
    return (from.wants_more() ? POLLIN : 0) | (to.is_due(now) ? POLLOUT : 0);
  };
  for (const Link& link : links_) {
    ends.push_back(interest(link.client.get(), events(link.requests, link.replies)));
    ends.push_back(interest(link.server.get(), events(link.replies, link.requests)));
  }
  return ends;
}

/// Milliseconds until a chunk is due, as poll takes them; -1: no chunk will be.
int Switchboard::patience(Clock::time_point now) const {
  if (faults.half_open) return -1;
  auto next = Clock::time_point::max();
  for (const Link& link : links_) {
    for (const Flow* flow : {&link.requests, &link.replies}) {
      if (!flow->held.empty() && !flow->is_due(now)) next = std::min(next, flow->held.front().due);
    }
  }
  if (next == Clock::time_point::max()) return -1;
  return static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(next - now).count());
}

void Switchboard::accept_all() {
  for (;;) {
    Descriptor client = accept_from(listener_, SOCK_NONBLOCK);
    if (!client.is_open()) return;
    ++accepted_;
    Descriptor server = faults.refuse ? Descriptor() : connect_to(server_, SOCK_NONBLOCK);
    if (server.is_open()) {
      links_.emplace_back(std::move(client), std::move(server));
    } else {
      reset(client);
    }
  }
}

void Switchboard::serve(Link& link, const pollfd& client, const pollfd& server) {
  const bool well = (!has_news(client) || read(link.requests)) && (!has_news(server) || read(link.replies)) &&
                    deliver(link.requests) && deliver(link.replies);
  if (!well) link.reset();
}

/// false: the connection is broken.
bool Switchboard::read(Flow& flow) {
  if (flow.read_to_end) return true;
  const ssize_t count = ::recv(flow.from, buffer_.data(), buffer_.size(), 0);
  if (count < 0) return may_succeed_later();
  replies_ += flow.carries_replies ? 1 : 0;
  std::string bytes(buffer_.data(), static_cast<std::size_t>(count));
  flow.ends_with_reset = !bytes.empty() && spoil(flow, bytes);
  flow.read_to_end = flow.ends_with_reset || count == 0;
  const auto due = Clock::now() + faults.delay;
  if (!bytes.empty()) flow.held.push_back({.due = due, .bytes = std::move(bytes)});
  if (flow.read_to_end) flow.held.push_back({.due = due, .bytes = ""});
  return true;
}

/// Takes away what is to be lost of these bytes; whether the connection is cut behind the rest.
bool Switchboard::spoil(const Flow& flow, std::string& bytes) {
  if (!flow.carries_replies) {
    if (faults.lose_request) bytes.clear();
    return std::exchange(faults.lose_request, false);
  }
  if (!faults.reply_bytes_left) return false;
  if (bytes.size() < *faults.reply_bytes_left) {
    *faults.reply_bytes_left -= bytes.size();
    return false;
  }
  bytes.resize(*faults.reply_bytes_left);
  faults.reply_bytes_left.reset();
  return true;
}

/// false: the connection is broken, or to be cut here.
bool Switchboard::deliver(Flow& flow) const {
  if (!flow.is_due(Clock::now())) return true;
  Chunk& next = flow.held.front();
  if (next.bytes.empty()) {
    flow.ended = true;
    flow.held.pop_front();
    return !flow.ends_with_reset && ::shutdown(flow.to, SHUT_WR) == 0;
  }
  const std::size_t size = faults.one_byte_at_a_time ? 1 : next.bytes.size() - next.sent;
  const ssize_t count = ::send(flow.to, next.bytes.data() + next.sent, size, MSG_NOSIGNAL);
  if (count < 0) return may_succeed_later();
  next.sent += static_cast<std::size_t>(count);
  if (next.sent == next.bytes.size()) flow.held.pop_front();
  return true;
}

}  // namespace baton::test
