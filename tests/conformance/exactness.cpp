#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

/// Texts that engines like to change: large integers, empty containers, member order, digits of numbers, unicode.
const std::vector<std::string>& tricky_texts() {
  static const std::vector<std::string> texts{
      "null",
      "[]",
      "{}",
      R"({"a":[],"b":{},"c":[{}],"d":[[]]})",
      R"({"z":1,"a":2,"M":3,"0":4})",
      "9007199254740993",
      "-12345678901234567890123456789",
      R"([18446744073709551615,18446744073709551616,1e400,0.1,1.0,1.10,-0,-0.0,1E5,1e+5])",
      R"({"big":123456789012345678901234567890.123456789012345678901234567890})",
      R"("quote \" backslash \\ slash / newline \n tab \t bell \u0007")",
      R"("zero \u0000 inside")",
      R"("Grüße, 日本, 🙂, ‮rtl, é vs é")",
      R"({"":"empty name","'; DROP TABLE tasks; --":"x","$.a":"y","%s":"%d"})",
      R"([true,false,null,[true],{"null":null}])",
      R"("{\"json\":\"in a string\"}")",
  };
  return texts;
}

/// Names that would mean something to an engine if they were not treated as data.
const std::vector<std::string>& tricky_names() {
  static const std::vector<std::string> names{
      "plain",
      "'; DROP TABLE tasks; --",
      "\"quoted\"",
      "it's",
      "back\\slash",
      "%",
      "_",
      "pl_in",
      "PLAIN",
      "*x",
      "a:b",
      "a:b:c",
      "{tag}",
      "$1",
      "?1",
      ":name",
      "@name",
      "a b ",
      " a b",
      "日本",
      "é",
      "e\xCC\x81",
      "🙂",
      "null",
      "0",
      "00",
      std::string(512, 'x'),
  };
  return names;
}

/// The same in the order of their bytes, which is how every list is ordered.
std::vector<std::string> sorted_names() {
  auto names = tricky_names();
  std::ranges::sort(names);
  return names;
}

/// All items of a list, page by page.
template <class Items, class List, class Next>
Items all_pages(List list, Next next) {
  Items items;
  for (;;) {
    const auto page = next(list);
    items.insert(items.end(), page.items.begin(), page.items.end());
    if (!page.next) return items;
    list.after = *page.next;
  }
}

STORE_TEST(Exactness, payload_progress_result_and_metadata_of_tasks_come_back_byte_by_byte) {
  must(agent("a1"));
  for (const std::string& text : tricky_texts()) {
    NewTask wanted = task();
    wanted.payload = json(text);
    wanted.metadata = json(text);
    const TaskId id = submitted(wanted);
    const Grant grant = granted("a1");
    EXPECT_EQ(grant.task.payload, wanted.payload);
    must(progress(grant, text));
    must(complete(grant, text));
    reopen();
    const Task read = task_of(id);
    EXPECT_EQ(read.payload, wanted.payload);
    EXPECT_EQ(read.metadata, wanted.payload);
    EXPECT_EQ(read.progress, wanted.payload);
    EXPECT_EQ(read.result, wanted.payload);
  }
}

STORE_TEST(Exactness, errors_and_late_results_come_back_byte_by_byte) {
  for (const std::string& text : tricky_texts()) {
    must(again("a1", 1));
    const TaskId id = submitted(task());
    Settle hopeless = fail_it(granted("a1"), text);
    hopeless.retry = false;
    must(hopeless);
    EXPECT_EQ(task_of(id).error, json(text));
    must(Deregister{.agent = agent_id("a1")});
  }
}

STORE_TEST(Exactness, everything_shared_comes_back_byte_by_byte) {
  int number = 0;
  for (const std::string& text : tricky_texts()) {
    const std::string name = "n" + std::to_string(number++);
    const TaskId id = new_task_id();
    Register known = agent(name);
    known.metadata = json(text);
    must(known);
    must(thread(name, text));
    must(append(name, text));
    must(SetResult{.task = id, .attempt = Attempt{1}, .value = json(text)});
    OpenCorrelation opening = correlation(name, {"a", "b"});
    opening.document = json(text);
    must(opening);
    must(signal(name, "a", text));
    must(record(name, text));
    reopen();
    EXPECT_EQ(agent_of(name).metadata, json(text));
    EXPECT_EQ(must(GetThread{.thread = ThreadId::of(name)}).metadata, json(text));
    EXPECT_EQ(must(messages(name)).items.at(0).body, json(text));
    EXPECT_EQ(must(GetResult{.task = id, .attempt = Attempt{1}}), json(text));
    const Correlation read = must(GetCorrelation{.id = CorrelationId::of(name)});
    EXPECT_EQ(read.document, json(text));
    EXPECT_EQ(read.signals.at(0).body, json(text));
    EXPECT_EQ(must(get_record(name)).body, json(text));
  }
}

