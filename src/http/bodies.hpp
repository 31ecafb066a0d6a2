#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "baton/queue.hpp"
#include "baton/tasks.hpp"
#include "core/field.hpp"

// What goes over the wire and is no word, verb or reply of the store.

namespace baton::http {

struct Completion {
  Fence fence;
  Json result;
  std::optional<NextClaim> next;

  bool operator==(const Completion&) const = default;
};

struct Failure {
  Fence fence;
  Json error;
  bool retry = true;
  std::optional<NextClaim> next;

  bool operator==(const Failure&) const = default;
};

struct Release {
  Fence fence;
  std::optional<NextClaim> next;

  bool operator==(const Release&) const = default;
};

struct Decline {
  Fence fence;
  Json reason;
  std::optional<NextClaim> next;

  bool operator==(const Decline&) const = default;
};

/// A lane, or all of them.
struct Lanes {
  std::optional<Lane> lane;

  bool operator==(const Lanes&) const = default;
};

/// A request that says nothing but its path.
struct Nothing {
  bool operator==(const Nothing&) const = default;
};

struct Status {
  std::string status;
};

/// One thing that readiness depends on.
struct ReadyCheck {
  std::string name;
  std::string state;  ///< `ok`, `down`, `frozen`, `relaxed`
};

/// Readiness with all that it depends on. Anybody may ask, so it names nothing but names and states.
struct Readiness {
  std::string status;
  std::vector<ReadyCheck> checks;
};

/// A value that a task's attempt handed over.
struct HandedOver {
  Json value;
};

/// Whether it was there.
struct Removed {
  bool removed = false;
};

struct SubmittedTasks {
  std::vector<Submitted> tasks;
};

/// RFC 9457.
struct ProblemDocument {
  std::string type;
  std::string title;
  std::uint32_t status = 500;
  std::string code;
  std::string detail;
  std::string next;
  std::string request_id;
  std::optional<std::string> expected;
  std::optional<std::string> actual;
};

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::Completion> {
  static constexpr auto table =
      std::tuple(field<&http::Completion::fence>("fence"), field<&http::Completion::result>("result"),
                 field<&http::Completion::next>("next"));
};

template <>
struct Fields<http::Failure> {
  static constexpr auto table = std::tuple(field<&http::Failure::fence>("fence"), field<&http::Failure::error>("error"),
                                           field<&http::Failure::retry>("retry"), field<&http::Failure::next>("next"));
};

template <>
struct Fields<http::Release> {
  static constexpr auto table = std::tuple(field<&http::Release::fence>("fence"), field<&http::Release::next>("next"));
};

template <>
struct Fields<http::Decline> {
  static constexpr auto table =
      std::tuple(field<&http::Decline::fence>("fence"), field<&http::Decline::reason>("reason"),
                 field<&http::Decline::next>("next"));
};

template <>
struct Fields<http::Lanes> {
  static constexpr auto table = std::tuple(field<&http::Lanes::lane>("lane"));
};

template <>
struct Fields<http::Nothing> {
  static constexpr std::tuple<> table{};
};

template <>
struct Fields<http::Status> {
  static constexpr auto table = std::tuple(field<&http::Status::status>("status"));
};

template <>
struct Fields<http::ReadyCheck> {
  static constexpr auto table =
      std::tuple(field<&http::ReadyCheck::name>("name"), field<&http::ReadyCheck::state>("state"));
};

template <>
struct Fields<http::Readiness> {
  static constexpr auto table =
      std::tuple(field<&http::Readiness::status>("status"), field<&http::Readiness::checks>("checks"));
};

template <>
struct Fields<http::HandedOver> {
  static constexpr auto table = std::tuple(field<&http::HandedOver::value>("value"));
};

template <>
struct Fields<http::Removed> {
  static constexpr auto table = std::tuple(field<&http::Removed::removed>("removed"));
};

template <>
struct Fields<http::SubmittedTasks> {
  static constexpr auto table = std::tuple(field<&http::SubmittedTasks::tasks>("tasks"));
};

template <>
struct Fields<http::ProblemDocument> {
  using Problem = http::ProblemDocument;
  static constexpr auto table =
      std::tuple(field<&Problem::type>("type"), field<&Problem::title>("title"), field<&Problem::status>("status"),
                 field<&Problem::code>("code"), field<&Problem::detail>("detail"), field<&Problem::next>("next"),
                 field<&Problem::request_id>("request_id"), field<&Problem::expected>("expected"),
                 field<&Problem::actual>("actual"));
};

}  // namespace baton
