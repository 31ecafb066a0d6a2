#pragma once

#include <span>
#include <string>
#include <string_view>

#include "baton/error.hpp"
#include "core/scan.hpp"

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

/// One member of a struct whose type is forgotten.
struct Member {
  std::string_view name;
  bool (*is_left_out)(const void* owner);
  void (*write)(std::string& out, const void* owner);
  Result<void> (*read)(Scan& scan, void* owner, const Path& path);
};

void write_object(std::string& out, const void* owner, std::span<const Member> members);
Result<void> read_object(Scan& scan, void* owner, std::span<const Member> members, const Path& path);

Result<std::string> read_string(Scan& scan, const Path& path);
Result<bool> read_bool(Scan& scan, const Path& path);
Result<std::uint64_t> read_unsigned(Scan& scan, std::uint64_t most, const Path& path);
Result<std::int64_t> read_signed(Scan& scan, const Path& path);

}  // namespace baton::codec
