#pragma once

#include <string_view>

#include "baton/verb.hpp"

namespace baton::http {

/// The member under which a reply stands that is no object itself.
template <class V>
inline constexpr std::string_view reply_name{};
template <>
inline constexpr std::string_view reply_name<Deregister> = "removed";
template <>
inline constexpr std::string_view reply_name<Peek> = "items";
template <>
inline constexpr std::string_view reply_name<DropGroup> = "removed";
template <>
inline constexpr std::string_view reply_name<ListGroups> = "items";
template <>
inline constexpr std::string_view reply_name<ReadGroup> = "deliveries";
template <>
inline constexpr std::string_view reply_name<Ack> = "acknowledged";
template <>
inline constexpr std::string_view reply_name<Redrive> = "redriven";
template <>
inline constexpr std::string_view reply_name<ReleaseLock> = "released";

}  // namespace baton::http
