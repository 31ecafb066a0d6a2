#pragma once

#include <memory>
#include <string>

#include "core/json_pointer.hpp"
#include "engine/correlator.hpp"
#include "support/interposed.hpp"
#include "support/loop.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {

/// One instance of shared memory on a store; what it hears and does, the test calls for.
class Instance {
 public:
  Instance(const Store& store, MemoryOptions options)
      : store_(store), correlator_(loop_.get_executor(), store, std::move(options)) {}

  Correlator& operator*() { return correlator_; }
  Correlator* operator->() { return &correlator_; }

  template <class T>
  T await(awaitable<T> work) {
    return loop_.await(std::move(work));
  }
  /// Tells it what the log says since the last time.
  void listen();
  Result<bool> decide(std::string_view id) { return await(correlator_.decide(CorrelationId::of(id))); }
  Result<Correlation> signal(Signal request) { return await(correlator_.signal(std::move(request))); }

 private:
  Loop loop_;
  Store store_;
  Correlator correlator_;
  Position heard_;
};

class MemoryTest : public StoreTest {
 public:
  static constexpr bool every_way = false;

 protected:
  std::unique_ptr<Instance> instance(MemoryOptions options = {}) {
    return instance_on(store().store(), std::move(options));
  }
  std::unique_ptr<Instance> instance_on(const Store& store, MemoryOptions options = {}) {
    options.clock = clock_;
    return std::make_unique<Instance>(store, std::move(options));
  }
  Correlation kept(std::string_view id) { return must(GetCorrelation{.id = CorrelationId::of(id)}); }
  /// The records of decisions, all of them.
  std::vector<Record> decisions() { return must(ListRecords{.kind = decision_kind(), .limit = 1000}).items; }
  std::uint64_t changes_to(std::string_view status);
};

/// Opened by the instance, expecting these, merged by that pattern.
OpenCorrelation joint_work(std::string_view id, std::initializer_list<std::string_view> expected,
                           std::string_view pattern = "collect");

/// The document's own example.
inline constexpr const char* momentum_body =
    R"({"agent_name":"momentum","agent_version":"1.2.1","enriched_at":"2026-11-15T10:00:00Z",)"
    R"("analysis":{"trend_direction":"bullish","momentum_strength":0.75,"confidence":0.82}})";
inline constexpr const char* risk_body =
    R"({"agent_name":"risk","agent_version":"2.0.0","enriched_at":"2026-11-15T10:00:01Z",)"
    R"("analysis":{"risk_level":"medium","overall_score":0.65,"position_sizing":{"recommended_size":10000}}})";

/// What is at that place, as JSON; `nothing` if nothing is.
std::string at(const Json& value, std::string_view pointer);

#define MEMORY_TEST(suite, sentence) STORE_TEST_WITH(::baton::test::MemoryTest, suite, sentence)

}  // namespace baton::test
