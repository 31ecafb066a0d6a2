#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "baton/time.hpp"
#include "cli/client.hpp"
#include "cli/screen.hpp"

namespace baton::cli {

/// What `baton top` shows.
struct TopPicture {
  struct WaitingLane {
    std::string lane;
    double depth = 0;
    double oldest_seconds = 0;
  };
  std::string url{};
  std::string store{};  ///< `sqlite, durability full`
  Time at{};
  std::map<std::string, double> agents{};  ///< by state
  std::vector<WaitingLane> lanes{};        ///< the deepest first
  double paused = 0;
  std::map<std::string, double> totals{};                ///< events by type since the daemon's start
  std::optional<std::map<std::string, double>> rates{};  ///< the same a second; nothing without a picture before
  std::string attention = "{}";                          ///< the list as the daemon answers it
  std::string trouble{};                                 ///< why there is nothing newer
};

/// A picture out of what the daemon answers on /metrics, /v1/health and /v1/attention.
TopPicture picture_of(std::string_view metrics, std::string_view health, std::string attention, Time now);

/// With the rates since the picture before. A daemon that was started anew counts from zero.
TopPicture compared(TopPicture now, const TopPicture& before);

/// As many lines as the screen has, none wider than it.
std::string drawn(const TopPicture& picture, const Screen& screen);

/// The same as one JSON document.
std::string as_json(const TopPicture& picture);

Result<TopPicture> look(const Whereabouts& where);

}  // namespace baton::cli
