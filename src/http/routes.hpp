#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "baton/store.hpp"
#include "engine/claim_desk.hpp"
#include "engine/metrics.hpp"
#include "http/message.hpp"

namespace baton::http {

/// What handlers work with. Cheap to copy.
struct Services {
  Store store;
  std::shared_ptr<ClaimDesk> desk;
  std::shared_ptr<const Metrics> metrics;
};

using Handler = awaitable<Result<Response>> (*)(Services, Request);

/// One thing the API can do. There is no way to make one without saying who may.
class Route {
 public:
  constexpr Route(Method method, std::string_view path, Role role, Handler handler)
      : method_(method), path_(path), role_(role), handler_(handler) {}

  Method method() const { return method_; }
  /// Segments in braces are placeholders: `/v1/tasks/{task}`.
  std::string_view path() const { return path_; }
  Role role() const { return role_; }
  Handler handler() const { return handler_; }

 private:
  Method method_;
  std::string_view path_;
  Role role_;
  Handler handler_;
};

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
