#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace baton::test {

/// One lock that never lapses.
struct LockRules {
  enum class Kind { take, renew, free, look };
  struct Call {
    Kind kind;
    std::string owner{};
    std::uint64_t token = 0;
  };
  /// `yes`: won, renewed, freed, held. `refused`: stale_fence. Owner and token are those of the lock there is.
  struct Answer {
    bool yes = false;
    bool refused = false;
    std::string owner{};
    std::uint64_t token = 0;
  };
  struct State {
    std::string owner{};      ///< empty: it is free
    std::uint64_t token = 0;  ///< 0: taken by a call that nobody heard of, so nobody knows
    std::uint64_t last = 0;   ///< the largest that was issued before
    std::string key() const { return owner + "/" + std::to_string(token) + "/" + std::to_string(last); }
  };

  static std::optional<State> apply(State state, const Call& call, const std::optional<Answer>& answer);
  static std::string describe(const Call& call, const std::optional<Answer>& answer);

 private:
  static std::optional<State> take(State state, const Call& call, const std::optional<Answer>& answer);
  static bool learns(State& state, std::uint64_t token);
};

}  // namespace baton::test
