#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What the daemon answered, looked at where it stands: canonical JSON text.

namespace baton::cli {

/// The value at that path of members (`task.id`); an empty path is the value itself. Nothing: there is none.
std::optional<std::string_view> value_at(std::string_view json, std::string_view path);

/// The elements of an array.
std::vector<std::string_view> elements_of(std::string_view array);
/// The members of an object, in their order.
std::vector<std::pair<std::string, std::string_view>> members_of(std::string_view object);

/// The inside of a string, any other value as it is written; nothing and null are empty.
std::string text_of(std::optional<std::string_view> value);
std::string text_at(std::string_view json, std::string_view path);
/// 0: there is no number.
std::uint64_t number_at(std::string_view json, std::string_view path);

}  // namespace baton::cli
