#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace baton::test {

/// One record, written plainly or by compare-and-set on its version.
struct RecordRules {
  struct Call {
    std::optional<std::string> body{};        ///< unset: a read
    std::optional<std::uint64_t> expected{};  ///< unset: whatever there is
  };
  /// `refused`: a conflict, with the version that is there; of a read, that there is none.
  struct Answer {
    bool refused = false;
    std::uint64_t version = 0;
    std::string body{};
  };
  struct State {
    std::uint64_t version = 0;
    std::string body{};
    std::string key() const { return std::to_string(version) + "/" + body; }
  };

  static std::optional<State> apply(State state, const Call& call, const std::optional<Answer>& answer);
  static std::string describe(const Call& call, const std::optional<Answer>& answer);
};

}  // namespace baton::test
