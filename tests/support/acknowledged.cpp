#include "support/acknowledged.hpp"

#include <algorithm>
#include <charconv>

#include "core/codec.hpp"
#include "support/history.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {

std::string to_line(const Acknowledgement& acknowledgement) {
  const auto text = [](auto moment) { return std::to_string(moment.time_since_epoch().count()) + "\t"; };
  return text(acknowledgement.at) + text(acknowledgement.asked) + describe(acknowledgement.verb) + "\t" +
         describe(acknowledgement.reply) + "\n";
}

namespace {

using Moment = std::chrono::steady_clock::time_point;

/// Takes a moment and the tab behind it from the line.
std::optional<Moment> take_moment(std::string_view& line) {
  Moment::rep at = 0;
  const auto [end, bad] = std::from_chars(line.data(), line.data() + line.size(), at);
  if (bad != std::errc{} || end == line.data() + line.size() || *end != '\t') return std::nullopt;
  line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
  return Moment(Moment::duration(at));
}

}  // namespace

std::optional<Acknowledgement> parse_acknowledgement(std::string_view line) {
  const auto at = take_moment(line);
  const auto asked = at ? take_moment(line) : std::nullopt;
  if (!asked) return std::nullopt;
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  auto verb = parse_verb(line.substr(0, tab));
  if (!verb) return std::nullopt;
  const Json answer = Json::trusted(std::string(line.substr(tab + 1)));
  auto reply = std::visit(
      [&answer]<class V>(const V&) -> std::optional<Reply> {
        auto decoded = decode<typename V::Reply>(answer);
        if (!decoded) return std::nullopt;
        return Reply(*std::move(decoded));
      },
      *verb);
  if (!reply) return std::nullopt;
  return Acknowledgement{.verb = *std::move(verb), .reply = *std::move(reply), .at = *at, .asked = *asked};
}

/// What each verb's answer promises.
struct Noting {
  Acknowledged& known;
  const Reply& reply;
  Moment at;
  Moment asked;

  template <class V>
  const typename V::Reply& answer(const V&) const {
    return std::get<typename V::Reply>(reply);
  }

  template <class V>
  void operator()(const V&) const {}

  void operator()(const Submit& verb) const {
    for (const NewTask& task : verb.tasks) known.tasks_[task.id].payload = task.payload;
  }
  void operator()(const Claim& verb) const {
    if (const auto& grant = answer(verb)) note(*grant);
  }
  void operator()(const Settle& verb) const {
    const Settled& settled = answer(verb);
    auto& task = known.tasks_[verb.fence.task];
    if (settled.counted && settled.status == TaskStatus::completed) {
      task.result = verb.body;
      task.completed = at;
    }
    if (settled.counted && settled.status == TaskStatus::failed) task.failed = true;
    if (settled.next) note(*settled.next);
  }
  void operator()(const Append& verb) const {
    const Message& message = answer(verb);
    const auto [place, first] = known.messages_[verb.thread].emplace(message.number, message);
    if (!first && place->second.id != message.id) {
      known.broken_.push_back("two messages were told to have number " + std::to_string(message.number));
    }
  }
  void operator()(const TryLock& verb) const {
    const TryLockReply& tried = answer(verb);
    if (!tried.won) return;
    const std::string what = "token " + std::to_string(tried.lock.token.value) + " of " + verb.name.str();
    if (tried.lock.token <= known.tokens_before_)
      known.broken_.push_back(what + " is not larger than those before a crash");
    if (!known.tokens_.emplace(tried.lock.token, verb.name).second) known.broken_.push_back(what + " was issued twice");
    known.holds_[verb.name][tried.lock.token].known = at;
  }
  void operator()(const ReleaseLock& verb) const {
    if (answer(verb)) known.holds_[verb.name][verb.token].given_back = asked;
  }
  void operator()(const PutRecord& verb) const {
    Record& latest = known.records_[{verb.kind, verb.key}];
    if (answer(verb).version > latest.version) latest = answer(verb);
  }
  void operator()(const SetResult& verb) const {
    known.results_.emplace(std::pair(verb.task, verb.attempt), verb.value);
  }
  void operator()(const Signal& verb) const {
    known.signals_[verb.id].emplace(std::pair(verb.name, verb.version), verb.body);
  }
  void operator()(const ReadGroup& verb) const {
    auto& group = known.groups_[verb.group];
    for (const Delivery& delivery : answer(verb)) {
      group.delivered = std::max(group.delivered, delivery.event.position);
      const auto settled = group.settled.find(delivery.event.position);
      if (settled != group.settled.end() && asked >= settled->second) {
        known.broken_.push_back("event " + std::to_string(delivery.event.position.value) +
                                " was delivered after its ack");
      }
    }
  }
  void operator()(const Ack& verb) const {
    for (const Position position : verb.positions) known.groups_[verb.group].settled.try_emplace(position, at);
  }

  void note(const Grant& grant) const {
    auto& task = known.tasks_[grant.task.id];
    if (task.result && asked >= task.completed)
      known.broken_.push_back("task " + grant.task.id.str() + " was granted after it was completed");
    task.attempt = std::max(task.attempt, grant.task.attempt);
  }
};

void Acknowledged::add(const Acknowledgement& acknowledgement) {
  ++size_;
  const Noting noting{
      .known = *this, .reply = acknowledgement.reply, .at = acknowledgement.at, .asked = acknowledgement.asked};
  std::visit(noting, acknowledgement.verb);
}

