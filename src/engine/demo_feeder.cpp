#include "engine/demo_feeder.hpp"

#include <array>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <random>
#include <string_view>

#include "engine/rest.hpp"

namespace baton {

namespace {

using Feed = View<Verbs<Submit, QueueStats, ListTasks>>;

constexpr std::chrono::milliseconds interval{1500};
constexpr std::size_t most_waiting = 6;
constexpr std::size_t most_blocked = 12;
constexpr std::array<std::string_view, 6> topics{"tides", "sourdough", "glaciers", "looms", "comets", "lichen"};
constexpr std::array<std::uint32_t, 3> priorities{300, 500, 700};

NewTask sample(std::string_view kind, std::string_view topic, std::uint32_t priority) {
  return {.id = TaskId::make(),
          .kind = KindName::of(kind),
          .priority = priority,
          .payload = Json::trusted(R"({"topic":")" + std::string(topic) + R"("})"),
          .metadata = Json::trusted(R"({"demo":true})")};
}

Submit sample_graph(std::minstd_rand& random) {
  const auto topic = topics.at(random() % topics.size());
  const auto priority = priorities.at(random() % priorities.size());
  NewTask research = sample("research", topic, priority);
  NewTask write = sample("write", topic, priority);
  NewTask review = sample("review", topic, priority);
  write.depends_on.push_back(research.id);
  review.depends_on.push_back(write.id);
  return {.tasks = {std::move(research), std::move(write), std::move(review)}};
}

awaitable<bool> has_room(Feed store) {
  auto queue = co_await store.call(QueueStats{});
  if (!queue) co_return false;
  std::size_t waiting = 0;
  for (const auto& line : queue->lines) waiting += line.depth;
  if (waiting >= most_waiting) co_return false;
  ListTasks list{.status = TaskStatus::blocked, .limit = most_blocked};
  auto blocked = co_await store.call(std::move(list));
  co_return blocked && blocked->items.size() < most_blocked;
}

}  // namespace

awaitable<void> run_demo_feeder(Feed store, std::stop_token stop) {
  Rest rest(co_await boost::asio::this_coro::executor, stop);
  std::minstd_rand random(std::random_device{}());
  do {
    if (!co_await has_room(store)) continue;
    // Not repeated when it fails: the next sample is as good.
    static_cast<void>(co_await store.call(sample_graph(random)));
  } while (co_await rest.wait(interval));
}

}  // namespace baton
