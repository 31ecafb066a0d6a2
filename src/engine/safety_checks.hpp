#pragma once

#include <string>
#include <vector>

#include "engine/child_process.hpp"
#include "engine/safety_pipeline.hpp"

namespace baton {

/// At most so many bytes. More is asked for again: the agent can say it shorter.
class SizeCheck final : public SafetyCheck {
 public:
  explicit SizeCheck(std::uint64_t most) : most_(most) {}
  std::string name() const override { return "size"; }
  awaitable<Opinion> look(std::shared_ptr<const SafetyCase> at) override;

 private:
  std::uint64_t most_;
};

/// No secret that can be told by its form. The reason names the family, never the secret.
class SecretCheck final : public SafetyCheck {
 public:
  std::string name() const override { return "secrets"; }
  awaitable<Opinion> look(std::shared_ptr<const SafetyCase> at) override;
};

/// None of these patterns.
class DenyCheck final : public SafetyCheck {
 public:
  explicit DenyCheck(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}
  std::string name() const override { return "deny"; }
  awaitable<Opinion> look(std::shared_ptr<const SafetyCase> at) override;

 private:
  std::vector<std::string> patterns_;
};

/// A program's opinion. It reads job, history and output from its input; exit code 0 delivers, 10 asks for another try,
/// 20 rejects, with what it prints as the reason. Anything else, and no answer in time, is no opinion: another try.
class CommandCheck final : public SafetyCheck {
 public:
  CommandCheck(std::vector<std::string> arguments, Duration timeout)
      : arguments_(std::move(arguments)), timeout_(timeout) {}
  std::string name() const override { return "command " + arguments_.front(); }
  awaitable<Opinion> look(std::shared_ptr<const SafetyCase> at) override;

 private:
  std::vector<std::string> arguments_;
  Duration timeout_;
};

}  // namespace baton
