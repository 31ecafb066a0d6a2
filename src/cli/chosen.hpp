#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "baton/error.hpp"
#include "cli/surroundings.hpp"
#include "engine/job_settings.hpp"
#include "engine/subscription.hpp"

namespace baton::cli {

/// Settings as they were typed, by name (`config` for --config).
struct Typed {
  std::map<std::string, std::vector<std::string>, std::less<>> values{};
};

enum class Origin { typed, environment, file, standard };

struct ChosenValue {
  std::vector<std::string> values{};
  Origin origin = Origin::standard;
  std::string place{};  ///< `--store`, `BATON_STORE`, `baton.toml:3`, `default`
};

/// Every setting, with where it comes from.
class Chosen {
 public:
  Chosen(std::map<std::string, ChosenValue, std::less<>> values, std::vector<Subscription> subscriptions,
         JobSettings jobs)
      : values_(std::move(values)), subscriptions_(std::move(subscriptions)), jobs_(std::move(jobs)) {}

  bool is_set(std::string_view name) const { return !value(name).values.empty(); }
  /// Empty if it is not set.
  const std::string& one(std::string_view name) const;
  const std::vector<std::string>& all(std::string_view name) const { return value(name).values; }
  Origin origin(std::string_view name) const { return value(name).origin; }
  const std::string& place(std::string_view name) const { return value(name).place; }
  /// Of the configuration file.
  const std::vector<Subscription>& subscriptions() const { return subscriptions_; }
  const JobSettings& jobs() const { return jobs_; }

 private:
  const ChosenValue& value(std::string_view name) const;

  std::map<std::string, ChosenValue, std::less<>> values_;
  std::vector<Subscription> subscriptions_;
  JobSettings jobs_;
};

/// Each setting from the first of: the command line, the environment, the configuration file, the default.
/// invalid: an unknown key in the file, a word that the setting does not have. unavailable: an unreadable file.
Result<Chosen> choose_settings(const Typed& typed, const Environment& environment);

}  // namespace baton::cli
