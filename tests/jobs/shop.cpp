#include "jobs/shop.hpp"

namespace baton::test {

Shop::Shop(const Store& store, std::string node, JobSettings settings)
    : store_(store),
      desk_(std::make_shared<ClaimDesk>(loop_.get_executor(), store)),
      where_(std::make_shared<JobSurroundings>()),
      watch_(store),
      supervisor_(loop_.get_executor(), store, {.assign = false}) {
  where_->node = node;
  where_->mark = node;
  where_->daemon = make_unique_text();
  where_->tokens = std::make_shared<NoTokens>();
  orchestrator_ = std::make_shared<Orchestrator>(loop_.get_executor(), store, desk_,
                                                 make_profiles(loop_.get_executor(), store, where_, settings), where_,
                                                 OrchestratorOptions{});
  watch_.listen([this](const LogWatch::News& news) {
    desk_->hear(news);
    supervisor_.hear(news);
    orchestrator_->hear(news);
  });
  boost::asio::co_spawn(loop_, work(), [](const std::exception_ptr& bug) {
    if (bug) std::rethrow_exception(bug);
  });
  thread_ = std::jthread([this] { loop_.run(); });
}

awaitable<void> Shop::work() {
  Nursery crew(loop_.get_executor());
  crew.start(watch_.run(log_stop_.get_token()));
  crew.start(supervisor_.run(log_stop_.get_token()));
  co_await orchestrator_->run(stop_.get_token());
  log_stop_.request_stop();
  co_await crew.join();
}

Shop::~Shop() {
  boost::asio::post(loop_, [this] { stop_.request_stop(); });
  thread_.join();
}

NewJob job(std::string_view thread, std::string_view request, std::string_view kind) {
  return {.kind = KindName::of(kind), .thread = ThreadId::of(thread), .request = json(request)};
}

Grant JobTest::next_work(std::string_view agent) {
  std::optional<Grant> found;
  until([&] {
    found = must(claim(agent));
    return found.has_value();
  });
  return *std::move(found);
}

std::vector<Message> JobTest::conversation(std::string_view thread, std::size_t count) {
  std::vector<Message> said;
  until([&] {
    const auto page = call(messages(thread, 1000));
    if (page) said = page->items;
    return said.size() >= count;
  });
  return said;
}

void JobTest::expect_unlocked(std::string_view thread) {
  until([&] { return !must(InspectLock{.name = thread_lock(ThreadId::of(thread))}); });
}

}  // namespace baton::test
