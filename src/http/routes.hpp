#pragma once

#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "baton/store.hpp"
#include "engine/claim_desk.hpp"
#include "engine/correlator.hpp"
#include "engine/courier.hpp"
#include "engine/event_feed.hpp"
#include "engine/metrics.hpp"
#include "engine/orchestrator.hpp"
#include "engine/pulse.hpp"
#include "engine/waiting_room.hpp"
#include "engine/webhook_source.hpp"
#include "http/message.hpp"

namespace baton::http {

class Access;

/// What handlers work with. Cheap to copy.
struct Services {
  Store store;
  std::shared_ptr<ClaimDesk> desk;
  std::shared_ptr<WaitingRoom> waiting_room;
  std::shared_ptr<const Metrics> metrics;
  std::shared_ptr<Pulse> pulse;
  std::shared_ptr<Access> access;
  std::shared_ptr<EventFeed> feed;
  std::shared_ptr<const Subscriptions> subscriptions;
  std::shared_ptr<Courier> courier;
  std::shared_ptr<Correlator> correlator;
  std::shared_ptr<Orchestrator> jobs;
  std::shared_ptr<const WebhookSources> webhooks;
  std::string cloud_source;  ///< of events as CloudEvents
};

class Route;
class Schemas;
struct Contract;

using Handler = awaitable<Result<Response>> (*)(Services, Request);
using Describe = Contract (*)(const Route&, Schemas&);

/// What answers an operation, and what says how it is called and what it answers.
struct Action {
  Handler handler;
  Describe describe;
};

/// The errors by which an operation may be refused, beside those that every operation shares.
class Refusals {
 public:
  constexpr Refusals(std::initializer_list<Errc> codes) {
    for (const Errc code : codes) bits_ |= bit(code);
  }
  constexpr bool contains(Errc code) const { return (bits_ & bit(code)) != 0; }

 private:
  static constexpr unsigned bit(Errc code) { return 1U << static_cast<unsigned>(code); }

  unsigned bits_ = 0;
};

/// One operation of the API. There is no way to make one without saying who may.
class Route {
 public:
  constexpr Route(Method method, std::string_view path, Role role, std::string_view id, std::string_view summary,
                  Action action, Refusals refusals = {})
      : method_(method), path_(path), role_(role), id_(id), summary_(summary), action_(action), refusals_(refusals) {}

  Method method() const { return method_; }
  /// Segments in braces are placeholders: `/v1/tasks/{task}`.
  std::string_view path() const { return path_; }
  Role role() const { return role_; }
  std::string_view id() const { return id_; }
  std::string_view summary() const { return summary_; }
  Handler handler() const { return action_.handler; }
  Contract contract(Schemas& schemas) const;
  bool may_refuse(Errc code) const { return refusals_.contains(code); }

 private:
  Method method_;
  std::string_view path_;
  Role role_;
  std::string_view id_;
  std::string_view summary_;
  Action action_;
  Refusals refusals_;
};

/// The segments of a path, placeholders in their braces.
std::vector<std::string_view> segments_of(std::string_view path);
bool is_placeholder(std::string_view segment);
/// The names of a path's placeholders.
std::vector<std::string_view> placeholders_in(std::string_view path);

struct RouteFound {
  const Route* route;
  std::vector<Named> placeholders;
};
struct MethodMissing {
  std::string allowed;  ///< as the Allow header lists them
};
struct PathMissing {};

using RouteMatch = std::variant<RouteFound, MethodMissing, PathMissing>;

class RouteTable {
 public:
  explicit RouteTable(std::span<const Route> routes);

  /// HEAD is answered by the route of GET.
  RouteMatch match(Method method, const std::vector<std::string>& segments) const;

 private:
  struct Entry {
    const Route* route;
    std::vector<std::string_view> segments;
  };
  std::vector<Entry> entries_;
};

}  // namespace baton::http
