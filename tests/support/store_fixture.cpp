#include "support/store_fixture.hpp"

#include <numeric>

namespace baton::test {

OpenStore::OpenStore(const Backend& backend, std::shared_ptr<const Clock> clock)
    : backend_(backend), clock_(std::move(clock)) {
  open();
}

OpenStore::~OpenStore() { close(); }

void OpenStore::open() {
  auto store = backend_.open(directory_.path(), clock_);
  if (!store) throw std::runtime_error(backend_.name + " does not open: " + store.error().detail);
  blocking_ = std::make_unique<BlockingStore>(*std::move(store));
}

void OpenStore::close() {
  if (blocking_) blocking_->store().port()->close();
  blocking_.reset();
}

void OpenStore::reopen() {
  if (!backend_.restarts) return;
  close();
  open();
}

std::string export_text(BlockingStore& store) {
  std::string text;
  Export request;
  do {
    const ExportPage page = must(store, request);
    for (const std::string& row : page.rows) text += row + "\n";
    request.after = page.next;
  } while (!request.after.empty());
  return text;
}

void StoreTest::SetUp() { open_ = another_store(); }
void StoreTest::TearDown() { open_.reset(); }

std::unique_ptr<OpenStore> StoreTest::another_store(const Backend& backend) {
  return std::make_unique<OpenStore>(backend, clock_);
}

TaskId StoreTest::submitted(NewTask task) {
  const auto answers = must(submit(std::move(task)));
  if (answers.size() != 1 || !answers.front().created) throw std::runtime_error("the task was not created");
  return answers.front().id;
}

std::vector<TaskId> StoreTest::submitted_many(std::size_t count, std::string_view kind) {
  std::vector<TaskId> ids;
  while (ids.size() < count) {
    std::vector<NewTask> batch;
    while (batch.size() < limits::tasks_per_submit && ids.size() < count) {
      batch.push_back(task(kind));
      ids.push_back(batch.back().id);
    }
    must(submit(std::move(batch)));
  }
  return ids;
}

Grant StoreTest::granted(Claim request) {
  auto grant = must(std::move(request));
  if (!grant) throw std::runtime_error("nothing was granted");
  return *std::move(grant);
}

Lock StoreTest::locked(TryLock request) {
  const TryLockReply reply = must(std::move(request));
  if (!reply.won) throw std::runtime_error("the lock " + reply.lock.name.str() + " is held");
  return reply.lock;
}

Agent StoreTest::crash(std::string_view agent) {
  return must(transition(agent, agent_of(agent).state, AgentEvent::agent_failed));
}

void StoreTest::sweep_all() {
  for (int round = 0; round < 10'000; ++round) {
    const SweepReport report = sweep();
    if (!report.next_due || *report.next_due > clock.now()) return;
  }
  throw std::runtime_error("sweeping does not come to an end");
}

std::vector<Event> StoreTest::events(Position after) {
  std::vector<Event> all;
  ReadLog request{.after = after, .limit = 1000};
  for (;;) {
    LogPage page = must(request);
    all.insert(all.end(), page.events.begin(), page.events.end());
    if (page.next >= page.last) return all;
    request.after = page.next;
  }
}

std::vector<Event> StoreTest::events_of(const TaskId& id) {
  auto all = events();
  std::erase_if(all, [&](const Event& event) { return event.task != id; });
  return all;
}

std::vector<EventType> StoreTest::types(Position after) { return each_of(events(after), &Event::type); }

std::size_t StoreTest::count_of(EventType type, Position after) {
  return static_cast<std::size_t>(std::ranges::count(types(after), type));
}

std::string StoreTest::frozen_text() {
  must(Freeze{.frozen = true});
  std::string text = export_text();
  must(Freeze{.frozen = false});
  return text;
}

bool is_its_turn(const Backend& way, std::string_view sentence) {
  constexpr std::size_t turns = 2;
  if (!way.turn || effort() != Effort::usual) return true;
  return std::accumulate(sentence.begin(), sentence.end(), std::size_t{0}) % turns == *way.turn;
}

bool has_reason(const Event& event, std::string_view reason) {
  return event.payload.text().find(R"("reason":")" + std::string(reason) + '"') != std::string::npos;
}

}  // namespace baton::test
