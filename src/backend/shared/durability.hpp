#pragma once

#include <string>
#include <vector>

namespace baton::shared {

/// What a server's settings promise about a write that it has acknowledged.
struct Durability {
  bool full = false;
  std::string text;                ///< `full`, or `relaxed: ` with every reason and what to set
  std::vector<std::string> notes;  ///< what else an operator should know

  bool operator==(const Durability&) const = default;
};

/// Reasons why it is not full, put together.
class Doubts {
 public:
  void add(const std::string& why) { reasons_ += (reasons_.empty() ? "" : "; ") + why; }
  Durability durability() const {
    return {.full = reasons_.empty(), .text = reasons_.empty() ? "full" : "relaxed: " + reasons_};
  }

 private:
  std::string reasons_;
};

}  // namespace baton::shared
