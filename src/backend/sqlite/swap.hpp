#pragma once

#include <string>
#include <string_view>
#include <system_error>

#include "baton/error.hpp"

/// How a new file takes the place of an old one, so that a crash at any moment leaves one of the two, whole.
namespace baton::sqlite {

/// Where the new file grows, and its name once it is complete: a crash never leaves half of it under the latter.
std::string growing(const std::string& path);
std::string complete(const std::string& path);

/// A name for the old file that is not taken: PATH.damaged-YYYYMMDDTHHMMSSZ, for example.
std::string name_aside(const std::string& path, std::string_view why);

/// A second name for a file and its log, so that it is kept whatever happens next.
Result<void> set_aside(const std::string& path, const std::string& aside);

/// The file that has grown is complete and takes its place. The next start finishes what a crash interrupts.
Result<void> swap_in(const std::string& path);

/// Puts a complete file in its place, if there is one; true: there was.
Result<bool> finish_swap(const std::string& path);

void remove_with_companions(const std::string& path);

std::unexpected<Error> cannot(const std::string& what, const std::error_code& error);

}  // namespace baton::sqlite
