#include "memory/memory_fixture.hpp"

namespace baton::test {

void Instance::listen() {
  for (;;) {
    ReadLog read{.after = heard_, .limit = 1000};
    auto page = await(store_.call(std::move(read)));
    if (!page) throw std::runtime_error("the log cannot be read: " + page.error().detail);
    heard_ = page->next;
    const bool end = page->next >= page->last;
    if (!page->events.empty()) correlator_.hear({.events = std::move(page->events)});
    if (end) return;
  }
}

std::uint64_t MemoryTest::changes_to(std::string_view status) {
  std::uint64_t count = 0;
  for (const Event& event : events()) {
    if (event.type == EventType::correlation_changed && at(event.payload, "/to") == "\"" + std::string(status) + "\"" &&
        at(event.payload, "/from") != at(event.payload, "/to")) {
      ++count;
    }
  }
  return count;
}

OpenCorrelation joint_work(std::string_view id, std::initializer_list<std::string_view> expected,
                           std::string_view pattern) {
  OpenCorrelation request = correlation(id, expected);
  request.pattern = pattern;
  return request;
}

std::string at(const Json& value, std::string_view pointer) {
  const JsonValue whole(value);
  const JsonValue* found = look_up(whole, pointer);
  return found == nullptr ? "nothing" : found->json().text();
}

}  // namespace baton::test
