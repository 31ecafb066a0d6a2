#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/catalog.hpp"
#include "cli/judgement.hpp"

namespace baton::cli {

/// A command as it was typed.
struct Call {
  const CommandSpec* spec = nullptr;
  /// By the name of the flag (`--lane`) or argument (`TASK`). A switch that is there has an entry.
  std::map<std::string, std::vector<std::string>, std::less<>> values{};
  Judge judge = [](const Chosen& /*settings*/) { return Judgements(); };

  bool has(std::string_view name) const { return values.contains(name); }
  /// The last one given; empty if there is none.
  std::string one(std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() || found->second.empty() ? std::string() : found->second.back();
  }
  std::vector<std::string> all(std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() ? std::vector<std::string>() : found->second;
  }
  /// `task list`.
  std::string name() const {
    return std::string(spec->noun) + (spec->verb.empty() ? "" : " " + std::string(spec->verb));
  }
};

int run(const Call& call);

}  // namespace baton::cli