void Acknowledged::next_life() {
  if (!tokens_.empty()) tokens_before_ = tokens_.rbegin()->first;
}

std::vector<std::string> Acknowledged::missing_in(BlockingStore& store) const {
  std::vector<std::string> wrong = broken_;
  check_tasks(store, wrong);
  check_conversations(store, wrong);
  check_shared(store, wrong);
  check_holds(wrong);
  check_groups(store, wrong);
  check_log(store, wrong);
  return wrong;
}

void Acknowledged::check_tasks(BlockingStore& store, std::vector<std::string>& wrong) const {
  for (const auto& [id, facts] : tasks_) {
    const auto task = store.call(GetTask{.task = id});
    const std::string what = "task " + id.str();
    if (!task) {
      wrong.push_back(what + " is gone: " + task.error().detail);
      continue;
    }
    if (facts.payload && task->payload != facts.payload) wrong.push_back(what + " has another payload");
    if (task->attempt < facts.attempt) wrong.push_back(what + " forgot an attempt");
    if (facts.result && (task->status != TaskStatus::completed || task->result != facts.result)) {
      wrong.push_back(what + " was completed and is " + std::string(to_text(task->status)));
    }
    if (facts.failed && task->status != TaskStatus::failed) {
      wrong.push_back(what + " had failed and is " + std::string(to_text(task->status)));
    }
  }
}

void Acknowledged::check_conversations(BlockingStore& store, std::vector<std::string>& wrong) const {
  for (const auto& [thread, messages] : messages_) {
    for (const auto& [number, message] : messages) {
      const auto page = store.call(Messages{.thread = thread, .after = number - 1, .limit = 1});
      if (!page || page->items.size() != 1 || page->items.front() != message) {
        wrong.push_back("message " + std::to_string(number) + " of " + thread.str() + " is gone or another");
      }
    }
  }
}

void Acknowledged::check_shared(BlockingStore& store, std::vector<std::string>& wrong) const {
  for (const auto& [name, record] : records_) {
    const auto found = store.call(GetRecord{.kind = name.first, .key = name.second});
    const bool newer = found && found->version > record.version;
    if (!found || (!newer && *found != record)) wrong.push_back("record " + name.second.str() + " is gone or older");
  }
  for (const auto& [name, value] : results_) {
    const auto found = store.call(GetResult{.task = name.first, .attempt = name.second});
    if (!found || *found != value) wrong.push_back("the result of " + name.first.str() + " is gone or another");
  }
  for (const auto& [id, signals] : signals_) {
    const auto found = store.call(GetCorrelation{.id = id});
    std::map<SignalId, Json> there;
    if (found) {
      for (const SignalEntry& entry : found->signals) there[{entry.name, entry.version}] = entry.body;
    }
    for (const auto& [name, body] : signals) {
      const auto entry = there.find(name);
      if (entry == there.end() || entry->second != body) {
        wrong.push_back("signal " + name.first.str() + " of " + id.str() + " is gone or another");
      }
    }
  }
}

/// Nobody has a lock while another one has it: not before the one with the token before gave it back.
void Acknowledged::check_holds(std::vector<std::string>& wrong) const {
  for (const auto& [name, holds] : holds_) {
    const HoldFacts* before = nullptr;
    for (const auto& [token, hold] : holds) {
      if (before != nullptr && before->given_back && hold.known && *hold.known < *before->given_back) {
        wrong.push_back("lock " + name.str() + " had two holders when " + std::to_string(token.value) + " was issued");
      }
      before = &hold;
    }
  }
}

void Acknowledged::check_groups(BlockingStore& store, std::vector<std::string>& wrong) const {
  for (const auto& [name, facts] : groups_) {
    InspectGroup request{.group = name, .limit = 1000};
    for (bool more = true; more;) {
      const auto report = store.call(request);
      if (!report) {
        wrong.push_back("group " + name.str() + " is gone: " + report.error().detail);
        break;
      }
      if (report->group.cursor < facts.delivered) wrong.push_back("the cursor of group " + name.str() + " went back");
      for (const Pending& pending : report->pending) {
        if (facts.settled.contains(pending.position)) wrong.push_back("group " + name.str() + " forgot an ack");
      }
      more = report->next.has_value();
      if (more) request.after = *report->next;
    }
  }
}

void Acknowledged::check_log(BlockingStore& store, std::vector<std::string>& wrong) const {
  std::map<TaskId, int> created;
  std::map<TaskId, int> completed;
  std::map<LockToken, int> acquired;
  ReadLog request{.limit = 1000};
  for (bool more = true; more;) {
    const LogPage page = must(store, request);
    for (const Event& event : page.events) {
      if (event.type == EventType::task_created) ++created[event.task.value()];
      if (event.type == EventType::task_completed) ++completed[event.task.value()];
      if (event.type == EventType::lock_acquired) ++acquired[LockToken{event.position.value}];
    }
    more = page.next < page.last;
    request.after = page.next;
  }
  for (const auto& [id, facts] : tasks_) {
    if (facts.payload && created[id] != 1)
      wrong.push_back("the log does not say once that " + id.str() + " was created");
    if (facts.result && completed[id] != 1)
      wrong.push_back("the log does not say once that " + id.str() + " completed");
  }
  for (const auto& [token, name] : tokens_) {
    if (acquired[token] != 1) wrong.push_back("the log has no lock.acquired at token " + std::to_string(token.value));
  }
}

}  // namespace baton::test
