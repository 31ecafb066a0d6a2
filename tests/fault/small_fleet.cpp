#include "fault/small_fleet.hpp"

#include "baton/open.hpp"
#include "support/invariants.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {

void SmallFleet::judge(const Error& refusal) {
  const bool says_where = refusal.detail.find("state.db") != std::string::npos;
  const bool says_what_to_do = refusal.detail.find("; ") != std::string::npos;
  if (refusal.code == Errc::unavailable && says_where && says_what_to_do) return;
  unclear_.push_back(std::string(to_text(refusal.code)) + ": " + refusal.detail);
}

template <class V>
Result<typename V::Reply> SmallFleet::attempt(BlockingStore& store, V verb) {
  auto reply = store.call(verb);
  if (reply) {
    told_.add({.verb = std::move(verb), .reply = *reply});
  } else if (reply.error().code == Errc::unavailable || reply.error().code == Errc::corrupt) {
    judge(reply.error());
  }
  return reply;
}

/// What was not made because of a fault is missed by what follows, which is then refused rightly.
void SmallFleet::work(BlockingStore& store) {
  const std::string life = std::to_string(lives_);
  attempt(store, again("ann", lives_));
  attempt(store, thread("t"));
  attempt(store, group("g"));
  NewTask large = task();
  large.payload = Json::string(std::string(20'000, 'p'));
  attempt(store, submit(large));
  attempt(store, submit(task()));
  for (int i = 0; i < 2; ++i) {
    const auto grant = attempt(store, claim("ann", lives_));
    if (!grant || !*grant) continue;
    attempt(store, SetResult{.task = (*grant)->task.id, .attempt = (*grant)->task.attempt, .value = json("1")});
    attempt(store, i == 0 ? complete(**grant) : release(**grant));
  }
  attempt(store, append("t", R"("life )" + life + '"'));
  attempt(store, record("k", '"' + life + '"'));
  const auto tried = attempt(store, want_lock("l", "owner-" + life));
  if (tried && tried->won) attempt(store, release(tried->lock));
  const auto deliveries = attempt(store, read_group("g", 5));
  if (deliveries && !deliveries->empty()) {
    attempt(store, Ack{.group = GroupName::of("g"), .positions = {deliveries->front().event.position}});
  }
  work_at_once(store);
  attempt(store, Sweep{});
}

/// They share a transaction, more or less of them.
void SmallFleet::work_at_once(BlockingStore& store) {
  constexpr int callers = 6;
  const auto asked = many(callers, [](int) { return submit(task()); });
  const auto answers = race(callers, [&](int i) { return store.call(asked[static_cast<std::size_t>(i)]); });
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (answers[i]) {
      told_.add({.verb = asked[i], .reply = *answers[i]});
    } else {
      judge(answers[i].error());
    }
  }
}

Result<Store> SmallFleet::open(const std::string& url, const std::function<void()>& mend) {
  auto opened = open_store(url);
  if (opened) return opened;
  judge(opened.error());
  if (mend) mend();
  return open_store(url);
}

void SmallFleet::live(const std::string& url, const std::function<void()>& mend) {
  ++lives_;
  told_.next_life();
  auto opened = open(url, mend);
  if (!opened) return unclear_.push_back("it does not open when all is well again: " + opened.error().detail);
  BlockingStore store(*opened);
  work(store);
  if (mend) mend();
  if (!attempt(store, submit(task())) && (mend || !attempt(store, submit(task())))) {
    unclear_.emplace_back("it does not go on when all is well again");
  }
  opened->port()->close();
}

std::vector<std::string> SmallFleet::missing_in(const std::string& url) const {
  auto opened = open_store(url);
  if (!opened) return {"the store does not open: " + opened.error().detail};
  std::vector<std::string> wrong;
  {
    BlockingStore store(*opened);
    wrong = broken_invariants(store);
    for (std::string& missing : told_.missing_in(store)) wrong.push_back(std::move(missing));
  }
  opened->port()->close();
  for (std::string& damage : damages_of(url)) wrong.push_back(std::move(damage));
  return wrong;
}

}  // namespace baton::test
