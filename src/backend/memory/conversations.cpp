#include <algorithm>

#include "backend/memory/ledger.hpp"
#include "core/refusals.hpp"

namespace baton::memory {

Result<Thread> Ledger::apply(const PutThread& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  const auto known = threads_.find(verb.thread);
  if (known == threads_.end()) {
    Thread thread{.id = verb.thread, .metadata = verb.metadata, .created_at = now_, .updated_at = now_};
    threads_[verb.thread].thread = thread;
    append(draft::thread_created(thread));
    return thread;
  }
  Thread& thread = known->second.thread;
  if (verb.update && thread.metadata != verb.metadata) {
    thread.metadata = verb.metadata;
    thread.updated_at = now_;
    append(draft::thread_updated(thread));
  }
  return thread;
}

Result<Thread> Ledger::apply(const GetThread& verb) {
  const auto known = threads_.find(verb.thread);
  if (known == threads_.end()) return refuse::unknown_thread(verb.thread);
  return known->second.thread;
}

Result<ThreadPage> Ledger::apply(const ListThreads& verb) {
  ThreadPage page;
  for (auto at = threads_.upper_bound(verb.after); at != threads_.end(); ++at) {
    if (page.items.size() == verb.limit) {
      page.next = page.items.back().id;
      break;
    }
    page.items.push_back(at->second.thread);
  }
  return page;
}

Result<Message> Ledger::apply(const Append& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  const auto known = threads_.find(verb.thread);
  if (known == threads_.end()) return refuse::unknown_thread(verb.thread);
  ThreadState& state = known->second;
  if (const auto number = state.numbers.find(verb.id); number != state.numbers.end()) {
    const Message& same = state.messages[number->second - 1];
    const bool equal = same.role == verb.role && same.body == verb.body && same.task == verb.task;
    if (!equal) return refuse::message_taken(verb.id);
    return same;
  }
  Message message{.id = verb.id,
                  .number = state.messages.size() + 1,
                  .role = verb.role,
                  .body = verb.body,
                  .task = verb.task,
                  .at = now_};
  state.messages.push_back(message);
  state.numbers[verb.id] = message.number;
  state.thread.messages = message.number;
  state.thread.updated_at = now_;
  append(draft::message_appended(verb.thread, message));
  return message;
}

Result<MessagePage> Ledger::apply(const Messages& verb) {
  const auto known = threads_.find(verb.thread);
  if (known == threads_.end()) return refuse::unknown_thread(verb.thread);
  const auto& all = known->second.messages;
  // Numbers are 1, 2, 3 …, so number n stands at index n - 1.
  std::uint64_t from = 0;
  std::uint64_t until = all.size();
  if (verb.after) {
    from = std::min<std::uint64_t>(*verb.after, all.size());
    until = std::min<std::uint64_t>(from + verb.limit, all.size());
  } else {
    if (verb.before) until = std::min<std::uint64_t>(std::max<std::uint64_t>(*verb.before, 1) - 1, all.size());
    from = until > verb.limit ? until - verb.limit : 0;
  }
  MessagePage page{.more = verb.after ? until < all.size() : from > 0};
  for (std::uint64_t at = from; at < until; ++at) page.items.push_back(all[at]);
  return page;
}

}  // namespace baton::memory
