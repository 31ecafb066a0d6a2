#include <atomic>

#include "baton/open.hpp"
#include "jobs/shop.hpp"
#include "support/interposed.hpp"

/// How often those who wait look by themselves.
namespace baton::test {

TEST(JobMonitors, fifty_that_wait_read_ten_results_a_second_at_most) {
  constexpr std::size_t waiting = 50;
  auto port = std::make_shared<Interposed>(open_store("memory:").value().port());
  std::atomic<std::size_t> reads = 0;
  port->refuse = [&reads](const Verb& verb) -> std::optional<Error> {
    if (std::holds_alternative<GetResult>(verb)) ++reads;
    return std::nullopt;
  };
  BlockingStore store{Store(port)};
  const auto until_read = [&](std::size_t times) {
    while (reads < times) static_cast<void>(store.wait(Position{1'000'000}, std::chrono::milliseconds{50}));
    return std::chrono::steady_clock::now();
  };
  {
    Shop shop{Store(port)};
    for (std::size_t i = 0; i < waiting; ++i) {
      ASSERT_TRUE(shop.submit(job("thread-" + std::to_string(i))));
    }
    const auto first = until_read(waiting);
    const std::size_t before = reads;
    const auto next = until_read(before + waiting);
    EXPECT_GE(next - first, JobMonitor::interval - std::chrono::seconds{1}) << before << " reads, then " << reads;
  }
}

}  // namespace baton::test
