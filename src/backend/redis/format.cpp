#include "backend/redis/format.hpp"

#include <cstdlib>
#include <utility>

#include "backend/redis/scripts.hpp"
#include "backend/shared/wait_for.hpp"

namespace baton::redis {

Result<Format> migrate(const Options& options, bool dry_run) {
  auto target = parse_target(options.url);
  if (!target) return std::unexpected(std::move(target.error()));
  auto client = Client::connect(*std::move(target), options.client);
  if (!client) return std::unexpected(std::move(client.error()));
  const auto found =
      shared::wait_for((*client)->call({"HGET", prefix_of(options.name_space) + "meta", "format"}, Repeat::safe));
  (*client)->close();
  if (!found) return std::unexpected(found.error());
  const Format format{.from = std::atoi(found->text.c_str()), .to = newest_format()};
  if (dry_run && format.from <= format.to) return format;
  // Whoever opens a namespace refuses a newer one, and marks an empty one.
  const auto port = open(options);
  if (!port) return std::unexpected(port.error());
  (*port)->close();
  return format;
}

}  // namespace baton::redis
