#pragma once

#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "core/codec.hpp"
#include "core/field_types.hpp"
#include "http/limits.hpp"
#include "http/members.hpp"
#include "http/message.hpp"
#include "http/own_key.hpp"
#include "http/query.hpp"
#include "http/reserved_lanes.hpp"
#include "http/scope_check.hpp"

// A request as the struct that it stands for: some members from the path, the others from the body or the query.

namespace baton::http {

/// Whether the members of a request come in its query; else they come in a body. Reading and removing have none.
template <class In>
inline constexpr bool is_query = is_read<In> || std::is_same_v<In, Deregister> || std::is_same_v<In, DropGroup>;

/// The member that a body has to name though its default would do: what is stored is there for good.
template <class In>
inline constexpr std::string_view named_member{};
template <>
inline constexpr std::string_view named_member<SetResult> = "value";

/// Takes the body as JSON; an empty one is `{}`. invalid: it is not a JSON object.
Result<Json> body_of(Request& request);

/// invalid: the body does not name that member.
Result<void> needs_member(const Json& body, std::string_view name);

/// The body as a verb or another struct whose members it names.
template <class T>
Result<T> body_as(Request& request) {
  const auto body = body_of(request);
  if (!body) return std::unexpected(body.error());
  if constexpr (!named_member<T>.empty()) {
    if (auto named = needs_member(*body, named_member<T>); !named) return std::unexpected(std::move(named.error()));
  }
  return decode<T>(*body);
}

Result<std::uint64_t> number_in_path(std::string_view placeholder, std::string_view text);
std::unexpected<Error> named_twice(std::string_view placeholder, const std::string& in_body,
                                   const std::string& in_path);

/// Puts what the path names into its place. invalid: malformed, or the body names another.
template <class T>
Result<void> set_from_text(std::string_view placeholder, std::string_view text, T& into) {
  if constexpr (is_optional<T>) {
    if (!into) into.emplace();
    return set_from_text(placeholder, text, *into);
  } else if constexpr (is_number<T>) {
    const auto number = number_in_path(placeholder, text);
    if (!number) return std::unexpected(number.error());
    if (into != T{} && into.value != *number) {
      return named_twice(placeholder, std::to_string(into.value), std::to_string(*number));
    }
    into.value = *number;
    return {};
  } else if constexpr (is_text<T> || std::is_same_v<T, TaskId>) {
    auto id = T::parse(text);
    if (!id) return std::unexpected(id.error());
    if (!into.empty() && into != *id) return named_twice(placeholder, into.str(), id->str());
    into = *std::move(id);
    return {};
  } else {
    return fail(Errc::invalid, "the path cannot name a " + std::string(placeholder));
  }
}

/// Puts everything that the path names into its place.
template <class In>
Result<void> set_all_from_path(const Request& request, In& input) {
  Result<void> outcome;
  for (const auto& named : request.path) {
    with_member(input, named.name, [&](auto& member) {
      if (outcome) outcome = set_from_text(named.name, named.value, member);
    });
  }
  return outcome;
}

/// The members that are not in the path.
template <class In>
void read_query(Query& query, const Request& request, In& input) {
  for_each_field<In>([&](auto field) {
    if (request.placeholder(field.name).empty()) query.read(field.name, input.*field.member);
  });
}

/// What is not in the path: the body, or the query.
template <class In>
Result<In> main_part_of(Query& query, Request& request) {
  if constexpr (is_query<In>) {
    Result<In> input(std::in_place);
    read_query(query, request, *input);
    return input;
  } else {
    return body_as<In>(request);
  }
}

/// The whole request; takes its body. forbidden: it is not for this caller. `wait`: where the number of seconds goes that the query may name.
template <class In>
Result<In> input_of(Request& request, Duration* wait = nullptr) {
  Query query(request);
  auto input = main_part_of<In>(query, request);
  if (!input) return input;
  if (wait != nullptr) query.seconds("wait", *wait, limits::longest_wait);
  if (auto valid = query.done(); !valid) return std::unexpected(valid.error());
  if (auto set = set_all_from_path(request, *input); !set) return std::unexpected(set.error());
  if (auto set = set_own_key(request, *input); !set) return std::unexpected(set.error());
  if (auto allowed = check_lanes(*input); !allowed) return std::unexpected(allowed.error());
  if (auto allowed = check_caller(request.caller.get(), *input); !allowed) return std::unexpected(allowed.error());
  return input;
}

}  // namespace baton::http
