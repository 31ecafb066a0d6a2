#include "backend/sqlite/errors.hpp"

namespace baton::sqlite {
namespace {

Errc code_of(Trouble trouble) {
  switch (trouble) {
    case Trouble::corrupt: return Errc::corrupt;
    case Trouble::too_big: return Errc::invalid;
    default: return Errc::unavailable;
  }
}

std::string_view advice(Trouble trouble) {
  switch (trouble) {
    case Trouble::full: return "free space on its disk, then repeat the call";
    case Trouble::input_output: return "check the disk and the system log, then repeat the call";
    case Trouble::memory: return "give the process more memory, then repeat the call";
    case Trouble::read_only: return "give this user the right to write the file and its directory";
    case Trouble::cannot_open: return "check that its directory exists and that this user may read and write there";
    case Trouble::busy: return "another program has it locked: close that program, then repeat the call";
    case Trouble::corrupt:
      return "start `baton serve` on it again: what can be read is then salvaged and the damaged file is set aside";
    case Trouble::too_big: return "send less in one value";
    case Trouble::other: return "repeat the call; if it fails again, restart and check the file";
  }
  return "";
}

}  // namespace

Error describe(Trouble trouble, const std::string& path, std::string_view engine_says) {
  std::string detail = "the store file " + path + ": " + std::string(engine_says) + "; " + std::string(advice(trouble));
  return Error{.code = code_of(trouble), .detail = std::move(detail)};
}

}  // namespace baton::sqlite
