#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace baton::redis {

/// What a server answered.
struct Value {
  enum class Kind : std::uint8_t { nil, integer, text, list, error };

  Kind kind = Kind::nil;
  std::int64_t integer = 0;
  std::string text{};  ///< of a text, a status or an error
  std::vector<Value> items{};

  bool is_nil() const { return kind == Kind::nil; }
};

}  // namespace baton::redis
