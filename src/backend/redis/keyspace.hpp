#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "backend/redis/client.hpp"
#include "core/inspector.hpp"

namespace baton::redis {

/// The keys of one namespace, read with plain commands, while nobody writes.
class Keyspace {
 public:
  Keyspace(std::shared_ptr<Client> client, std::string prefix)
      : client_(std::move(client)), prefix_(std::move(prefix)) {}

  /// Finds every key. To be called first.
  Result<void> scan();

  /// `task` → the names behind `task:`. Names without a colon are a family of their own with the empty name.
  using Families = std::map<std::string, std::set<std::string>, std::less<>>;
  const Families& families() const { return families_; }
  /// The names behind `family:`; empty if there are none.
  const std::set<std::string>& names(std::string_view family) const;

  /// `family:name`, or the family alone.
  static std::string key_of(std::string_view family, std::string_view name);

  using VisitScored = std::function<void(const std::string& member, double score)>;
  /// Every member of a sorted set.
  Result<void> each(const std::string& key, const VisitScored& visit) const;
  Result<std::set<std::string>> members(const std::string& key) const;
  /// A hash, whole.
  Result<std::map<std::string, std::string>> fields(const std::string& key) const;
  /// How many fields a hash has.
  Result<std::uint64_t> length(const std::string& key) const;

  const std::string& prefix() const { return prefix_; }

 private:
  Result<Value> ask(Command command) const;

  std::shared_ptr<Client> client_;
  std::string prefix_;
  Families families_;
};

}  // namespace baton::redis
