#pragma once

#include <string>

namespace baton::test {

/// What a packer makes of it.
template <class Packer>
std::string packed(auto write) {
  std::string out;
  Packer packer(out);
  write(packer);
  return out;
}

}  // namespace baton::test
