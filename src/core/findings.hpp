#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace baton {

/// Something that a check found: worth knowing, or wrong.
struct Finding {
  enum class Gravity : std::uint8_t { note, damage };

  Gravity gravity = Gravity::damage;
  std::string where;  ///< `task 0198…`, `the log`, `queue (index)`
  std::string what;
  std::string mend;  ///< what to do about it

  bool operator==(const Finding&) const = default;
};

/// Collects findings. Of many that say the same of different things only the first are kept; the others are counted.
class Findings {
 public:
  static constexpr std::uint64_t kept_of_a_kind = 20;

  void damage(std::string where, std::string what, std::string mend);
  void note(std::string where, std::string what, std::string mend);

  const std::vector<Finding>& kept() const { return kept_; }
  std::uint64_t damages() const { return damages_; }
  std::uint64_t notes() const { return notes_; }
  /// How many were found and are not among those kept.
  std::uint64_t left_out() const { return damages_ + notes_ - kept_.size(); }

 private:
  void add(Finding finding);

  std::vector<Finding> kept_;
  std::map<std::string, std::uint64_t> of_a_kind_;  ///< by what to do
  std::uint64_t damages_ = 0;
  std::uint64_t notes_ = 0;
};

}  // namespace baton
