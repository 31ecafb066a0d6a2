#pragma once

#include <memory>

#include "engine/job_spawner.hpp"
#include "http/access.hpp"

namespace baton::daemon {

/// Tokens of the API for the agents of jobs: each is an agent's, and for its job alone.
class ApiJobTokens final : public JobTokens {
 public:
  ApiJobTokens(Store store, std::shared_ptr<http::Access> access)
      : store_(std::move(store)), access_(std::move(access)) {}

  awaitable<Result<std::string>> make(TaskId job, Attempt run, Duration ttl) override;
  awaitable<void> revoke(TaskId job, Attempt run) override;

 private:
  Store store_;
  std::shared_ptr<http::Access> access_;
};

}  // namespace baton::daemon
