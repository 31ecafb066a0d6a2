#include "core/codec_members.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

namespace baton::codec {
namespace {

std::string listed(std::span<const Member> members) {
  if (members.empty()) return "none";
  std::string text;
  for (const Member& member : members) {
    if (!text.empty()) text += ", ";
    text += member.name;
  }
  return text;
}

std::unexpected<Error> unknown(std::string_view name, std::span<const Member> members, const Path& path) {
  constexpr std::size_t shown = 64;
  return fail(Errc::invalid, "unknown member \"" + std::string(name.substr(0, shown)) + "\" at " + to_text(path) +
                                 "; known: " + listed(members));
}

template <class Integer>
std::optional<Integer> whole(std::string_view digits) {
  Integer value = 0;
  const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failure != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

std::string to_text(const Path& path) {
  if (path.parent == nullptr) return "$";
  const std::string before = to_text(*path.parent);
  if (!path.member.empty()) return before + "." + std::string(path.member);
  return before + "[" + std::to_string(path.index) + "]";
}

std::unexpected<Error> mismatch(const Path& path, std::string_view expected) {
  return fail(Errc::invalid, to_text(path) + ": expected " + std::string(expected));
}

void end_list(TextBuffer& out, char bracket) {
  if (out.back() == ',') {
    out.back() = bracket;
  } else {
    out.put(bracket);
  }
}

Result<void> read_object(Scan& scan, void* owner, std::span<const Member> members, const Path& path) {
  if (!scan.take('{')) return mismatch(path, "an object");
  // Most who write objects name the members in our order: each is looked for from behind the one before.
  auto next = members.begin();
  while (!scan.take('}')) {
    const auto name = scan.raw_string();
    if (!name || !scan.take(':')) return mismatch(path, "a whole object");
    auto member = std::ranges::find(next, members.end(), *name, &Member::name);
    if (member == members.end()) member = std::ranges::find(members.begin(), next, *name, &Member::name);
    if (member == members.end() || member->name != *name) return unknown(*name, members, path);
    const Path inner{.parent = &path, .member = member->name};
    if (auto read = member->read(scan, owner, inner); !read) return read;
    next = member + 1;
    scan.take(',');
  }
  return {};
}

Result<std::string> read_string(Scan& scan, const Path& path) {
  auto text = scan.string();
  if (!text) return mismatch(path, "a string");
  return *std::move(text);
}

Result<bool> read_bool(Scan& scan, const Path& path) {
  const auto text = scan.value();
  if (text == "true") return true;
  if (text == "false") return false;
  return mismatch(path, "true or false");
}

Result<std::uint64_t> read_unsigned(Scan& scan, std::uint64_t most, const Path& path) {
  const auto value = whole<std::uint64_t>(scan.value().value_or(""));
  if (!value || *value > most) return mismatch(path, "an integer from 0 to " + std::to_string(most));
  return *value;
}

Result<std::int64_t> read_signed(Scan& scan, const Path& path) {
  const auto value = whole<std::int64_t>(scan.value().value_or(""));
  if (!value) return mismatch(path, "an integer of microseconds");
  return *value;
}

}  // namespace baton::codec
