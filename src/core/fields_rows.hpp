#pragma once

#include <tuple>

#include "core/field.hpp"
#include "core/rows.hpp"

// How the rows of an export look.

namespace baton {

template <>
struct Fields<rows::Meta> {
  static constexpr auto table = std::tuple(field<&rows::Meta::position>("position"), field<&rows::Meta::seq>("seq"),
                                           field<&rows::Meta::all_paused>("all_paused"));
};

template <>
struct Fields<rows::Dependency> {
  static constexpr auto table =
      std::tuple(field<&rows::Dependency::dependency>("dependency"), field<&rows::Dependency::dependant>("dependant"));
};

template <>
struct Fields<rows::LateResult> {
  static constexpr auto table =
      std::tuple(field<&rows::LateResult::task>("task"), field<&rows::LateResult::attempt>("attempt"));
};

template <>
struct Fields<rows::Key> {
  static constexpr auto table = std::tuple(field<&rows::Key::key>("key"), field<&rows::Key::task>("task"),
                                           field<&rows::Key::expires_at>("expires_at"));
};

template <>
struct Fields<rows::PausedLane> {
  static constexpr auto table = std::tuple(field<&rows::PausedLane::lane>("lane"));
};

template <>
struct Fields<rows::GroupRow> {
  static constexpr auto table = std::tuple(
      field<&rows::GroupRow::name>("name"), field<&rows::GroupRow::cursor>("cursor"),
      field<&rows::GroupRow::visibility>("visibility_us"), field<&rows::GroupRow::max_deliveries>("max_deliveries"),
      field<&rows::GroupRow::dropped>("dropped"), field<&rows::GroupRow::created_at>("created_at"));
};

template <>
struct Fields<rows::DeliveryRow> {
  static constexpr auto table =
      std::tuple(field<&rows::DeliveryRow::group>("group"), field<&rows::DeliveryRow::position>("position"),
                 field<&rows::DeliveryRow::dead>("dead"), field<&rows::DeliveryRow::consumer>("consumer"),
                 field<&rows::DeliveryRow::count>("count"), field<&rows::DeliveryRow::at>("at"),
                 field<&rows::DeliveryRow::event>("event"));
};

template <>
struct Fields<rows::MessageRow> {
  static constexpr auto table =
      std::tuple(field<&rows::MessageRow::thread>("thread"), field<&rows::MessageRow::message>("message"));
};

template <>
struct Fields<rows::ResultRow> {
  static constexpr auto table =
      std::tuple(field<&rows::ResultRow::task>("task"), field<&rows::ResultRow::attempt>("attempt"),
                 field<&rows::ResultRow::value>("value"), field<&rows::ResultRow::expires_at>("expires_at"));
};

template <>
struct Fields<rows::SignalRow> {
  static constexpr auto table =
      std::tuple(field<&rows::SignalRow::correlation>("correlation"), field<&rows::SignalRow::signal>("signal"));
};

}  // namespace baton
