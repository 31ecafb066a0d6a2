#include "daemon/job_tokens.hpp"

#include <utility>

#include "http/token_records.hpp"

namespace baton::daemon {

namespace {

/// So that it can be revoked by whoever clears the run away, and is made once.
http::TokenId id_of(const TaskId& job, Attempt run) {
  return http::TokenId::of("job-" + job.str() + "-" + std::to_string(run.value));
}

}  // namespace

awaitable<Result<std::string>> ApiJobTokens::make(TaskId job, Attempt run, Duration ttl) {
  http::NewToken wanted{.id = id_of(job, run),
                        .name = http::TokenName::of("run " + std::to_string(run.value) + " of job " + job.str()),
                        .role = http::TokenRole::agent,
                        .scope = http::Scope{.agent = {}, .signals = {}, .task = job},
                        .ttl = ttl};
  auto made = co_await http::make_token(store_, std::move(wanted), http::TokenId::of("orchestrator"));
  if (!made) co_return std::unexpected(std::move(made.error()));
  access_->tokens().learn(made->token);
  co_return std::move(made->secret);
}

awaitable<void> ApiJobTokens::revoke(TaskId job, Attempt run) {
  const auto revoked = co_await http::revoke_token(store_, id_of(job, run));
  // One that could not be revoked ends with its time.
  if (revoked) access_->tokens().learn(*revoked);
}

}  // namespace baton::daemon
