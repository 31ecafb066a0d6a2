#pragma once

#include <optional>
#include <type_traits>
#include <vector>

#include "baton/verb.hpp"
#include "core/field_types.hpp"
#include "core/fields.hpp"
#include "http/bodies.hpp"
#include "http/members.hpp"

// Values for the examples of the API's description. All of them belong to one story: the agent `ann` does the task that
// is submitted first, so that they can be sent one after the other to a daemon that has seen nothing yet.

namespace baton::http {

/// What a text of that kind is in the examples.
template <class Kind>
inline constexpr const char* word = nullptr;
template <>
inline constexpr const char* word<kind::Agent> = "ann";
template <>
inline constexpr const char* word<kind::Incarnation> = "1";
template <>
inline constexpr const char* word<kind::Claim> = "c1";
template <>
inline constexpr const char* word<kind::Session> = "ann";
template <>
inline constexpr const char* word<kind::Message> = "m1";
template <>
inline constexpr const char* word<kind::Role> = "user";
template <>
inline constexpr const char* word<kind::Group> = "audit";
template <>
inline constexpr const char* word<kind::Consumer> = "reader-1";
template <>
inline constexpr const char* word<kind::Correlation> = "trade-7";
template <>
inline constexpr const char* word<kind::Signal> = "momentum";
template <>
inline constexpr const char* word<kind::Kind> = "translate";
template <>
inline constexpr const char* word<kind::Lane> = "translate";
template <>
inline constexpr const char* word<kind::Thread> = "order-17";
template <>
inline constexpr const char* word<kind::Lock> = "order-17";
template <>
inline constexpr const char* word<kind::Owner> = "ann";
template <>
inline constexpr const char* word<kind::IdempotencyKey> = "order-17";
template <>
inline constexpr const char* word<kind::RecordKind> = "decision";
template <>
inline constexpr const char* word<kind::RecordKey> = "trade-7";

template <class Kind>
constexpr const char* word_for(const Text<Kind>& /*text*/) {
  return word<Kind>;
}

TaskId sample_task();
Time sample_time();
Json sample_json();

/// Whether a default is no example: an id, a number or time of something, a list, a value, or a struct of them.
template <class T>
inline constexpr bool needs_sample =
    is_text<T> || is_number<T> || (is_vector<T> && !std::is_same_v<T, std::vector<std::string>>) || HasFields<T> ||
    std::is_same_v<T, TaskId> || std::is_same_v<T, Time> || std::is_same_v<T, Json>;

/// A value with everything set that has to be, and nothing that is optional.
template <class T>
T sample() {
  T value{};
  if constexpr (HasFields<T>) {
    for_each_field<T>([&value](auto field) {
      auto& member = value.*field.member;
      using Member = std::remove_cvref_t<decltype(member)>;
      if constexpr (needs_sample<Member>) member = sample<Member>();
    });
  } else if constexpr (is_vector<T>) {
    value.push_back(sample<typename T::value_type>());
  } else if constexpr (is_text<T>) {
    value = T::of(word_for(value));
  } else if constexpr (is_number<T>) {
    value = T{1};
  } else if constexpr (std::is_same_v<T, TaskId>) {
    value = sample_task();
  } else if constexpr (std::is_same_v<T, Time>) {
    value = sample_time();
  } else if constexpr (std::is_same_v<T, Json>) {
    value = sample_json();
  }
  return value;
}

// Where that would not be valid, or say too little.
template <>
Agent sample<Agent>();
template <>
Beat sample<Beat>();
template <>
Correlation sample<Correlation>();
template <>
Edit sample<Edit>();
template <>
Event sample<Event>();
template <>
Group sample<Group>();
template <>
HealthReport sample<HealthReport>();
template <>
Line sample<Line>();
template <>
Lock sample<Lock>();
template <>
NewTask sample<NewTask>();
template <>
OpenCorrelation sample<OpenCorrelation>();
template <>
Task sample<Task>();

}  // namespace baton::http
