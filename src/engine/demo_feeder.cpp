#include "engine/demo_feeder.hpp"

#include <array>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <random>
#include <string_view>

#include "engine/demo_topics.hpp"
#include "engine/rest.hpp"

namespace baton {

namespace {

constexpr std::chrono::milliseconds interval{1500};
constexpr std::size_t most_pending = 16;
constexpr std::size_t most_blocked = 40;
constexpr unsigned pile = 10;
constexpr unsigned piles_in_a_hundred = 8;
constexpr std::array<std::uint32_t, 3> priorities{100, 300, 500};
constexpr std::uint32_t no_hurry = 900;

NewTask sample(std::string_view kind, std::string_view topic, std::uint32_t priority) {
  return {.id = TaskId::make(),
          .kind = KindName::of(kind),
          .priority = priority,
          .payload = Json::trusted(R"({"topic":")" + std::string(topic) + R"("})"),
          .metadata = Json::trusted(R"({"demo":true})")};
}

/// What an editor asks for in a thread, as tasks that wait for one another.
Submit sample_graph(const ThreadId& thread, std::string_view topic, std::uint32_t priority) {
  NewTask research = sample("research", topic, priority);
  NewTask write = sample("write", topic, priority);
  NewTask review = sample("review", topic, priority);
  NewTask german = sample("translate", topic, priority);
  NewTask french = sample("translate", topic, priority);
  NewTask publish = sample("publish", topic, priority);
  write.depends_on = {research.id};
  review.depends_on = {write.id};
  german.depends_on = {review.id};
  french.depends_on = {review.id};
  publish.depends_on = {german.id, french.id};
  Submit submit;
  for (NewTask* task : {&research, &write, &review, &german, &french, &publish}) {
    task->thread = thread;
    submit.tasks.push_back(std::move(*task));
  }
  return submit;
}

Submit sample_pile(std::string_view topic) {
  Submit submit;
  for (unsigned i = 0; i < pile; ++i)
    submit.tasks.push_back(sample(i % 2 == 0 ? "translate" : "research", topic, no_hurry));
  return submit;
}

awaitable<bool> has_room(DemoFeed store) {
  auto queue = co_await store.call(QueueStats{});
  if (!queue) co_return false;
  std::size_t waiting = 0;
  for (const auto& line : queue->lines) waiting += line.depth;
  if (waiting >= most_pending) co_return false;
  ListTasks list{.status = TaskStatus::blocked, .limit = most_blocked};
  auto blocked = co_await store.call(std::move(list));
  co_return blocked && blocked->items.size() < most_blocked;
}

/// Nothing of it is repeated when it fails: the next sample is as good.
awaitable<void> order_story(DemoFeed store, std::string_view topic, std::uint32_t priority) {
  const auto thread = ThreadId::of(topic);
  PutThread opening{.thread = thread};
  if (auto opened = co_await store.call(std::move(opening)); !opened) co_return;
  Append wish{.thread = thread,
              .id = MessageId::of(make_unique_text()),
              .role = MessageRole::of("user"),
              .body = Json::trusted(R"({"text":"Write about )" + std::string(topic) + R"(, in three languages."})")};
  static_cast<void>(co_await store.call(std::move(wish)));
  static_cast<void>(co_await store.call(sample_graph(thread, topic, priority)));
}

}  // namespace

awaitable<void> run_demo_feeder(DemoFeed store, std::stop_token stop) {
  Rest rest(co_await boost::asio::this_coro::executor, stop);
  std::minstd_rand random(std::random_device{}());
  do {
    if (!co_await has_room(store)) continue;
    const auto topic = demo_topics.at(random() % demo_topics.size());
    co_await order_story(store, topic, priorities.at(random() % priorities.size()));
    if (random() % 100 < piles_in_a_hundred) static_cast<void>(co_await store.call(sample_pile(topic)));
  } while (co_await rest.wait(interval));
}

}  // namespace baton
