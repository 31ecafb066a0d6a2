#include <gtest/gtest.h>

#include <mutex>

#include "support/investigate.hpp"
#include "support/model.hpp"
#include "support/wrapping.hpp"

/// The model test can fail: bugs planted in a store are found, and shown in a few lines.
namespace baton::test {
namespace {

constexpr std::uint64_t seed = 20'261'116;

/// Queues equal priorities in the wrong order, where it is asked to show them.
class WrongOrder final : public Wrapping {
 public:
  using Wrapping::Wrapping;
  awaitable<Answer> execute(Verb verb) override {
    const bool peeks = std::holds_alternative<Peek>(verb);
    Answer answer = co_await inner_->execute(std::move(verb));
    if (peeks && answer.outcome) {
      auto& line = std::get<std::vector<Waiting>>(*answer.outcome);
      std::ranges::sort(line, {}, &Waiting::task);
    }
    co_return answer;
  }
};

/// Says that a group was dropped, and keeps it.
class LostWrite final : public Wrapping {
 public:
  using Wrapping::Wrapping;
  awaitable<Answer> execute(Verb verb) override {
    auto* drop = std::get_if<DropGroup>(&verb);
    if (drop == nullptr) co_return co_await inner_->execute(std::move(verb));
    InspectGroup look{.group = drop->group};
    const Answer there = co_await inner_->execute(Verb(std::move(look)));
    DropGroup nothing{.group = GroupName::of("nobody")};
    Answer answer = co_await inner_->execute(Verb(std::move(nothing)));
    if (answer.outcome) answer.outcome = Reply(there.outcome.has_value());
    co_return answer;
  }
};

/// Answers some reads of a task from a copy that is no longer true.
class StaleRead final : public Wrapping {
 public:
  using Wrapping::Wrapping;
  awaitable<Answer> execute(Verb verb) override {
    const auto* get = std::get_if<GetTask>(&verb);
    if (get == nullptr) co_return co_await inner_->execute(std::move(verb));
    const TaskId task = get->task;
    Answer answer = co_await inner_->execute(std::move(verb));
    const std::lock_guard lock(mutex_);
    co_return copies_.try_emplace(task, answer).first->second;
  }

 private:
  std::mutex mutex_;
  std::map<TaskId, Answer> copies_;
};

template <class Planted>
Backend planted(const std::string& name) {
  const auto open = [](const std::filesystem::path& directory, std::shared_ptr<const Clock> clock) -> Result<Store> {
    auto store = backends().front().open(directory, std::move(clock));
    if (!store) return store;
    return Store(std::make_shared<Planted>(store->port()));
  };
  return {.name = name, .open = open, .restarts = false};
}

/// By one client: the same history every time, so that what is left of it says something about the shrinking.
Finding find_in(const Backend& backend) {
  const ModelRun run = run_model(backend, {.seed = seed, .calls = 20'000, .clients = 1});
  if (!run.difference) throw std::runtime_error("the planted bug was not found");
  Finding finding = investigate(backend, run, seed);
  std::filesystem::remove(finding.file);
  return finding;
}

TEST(PlantedBug, that_shows_a_wrong_answer_is_found_and_shortened) {
  const Finding finding = find_in(planted<WrongOrder>("wrong order"));
  EXPECT_TRUE(finding.one_by_one);
  EXPECT_LE(finding.history.size(), 4U) << finding.report;
}

TEST(PlantedBug, that_loses_a_write_is_found_and_shortened) {
  const Finding finding = find_in(planted<LostWrite>("lost write"));
  EXPECT_TRUE(finding.one_by_one);
  EXPECT_LE(finding.history.size(), 2U) << finding.report;
}

TEST(PlantedBug, that_reads_what_is_no_longer_true_is_found) {
  const ModelRun run = run_model(planted<StaleRead>("stale read"), {.seed = seed, .calls = 20'000, .clients = 4});
  ASSERT_TRUE(run.difference);
  EXPECT_NE(run.difference->what.find("was acknowledged"), std::string::npos) << run.difference->what;
}

}  // namespace
}  // namespace baton::test
