#include "engine/subscription.hpp"

#include <utility>

#include "core/codec_values.hpp"
#include "core/standard_webhook.hpp"
#include "core/web_address.hpp"

namespace baton {

namespace {

constexpr std::size_t most_patterns = 64;
constexpr std::string_view group_stem = "webhook:";

std::string group_name(const GroupName& name) { return std::string(group_stem) + name.str(); }

RecordKey key_of(const GroupName& name) { return RecordKey::of(name.str()); }

Result<GroupName> group_named(const GroupName& name) {
  auto group = GroupName::parse(group_name(name));
  if (group) return group;
  return fail(Errc::invalid, "the name of a subscription has at most 120 characters");
}

Result<Subscription> subscription_in(const Record& record) {
  auto subscription = decode<Subscription>(record.body);
  if (!subscription)
    return fail(Errc::corrupt, "subscription " + record.key.str() + ": " + subscription.error().detail);
  subscription->created_at = record.created_at;
  subscription->version = record.version;
  return subscription;
}

}  // namespace

Result<void> check(const Subscription& subscription) {
  if (auto group = group_named(subscription.name); !group) return std::unexpected(group.error());
  if (auto address = WebAddress::parse(subscription.url); !address) return std::unexpected(address.error());
  if (subscription.types.size() > most_patterns) return fail(Errc::invalid, "at most 64 patterns of types");
  for (const auto& pattern : subscription.types) {
    if (auto types = parse_event_pattern(pattern); !types) return std::unexpected(types.error());
  }
  auto secret = WebhookSecret::parse(subscription.secret);
  return secret ? Result<void>{} : std::unexpected(secret.error());
}

GroupName group_of(const Subscription& subscription) { return GroupName::of(group_name(subscription.name)); }

bool is_of_subscription(const GroupName& group) { return group.str().starts_with(group_stem); }

EventFilter filter_of(const Subscription& subscription) {
  EventFilter filter;
  for (const auto& pattern : subscription.types) {
    if (const auto types = parse_event_pattern(pattern)) filter.types |= *types;
  }
  return filter;
}

const RecordKind& subscription_kind() {
  static const RecordKind one = RecordKind::of("baton.subscription");
  return one;
}

awaitable<Result<Subscription>> Subscriptions::put(Subscription wanted, std::optional<Position> after) const {
  const auto known = co_await get(wanted.name);
  if (!known && known.error().code != Errc::not_found) co_return known;
  if (wanted.secret.empty()) wanted.secret = known ? known->secret : WebhookSecret::make().str();
  wanted.disabled_because.reset();
  if (auto valid = check(wanted); !valid) co_return std::unexpected(valid.error());
  // A group's place in the log is its own; whoever names another begins anew.
  DropGroup drop{.group = group_of(wanted)};
  if (known && after) {
    if (auto dropped = co_await store_.call(std::move(drop)); !dropped) co_return std::unexpected(dropped.error());
  }
  PutGroup group{.group = group_of(wanted),
                 .after = after,
                 .visibility = wanted.retry,
                 .max_deliveries = wanted.max_deliveries,
                 .update = true};
  // First, for there may be too many; and once more, for one that was being disabled lost its group meanwhile.
  if (auto made = co_await store_.call(group); !made) co_return std::unexpected(made.error());
  if (auto written = co_await write(wanted, std::nullopt); !written) co_return std::unexpected(written.error());
  if (auto made = co_await store_.call(std::move(group)); !made) co_return std::unexpected(made.error());
  co_return co_await get(wanted.name);
}

awaitable<Result<void>> Subscriptions::write(Subscription subscription, std::optional<Version> expected) const {
  PutRecord put{.kind = subscription_kind(),
                .key = key_of(subscription.name),
                .body = encode(subscription),
                .expected = expected};
  auto written = co_await store_.call(std::move(put));
  if (!written) co_return std::unexpected(std::move(written.error()));
  co_return Result<void>{};
}

awaitable<Result<Subscription>> Subscriptions::get(GroupName name) const {
  GetRecord get{.kind = subscription_kind(), .key = key_of(name)};
  const auto record = co_await store_.call(std::move(get));
  if (!record && record.error().code == Errc::not_found) {
    co_return fail(Errc::not_found, "there is no subscription of that name");
  }
  if (!record) co_return std::unexpected(record.error());
  co_return subscription_in(*record);
}

awaitable<Result<std::vector<Subscription>>> Subscriptions::list() const {
  std::vector<Subscription> all;
  std::optional<RecordKey> after = RecordKey{};
  while (after) {
    ListRecords list{.kind = subscription_kind(), .after = *std::move(after)};
    auto page = co_await store_.call(std::move(list));
    if (!page) co_return std::unexpected(std::move(page.error()));
    for (const Record& record : page->items) {
      auto subscription = subscription_in(record);
      if (!subscription) co_return std::unexpected(std::move(subscription.error()));
      all.push_back(*std::move(subscription));
    }
    after = std::move(page->next);
  }
  co_return all;
}

awaitable<Result<bool>> Subscriptions::remove(GroupName name) const {
  const auto known = co_await get(name);
  if (!known && known.error().code == Errc::not_found) co_return false;
  if (!known) co_return std::unexpected(known.error());
  // The record first: a courier that still reads it would make the group anew.
  PutRecord end{.kind = subscription_kind(), .key = key_of(name), .ttl = Duration::zero()};
  if (auto ended = co_await store_.call(std::move(end)); !ended) co_return std::unexpected(ended.error());
  DropGroup drop{.group = group_of(*known)};
  if (auto dropped = co_await store_.call(std::move(drop)); !dropped) co_return std::unexpected(dropped.error());
  co_return true;
}

awaitable<Result<bool>> Subscriptions::disable(Subscription known, std::string because) const {
  const auto there = co_await get(known.name);
  if (!there && there.error().code != Errc::not_found) co_return std::unexpected(there.error());
  if (!there || *there != known) co_return false;
  PutGroup same{.group = group_of(known)};
  const auto group = co_await store_.call(std::move(same));
  if (!group) co_return std::unexpected(group.error());
  known.disabled_because = std::move(because);
  const auto written = co_await write(known, known.version);
  if (!written && written.error().code == Errc::conflict) co_return false;
  if (!written) co_return std::unexpected(written.error());
  DropGroup drop{.group = group->name};
  if (auto dropped = co_await store_.call(std::move(drop)); !dropped) co_return std::unexpected(dropped.error());
  co_return co_await stays_disabled(std::move(known.name), *group);
}

/// Whoever put it once more before its group was dropped finds one at the same place.
awaitable<Result<bool>> Subscriptions::stays_disabled(GroupName name, Group dropped) const {
  const auto there = co_await get(std::move(name));
  if (!there && there.error().code != Errc::not_found) co_return std::unexpected(there.error());
  if (!there || there->disabled_because) co_return true;
  const bool waits = dropped.pending > 0;
  PutGroup group{.group = dropped.name,
                 .after = waits ? Position{dropped.oldest_pending.value - 1} : dropped.cursor,
                 .visibility = there->retry,
                 .max_deliveries = there->max_deliveries};
  if (auto made = co_await store_.call(std::move(group)); !made) co_return std::unexpected(made.error());
  co_return false;
}

}  // namespace baton
