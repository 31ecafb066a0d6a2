#pragma once

#include <vector>

#include "support/store_fixture.hpp"

namespace baton::test {

/// All tasks that match, page by page.
inline std::vector<Task> listed(BlockingStore& store, ListTasks list) {
  std::vector<Task> all;
  list.limit = limits::page;
  do {
    const TaskPage page = must(store, list);
    all.insert(all.end(), page.items.begin(), page.items.end());
    list.after = page.next;
  } while (list.after);
  return all;
}

}  // namespace baton::test
