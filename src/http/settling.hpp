#pragma once

#include <utility>

#include "http/bodies.hpp"

namespace baton::http {

// The short forms of a settle.

inline Settle to_settle(Settle settle) { return settle; }

inline Settle to_settle(Completion body) {
  return {.fence = std::move(body.fence),
          .kind = SettleKind::complete,
          .body = std::move(body.result),
          .next = std::move(body.next)};
}

inline Settle to_settle(Failure body) {
  return {.fence = std::move(body.fence),
          .kind = SettleKind::fail,
          .body = std::move(body.error),
          .retry = body.retry,
          .next = std::move(body.next)};
}

inline Settle to_settle(Release body) {
  return {.fence = std::move(body.fence), .kind = SettleKind::release, .next = std::move(body.next)};
}

inline Settle to_settle(Decline body) {
  return {.fence = std::move(body.fence),
          .kind = SettleKind::decline,
          .body = std::move(body.reason),
          .next = std::move(body.next)};
}

}  // namespace baton::http
