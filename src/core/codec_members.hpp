#pragma once

#include <span>
#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "core/scan.hpp"
#include "core/text_buffer.hpp"

// The part of the codec that does not depend on types: objects as lists of members, and what an error says.

namespace baton::codec {

/// Where in a document a value is. Lives on the stack of the decoder; becomes text only in an error.
struct Path {
  const Path* parent = nullptr;
  std::string_view member{};
  std::size_t index = 0;
};

/// `$.tasks[3].priority`.
std::string to_text(const Path& path);

std::unexpected<Error> mismatch(const Path& path, std::string_view expected);

/// One member of a struct whose type is forgotten: how it is read.
struct Member {
  std::string_view name;
  Result<void> (*read)(Scan& scan, void* owner, const Path& path);
};

/// After items with a comma behind each: the bracket takes the place of the last one.
void end_list(TextBuffer& out, char bracket);
Result<void> read_object(Scan& scan, void* owner, std::span<const Member> members, const Path& path);

Result<std::string> read_string(Scan& scan, const Path& path);
Result<bool> read_bool(Scan& scan, const Path& path);
Result<std::uint64_t> read_unsigned(Scan& scan, std::uint64_t most, const Path& path);
Result<std::int64_t> read_signed(Scan& scan, const Path& path);

}  // namespace baton::codec
