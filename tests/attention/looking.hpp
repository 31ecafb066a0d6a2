#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <ranges>

#include "baton/attention.hpp"
#include "baton/why.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {

/// The value of a coroutine, run to its end on a loop of its own.
template <class T>
T finish(awaitable<T> work) {
  boost::asio::io_context loop;
  auto value = boost::asio::co_spawn(loop, std::move(work), boost::asio::use_future);
  loop.run();
  return value.get();
}

inline AttentionReport look_at(const Store& store, AttentionOptions options = {}) {
  return finish(attention(store, options)).value();
}

/// The only item of the rule, or nothing.
inline std::optional<AttentionItem> item_of(const AttentionReport& report, AttentionRule rule) {
  std::optional<AttentionItem> found;
  for (const AttentionItem& item : report.items) {
    if (item.rule != rule) continue;
    EXPECT_FALSE(found) << "twice: " << item.sentence;
    found = item;
  }
  return found;
}

/// A store with real troubles.
class TroubledTest : public StoreTest {
 public:
  static constexpr bool every_way = false;

 protected:
  /// An agent with a deadline that no test reaches by chance.
  void join(std::string_view id, std::initializer_list<std::string_view> lane_names = {"*"}) {
    Register patient = agent(id, lane_names);
    patient.ttl = 24h * 30;
    must(patient);
  }
  /// Starts the agent `times` times; it crashes each time, with the task that it claims if there is one.
  void crash_again_and_again(std::string_view id, int times) {
    for (int start = 1; start <= times; ++start) {
      must(again(id, start));
      must(claim(id, start));
      crash(id);
    }
  }
};

/// What the list says of them.
class AttentionTest : public TroubledTest {
 protected:
  using enum AttentionRule;

  AttentionReport look(AttentionOptions options = {}) { return look_at(store().store(), options); }
  std::optional<AttentionItem> item(AttentionRule rule, AttentionOptions options = {}) {
    return item_of(look(options), rule);
  }
  /// The item, which must be there.
  AttentionItem shown(AttentionRule rule, AttentionOptions options = {}) {
    auto found = item(rule, options);
    if (!found) throw std::runtime_error("nothing is said of " + std::string(to_text(rule)));
    return *std::move(found);
  }
};

/// What is said of a task.
class WhyTest : public TroubledTest {
 protected:
  using enum WhyKind;

  WhyReport why_of(const TaskId& task) { return finish(why(store().store(), task)).value(); }
  std::vector<WhyKind> kinds(const TaskId& task) { return each_of(why_of(task).reasons, &WhyReason::kind); }
};

}  // namespace baton::test
