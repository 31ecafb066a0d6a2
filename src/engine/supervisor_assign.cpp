#include <utility>

#include "engine/nursery.hpp"
#include "engine/supervisor.hpp"

/// How a supervisor gives tasks to agents.
namespace baton {

namespace {

constexpr std::size_t most_at_once = 1000;
// Each round ends with fewer idle agents or fewer tasks, unless the log brings more; then the next pass goes on.
constexpr int most_rounds = 100;

}  // namespace

awaitable<Result<std::size_t>> Supervisor::assign() {
  std::size_t assigned = 0;
  for (int i = 0; i < most_rounds; ++i) {
    const auto candidates = picture_.choose(store_now(), most_at_once);
    if (candidates.empty()) co_return assigned;
    Round round;
    Nursery pushes(executor_);
    for (const auto& candidate : candidates) pushes.start(push(candidate, &round));
    co_await pushes.join();
    counts_.assigned += round.assigned;
    assigned += round.assigned;
    if (round.error) co_return std::unexpected(*std::move(round.error));
  }
  bell_.ring();
  co_return assigned;
}

awaitable<void> Supervisor::push(FleetPicture::Candidate to, Round* round) {
  Claim claim{.agent = to.agent,
              .incarnation = to.incarnation,
              .claim_id = ClaimId::of(make_unique_text()),
              .lease = options_.lease,
              .pushed = true};
  auto answer = co_await ask(std::move(claim));
  co_await note(std::move(to), std::move(answer), round);
}

awaitable<void> Supervisor::note(FleetPicture::Candidate asked, Result<Reply> answer, Round* round) {
  if (!answer) {
    const Errc code = answer.error().code;
    if (is_trouble(code)) {
      round->error = std::move(answer.error());
      co_return;
    }
    ++counts_.conflicts;
    picture_.note_refused(asked, store_now());
    co_return;
  }
  const auto& grant = std::get<std::optional<Grant>>(*answer);
  if (grant) {
    ++round->assigned;
    picture_.note_granted(asked, grant->task.lane);
    co_return;
  }
  ++counts_.nothing;
  if (picture_.is_vetted(asked)) {
    picture_.note_nothing(asked);
  } else if (auto seen = co_await vet(std::move(asked)); !seen) {
    round->error = std::move(seen.error());
  }
}

/// Nothing was found for it: because nothing is there, or because it is quarantined?
awaitable<Result<void>> Supervisor::vet(FleetPicture::Candidate asked) {
  GetAgent look{.agent = asked.agent};
  const auto reply = co_await ask(std::move(look));
  if (reply) {
    picture_.note_seen(asked, std::get<Agent>(*reply), store_now());
  } else if (is_trouble(reply.error().code)) {
    co_return std::unexpected(reply.error());
  } else {
    picture_.note_refused(asked, store_now());
  }
  co_return Result<void>{};
}

}  // namespace baton