STORE_TEST(Exactness, a_payload_of_a_mebibyte_fits) {
  const std::string text = '"' + std::string(limits::json_bytes - 2, 'x') + '"';
  NewTask large = task();
  large.payload = json(text);
  const TaskId id = submitted(large);
  reopen();
  EXPECT_EQ(task_of(id).payload->text(), text);
}

STORE_TEST(Exactness, lanes_and_kinds_are_data) {
  const auto batch = each_of(tricky_names(), task);
  must(submit(batch));
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::string& name = tricky_names()[i];
    const TaskPage by_lane = must(ListTasks{.lane = Lane::of(name)});
    ASSERT_EQ(by_lane.items.size(), 1U) << name;
    EXPECT_EQ(by_lane.items[0].id, batch[i].id) << name;
    EXPECT_EQ(must(ListTasks{.kind = KindName::of(name)}).items.size(), 1U) << name;
    const auto line = must(Peek{.lane = Lane::of(name)});
    ASSERT_EQ(line.size(), 1U) << name;
    const std::string id = "a" + std::to_string(i);
    must(agent(id, {name}));
    const Grant grant = granted(id);
    EXPECT_EQ(grant.task.id, batch[i].id) << name;
    EXPECT_EQ(grant.task.lane.str(), name);
  }
  EXPECT_EQ(must(ListTasks{.status = TaskStatus::running}).items.size(), batch.size());
}

STORE_TEST(Exactness, lines_are_listed_in_the_order_of_their_bytes) {
  const auto batch = each_of(tricky_names(), task);
  must(submit(batch));
  const auto seen = each_of(must(QueueStats{}).lines, [](const Line& line) { return line.lane.str(); });
  EXPECT_EQ(seen, sorted_names());
}

STORE_TEST(Exactness, thread_names_are_data_in_the_order_of_their_bytes) {
  for (const std::string& name : tricky_names()) {
    must(thread(name, Json::string(name).text()));
    must(append(name, Json::string(name).text()));
    NewTask wanted = task();
    wanted.thread = ThreadId::of(name);
    const TaskId id = submitted(wanted);
    const TaskPage found = must(ListTasks{.thread = wanted.thread});
    ASSERT_EQ(found.items.size(), 1U) << name;
    EXPECT_EQ(found.items[0].id, id);
  }
  ListThreads request{.limit = 10};
  const auto all = all_pages<std::vector<Thread>>(request, [&](const ListThreads& page) { return must(page); });
  std::vector<std::string> seen;
  for (const Thread& each : all) {
    seen.push_back(each.id.str());
    EXPECT_EQ(each.metadata, Json::string(each.id.str()));
    EXPECT_EQ(must(messages(each.id.str())).items.at(0).body, each.metadata);
  }
  EXPECT_EQ(seen, sorted_names());
}

STORE_TEST(Exactness, lock_names_and_owners_are_data_in_the_order_of_their_bytes) {
  for (const std::string& name : tricky_names()) locked(name, name);
  for (const std::string& name : tricky_names()) EXPECT_FALSE(must(want_lock(name, "you")).won) << name;
  const auto all =
      all_pages<std::vector<Lock>>(ListLocks{.limit = 10}, [&](const ListLocks& page) { return must(page); });
  std::vector<std::string> seen;
  for (const Lock& each : all) {
    seen.push_back(each.name.str());
    EXPECT_EQ(each.owner.str(), each.name.str());
  }
  EXPECT_EQ(seen, sorted_names());
}

STORE_TEST(Exactness, record_keys_are_data_in_the_order_of_their_bytes) {
  for (const std::string& name : tricky_names()) must(record(name, Json::string(name).text()));
  const auto all = all_pages<std::vector<Record>>(ListRecords{.kind = RecordKind::of("audit"), .limit = 10},
                                                  [&](const ListRecords& page) { return must(page); });
  std::vector<std::string> seen;
  for (const Record& each : all) {
    seen.push_back(each.key.str());
    EXPECT_EQ(each.body, Json::string(each.key.str()));
  }
  EXPECT_EQ(seen, sorted_names());
}

STORE_TEST(Exactness, idempotency_keys_are_data) {
  std::vector<TaskId> ids;
  for (const std::string& name : tricky_names()) {
    NewTask wanted = task();
    wanted.idempotency_key = IdempotencyKey::of(name);
    ids.push_back(submitted(wanted));
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    NewTask repeat = task();
    repeat.idempotency_key = IdempotencyKey::of(tricky_names()[i]);
    EXPECT_EQ(must(submit(repeat)).at(0).id, ids[i]) << tricky_names()[i];
  }
}

STORE_TEST(Exactness, times_keep_their_microseconds) {
  clock.advance(123'457us);
  NewTask wanted = task();
  wanted.run_at = clock.now() + 1us;
  wanted.deadline = clock.now() + 999'999us;
  const TaskId id = submitted(wanted);
  reopen();
  EXPECT_EQ(task_of(id).run_at, wanted.run_at);
  EXPECT_EQ(task_of(id).deadline, wanted.deadline);
  EXPECT_EQ(task_of(id).created_at, clock.now());
}

}  // namespace
}  // namespace baton::test
