#pragma once

#include <vector>

#include "baton/verb.hpp"

namespace baton::test {

template <class... Vs>
std::vector<Verb> one_of_each(Verbs<Vs...>) {
  return {Verb(Vs{})...};
}

}  // namespace baton::test
