#pragma once

#include <memory>
#include <string>

#include "baton/port.hpp"

namespace baton::sqlite {

struct Options {
  std::string path;
  std::shared_ptr<const Clock> clock{};  ///< unset: the system's
};

/// A store in one file. Blocks until it is ready to serve.
/// invalid: the path is not one of a file, the file belongs to another program, or to a newer one of ours.
/// unavailable: another process has it open, or the place cannot be read and written.
/// A damaged file is set aside under a dated name and what can be read of it is kept; health then says what was lost.
Result<std::shared_ptr<Port>> open(Options options);

}  // namespace baton::sqlite
