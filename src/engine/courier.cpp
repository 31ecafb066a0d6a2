#include "engine/courier.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "core/cloud_event.hpp"
#include "core/digest.hpp"
#include "core/event_words.hpp"
#include "core/standard_webhook.hpp"
#include "engine/backoff.hpp"

namespace baton {

namespace {

// One wave: all of them are under way at once, so that none waits until its time is over.
constexpr std::uint32_t deliveries_at_once = 32;
constexpr std::chrono::seconds look_interval{5};
constexpr std::chrono::seconds idle_interval{10};
constexpr Duration shortest_timeout = std::chrono::seconds{1};
constexpr Duration longest_timeout = std::chrono::seconds{10};
constexpr unsigned status_gone = 410;

bool is_accepted(unsigned status) { return status >= 200 && status < 300; }

std::uint64_t seconds_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(now).count());
}

}  // namespace

/// One subscription as this courier serves it.
struct Courier::Round {
  Round(const boost::asio::any_io_executor& executor, Subscription served, WebhookSecret key)
      : subscription(std::move(served)),
        filter(filter_of(subscription)),
        group(group_of(subscription)),
        secret(std::move(key)),
        bell(executor),
        wave(executor) {}

  /// Receivers that are down would make dead letters of each other's dead letters, ever more of them.
  bool wants(const Event& event) const {
    if (event.type == EventType::group_dead_lettered && is_of_subscription(word_of(event, "group").value_or("")))
      return false;
    return filter.matches(event);
  }
  void end() {
    ended = true;
    bell.ring();
  }

  Subscription subscription;
  EventFilter filter;
  GroupName group;
  WebhookSecret secret;
  Bell bell;
  Nursery wave;  ///< deliveries under way
  bool ended = false;
  bool troubled = false;                           ///< the last delivery failed
  std::multiset<Bell::Clock::time_point> retries;  ///< when what failed may be had again
};

Courier::Courier(const boost::asio::any_io_executor& executor, const Access& store, std::shared_ptr<Sender> sender,
                 std::string source, Trouble trouble)
    : executor_(executor),
      store_(store),
      subscriptions_(store),
      sender_(std::move(sender)),
      source_(std::move(source)),
      trouble_(std::move(trouble)),
      consumer_(ConsumerName::of("courier-" + make_unique_text())),
      change_(executor),
      nursery_(executor) {}

awaitable<void> Courier::run(std::stop_token stop) {
  stop_ = stop;
  const std::stop_callback on_stop(stop, [this] { change_.ring(); });
  while (!stop.stop_requested()) {
    co_await update();
    co_await change_.wait(Bell::Clock::now() + look_interval);
  }
  for (auto& [name, round] : rounds_) round->end();
  co_await nursery_.join();
}

void Courier::hear(const LogWatch::News& news) {
  for (auto& [name, round] : rounds_) {
    const bool wanted = std::ranges::any_of(news.events, [&](const Event& event) { return round->wants(event); });
    if (news.gap || wanted) round->bell.ring();
  }
}

void Courier::deliver_again(const GroupName& group) {
  for (auto& [name, round] : rounds_) {
    if (round->group == group) round->bell.ring();
  }
}

awaitable<void> Courier::update() {
  const auto listed = co_await subscriptions_.list();
  // The next look is soon enough; until then everything goes on as it was.
  if (!listed) co_return;
  Rounds rounds;
  for (const Subscription& subscription : *listed) {
    if (subscription.disabled_because) continue;
    const auto known = rounds_.find(subscription.name);
    if (known != rounds_.end() && known->second->subscription == subscription) {
      rounds.insert(rounds_.extract(known));
      continue;
    }
    auto secret = WebhookSecret::parse(subscription.secret);
    if (!secret) continue;
    auto round = std::make_shared<Round>(executor_, subscription, *std::move(secret));
    rounds.emplace(subscription.name, round);
    counts_.try_emplace(subscription.name.str());
    nursery_.start(serve(round));
  }
  for (auto& [name, round] : rounds_) round->end();
  rounds_ = std::move(rounds);
}

awaitable<void> Courier::serve(std::shared_ptr<Round> round) {
  Backoff backoff;
  while (!round->ended) {
    const auto handled = co_await deliver_some(round);
    auto until = Bell::Clock::now() + idle_interval;
    if (!round->retries.empty()) until = std::min(until, *round->retries.begin());
    if (handled) {
      backoff.reset();
      if (*handled > 0) continue;
    } else {
      until = Bell::Clock::now() + backoff.next();
      if (handled.error().code == Errc::not_found) co_await restore_group(round);
    }
    if (!round->ended) co_await round->bell.wait(until);
    round->retries.erase(round->retries.begin(), round->retries.upper_bound(Bell::Clock::now()));
  }
}

