#include "http/http_sender.hpp"

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <netdb.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>

#include "support/still_loop.hpp"

namespace {

/// A name that the system looks up until the test has seen enough.
class SlowName {
 public:
  static constexpr std::string_view host = "slow.name.test";

  void look_up() {
    std::unique_lock lock(mutex_);
    begun_ = true;
    change_.notify_all();
    change_.wait(lock, [this] { return known_; });
  }
  void wait_until_looked_up() {
    std::unique_lock lock(mutex_);
    change_.wait(lock, [this] { return begun_; });
  }
  void tell() {
    const std::scoped_lock lock(mutex_);
    known_ = true;
    change_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable change_;
  bool begun_ = false;
  bool known_ = false;
};

SlowName slow_name;

}  // namespace

/// In the place of the C library's, for this program alone.
extern "C" int getaddrinfo(const char* node, const char* service, const addrinfo* hints, addrinfo** found) {
  if (node != nullptr && node == SlowName::host) {
    slow_name.look_up();
    return EAI_NONAME;
  }
  static const auto real = reinterpret_cast<decltype(&getaddrinfo)>(::dlsym(RTLD_NEXT, "getaddrinfo"));
  return real(node, service, hints, found);
}

namespace baton::test {

TEST(HttpSenders, a_stop_does_not_wait_for_a_name_that_is_being_looked_up) {
  StillLoop loop;
  http::HttpSender sender(loop.get_executor(), http::Targets::any);
  std::stop_source stop;
  Parcel parcel{.url = "http://" + std::string(SlowName::host) + "/",
                .headers = {},
                .body = "{}",
                .timeout = std::chrono::hours{1},
                .stop = stop.get_token()};
  std::optional<Result<unsigned>> outcome;
  loop.start(sender.post(std::move(parcel)), &outcome);
  slow_name.wait_until_looked_up();
  EXPECT_FALSE(outcome);
  stop.request_stop();
  loop.settle();
  slow_name.tell();
  ASSERT_TRUE(outcome);
  ASSERT_FALSE(*outcome);
  EXPECT_EQ(outcome->error().code, Errc::unavailable);
  EXPECT_THAT(outcome->error().detail, testing::HasSubstr("baton stops"));
}

}  // namespace baton::test
