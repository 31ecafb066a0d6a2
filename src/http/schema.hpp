#pragma once

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/codec_values.hpp"
#include "http/members.hpp"
#include "http/schema_parts.hpp"

namespace baton::http {

/// Members of answers that may be missing though they are no optional ones.
template <class T, auto member>
inline constexpr bool may_be_missing = false;
template <>
inline constexpr bool may_be_missing<Agent, &Agent::last_claim> = true;

/// One member of an object.
struct Property {
  std::string_view name;
  Json schema;
  bool required = false;
};

/// Makes JSON Schemas of types, as the codec writes them. Structs get a name and are referred to by it.
class Schemas {
 public:
  /// In an answer.
  template <class T>
  Json of() {
    if constexpr (HasFields<T>) {
      return named<T>();
    } else if constexpr (is_optional<T>) {
      return of<typename T::value_type>();
    } else if constexpr (is_vector<T>) {
      return list_schema(of<typename T::value_type>());
    } else {
      return value_schema<T>();
    }
  }

  /// The schema of a struct under its name, or of a request if `properties` are those of one.
  Json add(const std::string& name, const std::vector<Property>& properties, bool is_request);
  bool has(const std::string& name) const { return named_.contains(name); }

  /// All that have a name.
  Json all() const;

 private:
  template <class T>
  Json named() {
    const std::string name(type_name<T>());
    if (has(name)) return reference(name);
    std::vector<Property> properties;
    for_each_field<T>([&]<auto member>(Field<member> field) {
      using Member = std::remove_cvref_t<decltype(T{}.*member)>;
      constexpr bool always = !is_optional<Member> && !may_be_missing<T, member>;
      properties.push_back({.name = field.name, .schema = of<Member>(), .required = always});
    });
    return add(name, properties, false);
  }

  std::map<std::string, Json, std::less<>> named_;
};

}  // namespace baton::http
