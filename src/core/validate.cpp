#include "core/validate.hpp"

#include <utility>
#include <variant>

namespace baton {

Result<void> validate(const Verb& verb) {
  Check check;
  std::visit([&check](const auto& request) { examine(check, request); }, verb);
  return std::move(check).outcome();
}

}  // namespace baton
