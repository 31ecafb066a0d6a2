#include <gtest/gtest.h>
#include <sys/un.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <stdexcept>

#include "support/daemon_process.hpp"
#include "support/sockets.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

namespace {

/// The socket on which a service manager hears from its services.
class NotifySocket {
 public:
  explicit NotifySocket(std::string name) : name_(std::move(name)), socket_(::socket(AF_UNIX, SOCK_DGRAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name_.copy(address.sun_path, sizeof address.sun_path - 1);
    if (name_.front() == '@') address.sun_path[0] = '\0';
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name_.size());
    if (::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), length) != 0) {
      throw std::runtime_error("cannot bind " + name_);
    }
    const timeval patience{.tv_sec = 30, .tv_usec = 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }

  const std::string& name() const { return name_; }

  std::string hear() const {
    std::array<char, 512> words{};
    const auto length = ::recv(socket_.get(), words.data(), words.size(), 0);
    return length < 0 ? "nothing" : std::string(words.data(), static_cast<std::size_t>(length));
  }

  /// The first words that are not those of the watchdog.
  std::string hear_news() const {
    std::string words = hear();
    while (words == "WATCHDOG=1") words = hear();
    return words;
  }

 private:
  std::string name_;
  Descriptor socket_;
};

Program serving(const TemporaryDirectory& folder, std::vector<std::string> environment) {
  return {folder, {"serve", "--store", "memory:", "--listen", "127.0.0.1:0"}, std::move(environment)};
}

}  // namespace

TEST(ServiceManager, hears_when_the_daemon_is_ready_and_when_it_stops) {
  const TemporaryDirectory folder;
  for (const std::string& name : {(folder.path() / "notify").string(), "@" + folder.path().string()}) {
    const NotifySocket manager(name);
    Program daemon = serving(folder, {"NOTIFY_SOCKET=" + name});
    EXPECT_TRUE(manager.hear().starts_with("READY=1\nSTATUS=listening on 127.0.0.1:"));
    daemon.signal(SIGTERM);
    EXPECT_EQ(manager.hear(), "STOPPING=1");
    EXPECT_EQ(daemon.wait(std::chrono::seconds{30}), 0) << daemon.output();
  }
}

TEST(ServiceManager, hears_that_the_daemon_is_alive_as_often_as_it_asked_for) {
  const TemporaryDirectory folder;
  const NotifySocket manager((folder.path() / "notify").string());
  Program daemon = serving(folder, {"NOTIFY_SOCKET=" + manager.name(), "WATCHDOG_USEC=20000"});
  EXPECT_TRUE(manager.hear().starts_with("READY=1\n"));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(manager.hear(), "WATCHDOG=1");
  daemon.signal(SIGTERM);
  EXPECT_EQ(manager.hear_news(), "STOPPING=1");
}

TEST(ServiceManager, is_not_told_what_it_asks_of_another_process) {
  const TemporaryDirectory folder;
  const NotifySocket manager((folder.path() / "notify").string());
  Program daemon = serving(folder, {"NOTIFY_SOCKET=" + manager.name(), "WATCHDOG_USEC=1000", "WATCHDOG_PID=1"});
  EXPECT_TRUE(manager.hear().starts_with("READY=1\n"));
  daemon.signal(SIGTERM);
  EXPECT_EQ(manager.hear(), "STOPPING=1");
}

TEST(ServiceManager, that_is_not_there_is_no_reason_to_stop) {
  const TemporaryDirectory folder;
  Program daemon = serving(folder, {"NOTIFY_SOCKET=" + (folder.path() / "nobody").string()});
  ASSERT_TRUE(daemon.says("listens on", 1, std::chrono::seconds{30})) << daemon.output();
  daemon.signal(SIGTERM);
  EXPECT_EQ(daemon.wait(std::chrono::seconds{30}), 0) << daemon.output();
}

}  // namespace baton::test