/// How many events were handed to us, whatever became of them.
awaitable<Result<std::size_t>> Courier::deliver_some(std::shared_ptr<Round> round) {
  ReadGroup read{.group = round->group, .consumer = consumer_, .limit = deliveries_at_once};
  auto deliveries = co_await store_.call(std::move(read));
  if (!deliveries) co_return std::unexpected(std::move(deliveries.error()));
  // The store counts from when it gave them out, which was before.
  const auto retry_at = Bell::Clock::now() + round->subscription.retry;
  std::vector<Fate> fates(deliveries->size(), Fate::delivered);
  for (std::size_t i = 0; i < fates.size(); ++i) {
    Event& event = (*deliveries)[i].event;
    if (round->wants(event)) round->wave.start(deliver(round, event, &fates[i]));
  }
  co_await round->wave.join();
  Ack ack{.group = round->group, .positions = {}};
  for (std::size_t i = 0; i < fates.size(); ++i) {
    if (fates[i] == Fate::delivered) ack.positions.push_back((*deliveries)[i].event.position);
  }
  if (ack.positions.size() < fates.size()) round->retries.insert(retry_at);
  if (!ack.positions.empty()) {
    if (auto acked = co_await store_.call(std::move(ack)); !acked) co_return std::unexpected(acked.error());
  }
  if (std::ranges::find(fates, Fate::gone) != fates.end()) co_await give_up(round);
  co_return fates.size();
}

awaitable<void> Courier::deliver(std::shared_ptr<Round> round, Event event, Fate* fate) {
  auto answer = co_await sender_->post(parcel_for(*round, event));
  auto& counts = counts_[round->subscription.name.str()];
  const bool accepted = answer && is_accepted(*answer);
  ++(accepted ? counts.delivered : counts.failed);
  const bool already_troubled = std::exchange(round->troubled, !accepted);
  if (accepted) co_return;
  *fate = answer && *answer == status_gone ? Fate::gone : Fate::failed;
  // A receiver that is down is told of once, not with every event.
  if (already_troubled) co_return;
  const std::string why = answer ? "the answer was " + std::to_string(*answer) : answer.error().detail;
  trouble_("event " + std::to_string(event.position.value) + " was not delivered to subscription " +
           round->subscription.name.str() + ": " + why);
}

/// Somebody dropped the group. It begins anew, unless the subscription has gone with it.
awaitable<void> Courier::restore_group(std::shared_ptr<Round> round) {
  const auto known = co_await subscriptions_.get(round->subscription.name);
  if (!known || *known != round->subscription) {
    look_again();
    co_return;
  }
  PutGroup group{.group = round->group,
                 .visibility = round->subscription.retry,
                 .max_deliveries = round->subscription.max_deliveries};
  const auto made = co_await store_.call(std::move(group));
  trouble_("the group of subscription " + round->subscription.name.str() + " was gone; " +
           (made ? "it begins anew" : made.error().detail));
}

/// Only what was delivered to is given up: the answer may come long after somebody put another in its place.
awaitable<void> Courier::give_up(std::shared_ptr<Round> round) {
  const auto disabled = co_await subscriptions_.disable(round->subscription, "the receiver answered 410 Gone");
  if (!disabled) {
    // It is asked again, and says so again.
    trouble_("cannot disable a subscription: " + disabled.error().detail);
    co_return;
  }
  round->end();
  look_again();
}

Parcel Courier::parcel_for(const Round& round, const Event& event) const {
  const auto& subscription = round.subscription;
  const std::string id =
      "evt_" + digest(source_ + " " + subscription.name.str() + " " + std::to_string(event.position.value));
  const std::uint64_t timestamp = seconds_now();
  std::string body = cloud_event(event, source_).text();
  std::string signature = round.secret.sign(id, timestamp, body);
  return {.url = subscription.url,
          .headers = {{"Content-Type", "application/cloudevents+json"},
                      {"webhook-id", id},
                      {"webhook-timestamp", std::to_string(timestamp)},
                      {"webhook-signature", std::move(signature)}},
          .body = std::move(body),
          .timeout = std::clamp(subscription.retry / 2, shortest_timeout, longest_timeout),
          .stop = stop_};
}

}  // namespace baton
