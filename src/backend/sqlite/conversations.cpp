#include <algorithm>

#include "backend/sqlite/ledger.hpp"
#include "backend/sqlite/row_codec.hpp"
#include "backend/sqlite/sql.hpp"
#include "core/refusals.hpp"

namespace baton::sqlite {

Result<Thread> Ledger::apply(const PutThread& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  auto thread = find_thread(verb.thread);
  if (!thread) {
    Thread fresh{.id = verb.thread, .metadata = verb.metadata, .created_at = now_, .updated_at = now_};
    put_thread(fresh);
    append(draft::thread_created(fresh));
    return fresh;
  }
  if (verb.update && thread->metadata != verb.metadata) {
    thread->metadata = verb.metadata;
    thread->updated_at = now_;
    put_thread(*thread);
    append(draft::thread_updated(*thread));
  }
  return *thread;
}

Result<Thread> Ledger::apply(const GetThread& verb) {
  const auto thread = find_thread(verb.thread);
  if (!thread) return refuse::unknown_thread(verb.thread);
  return *thread;
}

Result<ThreadPage> Ledger::apply(const ListThreads& verb) {
  ThreadPage page;
  Rows rows = db_.query(sql::thread_page, verb.after, verb.limit + 1);
  while (rows.next()) {
    if (page.items.size() == verb.limit) {
      page.next = page.items.back().id;
      break;
    }
    page.items.push_back(read_thread(rows));
  }
  return page;
}

Result<Message> Ledger::apply(const Append& verb) {
  if (auto fenced = check(verb.fence); !fenced) return std::unexpected(fenced.error());
  auto thread = find_thread(verb.thread);
  if (!thread) return refuse::unknown_thread(verb.thread);
  {
    Rows rows = db_.query(sql::message_find, verb.thread, verb.id);
    if (rows.next()) {
      Message same = read_message(rows).message;
      const bool equal = same.role == verb.role && same.body == verb.body && same.task == verb.task;
      if (!equal) return refuse::message_taken(verb.id);
      return same;
    }
  }
  Message message{.id = verb.id,
                  .number = thread->messages + 1,
                  .role = verb.role,
                  .body = verb.body,
                  .task = verb.task,
                  .at = now_};
  db_.run(sql::message_put, verb.thread, message.number, message.id, message.role, message.body, message.task,
          message.at);
  db_.run(sql::thread_count, verb.thread, message.number, now_);
  append(draft::message_appended(verb.thread, message));
  return message;
}

Result<MessagePage> Ledger::apply(const Messages& verb) {
  const auto thread = find_thread(verb.thread);
  if (!thread) return refuse::unknown_thread(verb.thread);
  const std::uint64_t all = thread->messages;
  std::uint64_t from = 0;
  std::uint64_t until = all;
  if (verb.after) {
    from = std::min(*verb.after, all);
    until = std::min(from + verb.limit, all);
  } else {
    if (verb.before) until = std::min(std::max<std::uint64_t>(*verb.before, 1) - 1, all);
    from = until > verb.limit ? until - verb.limit : 0;
  }
  MessagePage page{.more = verb.after ? until < all : from > 0};
  Rows rows = db_.query(sql::message_range, verb.thread, from, until);
  while (rows.next()) page.items.push_back(read_message(rows).message);
  return page;
}

std::optional<Thread> Ledger::find_thread(const ThreadId& id) {
  Rows rows = db_.query(sql::thread_find, id);
  return rows.next() ? std::optional(read_thread(rows)) : std::nullopt;
}

void Ledger::put_thread(const Thread& thread) {
  db_.run(sql::thread_put, thread.id, thread.metadata, thread.messages, thread.created_at, thread.updated_at);
}

}  // namespace baton::sqlite
