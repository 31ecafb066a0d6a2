#pragma once

#include <string_view>
#include <tuple>

namespace baton {

/// One member of a struct and its name on the wire.
template <auto pointer>
struct Field {
  static constexpr auto member = pointer;
  std::string_view name;
};

template <auto pointer>
constexpr Field<pointer> field(std::string_view name) {
  return {name};
}

/// The members of a struct, in order: specialised for every word, verb and reply with a tuple `table`.
template <class T>
struct Fields;

template <class T>
concept HasFields = requires { Fields<T>::table; };

}  // namespace baton
