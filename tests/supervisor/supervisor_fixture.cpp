#include "supervisor/supervisor_fixture.hpp"

namespace baton::test {

Supervisor::Pass Watchman::pass() {
  for (;;) {
    ReadLog read{.after = heard_, .limit = 1000};
    auto page = loop_.await(store_.call(std::move(read)));
    if (!page) throw std::runtime_error("the log cannot be read: " + page.error().detail);
    heard_ = page->next;
    const bool end = page->next >= page->last;
    if (!page->events.empty()) supervisor_.hear({.events = std::move(page->events)});
    if (end) return deaf_pass();
  }
}

std::vector<std::string> SupervisorTest::agents(int count, const std::string& stem,
                                                std::initializer_list<std::string_view> served) {
  const std::vector<std::string> names = many(count, [&](int i) { return stem + "-" + std::to_string(i); });
  race(std::min(count, 10), [&](int thread) {
    for (int i = thread; i < count; i += 10) must(agent(names[static_cast<std::size_t>(i)], served));
    return 0;
  });
  return names;
}

}  // namespace baton::test
