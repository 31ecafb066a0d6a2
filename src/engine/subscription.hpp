#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "baton/store.hpp"
#include "core/field.hpp"
#include "engine/event_filter.hpp"

namespace baton {

/// Who is told about which events by a webhook. What was not delivered is kept by a consumer group of its own.
struct Subscription {
  GroupName name;
  std::string url;
  std::vector<std::string> types;               ///< patterns; empty: all
  std::string secret;                           ///< as WebhookSecret
  Duration retry = std::chrono::seconds{60};    ///< between two attempts to deliver an event
  std::uint32_t max_deliveries = 10;            ///< then it is a dead letter
  std::optional<std::string> disabled_because;  ///< nothing is delivered while this is set
  Time created_at;
  Version version{};  ///< of what is stored: two that say the same are not the same one

  bool operator==(const Subscription&) const = default;
};

template <>
struct Fields<Subscription> {
  static constexpr auto table = std::tuple(
      field<&Subscription::name>("name"), field<&Subscription::url>("url"), field<&Subscription::types>("types"),
      field<&Subscription::secret>("secret"), field<&Subscription::retry>("retry_us"),
      field<&Subscription::max_deliveries>("max_deliveries"),
      field<&Subscription::disabled_because>("disabled_because"), field<&Subscription::created_at>("created_at"));
};

/// invalid: a name, URL, pattern or secret that cannot be.
Result<void> check(const Subscription& subscription);

/// Of a subscription: `webhook:` and its name.
GroupName group_of(const Subscription& subscription);
/// Whether that is how the groups of subscriptions are called.
bool is_of_subscription(const GroupName& group);

/// What it wants to hear about.
EventFilter filter_of(const Subscription& subscription);

/// The kind of records that hold subscriptions. They have secrets, so no route of records shows them.
const RecordKind& subscription_kind();

/// The subscriptions of a store.
class Subscriptions {
 public:
  using Access = View<Verbs<PutRecord, GetRecord, ListRecords, PutGroup, DropGroup>>;

  explicit Subscriptions(Access store) : store_(std::move(store)) {}

  /// Creates or replaces it; without a secret it keeps the one it has, or gets one. What happens from now on is
  /// delivered, and of the past what comes behind `after`. Replacing one enables it, and what waits is kept with its
  /// dead letters, unless `after` is set: then it begins anew there.
  /// invalid: a URL, pattern, secret or time that cannot be. exhausted: there are too many consumer groups.
  awaitable<Result<Subscription>> put(Subscription wanted, std::optional<Position> after = {}) const;
  /// not_found: there is none of that name.
  awaitable<Result<Subscription>> get(GroupName name) const;
  awaitable<Result<std::vector<Subscription>>> list() const;
  /// With all that waits for it. Whether there was one.
  awaitable<Result<bool>> remove(GroupName name) const;
  /// Nothing more is kept for it either. Whether it was done: not if another has taken the place of `known`, or it was
  /// put once more since it was read.
  awaitable<Result<bool>> disable(Subscription known, std::string because) const;

 private:
  awaitable<Result<void>> write(Subscription subscription, std::optional<Version> expected) const;
  awaitable<Result<bool>> stays_disabled(GroupName name, Group dropped) const;

  Access store_;
};

}  // namespace baton
