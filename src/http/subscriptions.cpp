#include "core/codec_values.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"

// Who is told about events by a webhook.

namespace baton::http {

struct NewSubscription {
  GroupName name;
  std::string url;
  std::vector<std::string> types;
  std::optional<std::string> secret;
  Duration retry = Subscription{}.retry;
  std::uint32_t max_deliveries = Subscription{}.max_deliveries;
  std::optional<Position> after;

  bool operator==(const NewSubscription&) const = default;
};

struct NamedSubscription {
  GroupName name;

  bool operator==(const NamedSubscription&) const = default;
};

/// The secret is there only in the answer to whoever had it made.
struct ShownSubscription {
  GroupName name;
  std::string url;
  std::vector<std::string> types;
  Duration retry{};
  std::uint32_t max_deliveries = 0;
  GroupName group;
  bool enabled = true;
  std::optional<std::string> disabled_because;
  Time created_at;
  std::optional<std::string> secret;
};

struct ShownSubscriptions {
  std::vector<ShownSubscription> items;
};

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::NewSubscription> {
  using New = http::NewSubscription;
  static constexpr auto table = std::tuple(
      field<&New::name>("name"), field<&New::url>("url"), field<&New::types>("types"), field<&New::secret>("secret"),
      field<&New::retry>("retry_us"), field<&New::max_deliveries>("max_deliveries"), field<&New::after>("after"));
};

template <>
struct Fields<http::NamedSubscription> {
  static constexpr auto table = std::tuple(field<&http::NamedSubscription::name>("name"));
};

template <>
struct Fields<http::ShownSubscription> {
  using Shown = http::ShownSubscription;
  static constexpr auto table = std::tuple(
      field<&Shown::name>("name"), field<&Shown::url>("url"), field<&Shown::types>("types"),
      field<&Shown::retry>("retry_us"), field<&Shown::max_deliveries>("max_deliveries"), field<&Shown::group>("group"),
      field<&Shown::enabled>("enabled"), field<&Shown::disabled_because>("disabled_because"),
      field<&Shown::created_at>("created_at"), field<&Shown::secret>("secret"));
};

template <>
struct Fields<http::ShownSubscriptions> {
  static constexpr auto table = std::tuple(field<&http::ShownSubscriptions::items>("items"));
};

}  // namespace baton

namespace baton::http {

namespace {

ShownSubscription shown(Subscription subscription) {
  ShownSubscription entry;
  entry.group = group_of(subscription);
  entry.name = std::move(subscription.name);
  entry.url = std::move(subscription.url);
  entry.types = std::move(subscription.types);
  entry.retry = subscription.retry;
  entry.max_deliveries = subscription.max_deliveries;
  entry.enabled = !subscription.disabled_because;
  entry.disabled_because = std::move(subscription.disabled_because);
  entry.created_at = subscription.created_at;
  return entry;
}

Subscription wanted_in(NewSubscription request) {
  return {.name = std::move(request.name),
          .url = std::move(request.url),
          .types = std::move(request.types),
          .secret = request.secret.value_or(""),
          .retry = request.retry,
          .max_deliveries = request.max_deliveries,
          .disabled_because = {},
          .created_at = {},
          .version = {}};
}

ShownSubscription sample_entry() {
  Subscription subscription;
  subscription.name = GroupName::of("ops");
  subscription.url = "https://ops.example/hooks";
  subscription.types = {"task.failed", "task.dead"};
  subscription.created_at = sample_time();
  return shown(std::move(subscription));
}

}  // namespace

template <>
NewSubscription sample<NewSubscription>() {
  return {.name = GroupName::of("ops"), .url = "https://ops.example/hooks", .types = {}, .secret = {}, .after = {}};
}

template <>
NewSubscription example<NewSubscription>() {
  auto subscription = sample<NewSubscription>();
  subscription.types = {"task.failed", "task.dead"};
  return subscription;
}

template <>
NamedSubscription sample<NamedSubscription>() {
  return {.name = GroupName::of("ops")};
}

// Its group's bounds are its own, and it needs a URL.
Verb as_verb(NewSubscription request) {
  return PutGroup{.group = request.url.empty() ? GroupName{} : std::move(request.name),
                  .visibility = request.retry,
                  .max_deliveries = request.max_deliveries};
}

Verb as_verb(NamedSubscription request) { return DropGroup{.group = std::move(request.name)}; }

awaitable<Result<Response>> put_subscription(Services services, Request request) {
  auto wanted = input_of<NewSubscription>(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  if (auto valid = validate(as_verb(*wanted)); !valid) co_return std::unexpected(std::move(valid.error()));
  const bool own_secret = wanted->secret.has_value();
  const auto after = wanted->after;
  const auto before = co_await services.subscriptions->get(wanted->name);
  auto subscription = co_await services.subscriptions->put(wanted_in(*std::move(wanted)), after);
  if (!subscription) co_return std::unexpected(std::move(subscription.error()));
  services.courier->look_again();
  const bool made = !own_secret && (!before || before->secret != subscription->secret);
  auto secret = made ? std::optional(subscription->secret) : std::nullopt;
  auto entry = shown(*std::move(subscription));
  entry.secret = std::move(secret);
  co_return json_response(encode(entry));
}

awaitable<Result<Response>> get_subscription(Services services, Request request) {
  auto wanted = input_of<NamedSubscription>(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  auto subscription = co_await services.subscriptions->get(std::move(wanted->name));
  if (!subscription) co_return std::unexpected(std::move(subscription.error()));
  co_return json_response(encode(shown(*std::move(subscription))));
}

awaitable<Result<Response>> list_subscriptions(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  auto all = co_await services.subscriptions->list();
  if (!all) co_return std::unexpected(std::move(all.error()));
  ShownSubscriptions list;
  for (Subscription& subscription : *all) list.items.push_back(shown(std::move(subscription)));
  co_return json_response(encode(list));
}

awaitable<Result<Response>> remove_subscription(Services services, Request request) {
  auto wanted = input_of<NamedSubscription>(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  const auto removed = co_await services.subscriptions->remove(std::move(wanted->name));
  if (!removed) co_return std::unexpected(removed.error());
  services.courier->look_again();
  co_return json_response(ObjectWriter().flag("removed", *removed).json());
}

// Whoever redrives what a receiver missed wants it delivered now.
awaitable<Result<Response>> redrive(Services services, Request request) {
  auto verb = input_of<Redrive>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  const GroupName group = verb->group;
  auto response = co_await respond(services.store, *std::move(verb));
  if (response) services.courier->deliver_again(group);
  co_return response;
}

Contract describe_put_subscription(const Route& route, Schemas& schemas) {
  auto entry = sample_entry();
  entry.secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  return answers(takes<NewSubscription>(route, schemas), schemas.of<ShownSubscription>(), encode(entry));
}

Contract describe_get_subscription(const Route& route, Schemas& schemas) {
  return answers(takes<NamedSubscription>(route, schemas), schemas.of<ShownSubscription>(), encode(sample_entry()));
}

Contract describe_list_subscriptions(const Route& route, Schemas& schemas) {
  return answers(takes<Nothing>(route, schemas), schemas.of<ShownSubscriptions>(),
                 encode(ShownSubscriptions{.items = {sample_entry()}}));
}

Contract describe_remove_subscription(const Route& route, Schemas& schemas) {
  return answers_named(takes<NamedSubscription>(route, schemas), "removed", type_schema("boolean"),
                       Json::trusted("true"));
}

}  // namespace baton::http
