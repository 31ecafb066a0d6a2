#pragma once

#include <cstddef>
#include <functional>

#include "support/history.hpp"

namespace baton::test {

/// Whether a history still shows what is wrong.
using Shows = std::function<bool(const History&)>;

/// Leaves out of a history whatever can be left out while it still shows what is wrong: large pieces first, then ever
/// smaller ones, then tasks of a submit and what they wait for, until no two acts can go, or until `budget` acts have
/// been carried out in trying.
History shrink(History history, const Shows& shows, std::size_t budget = 2'000'000);

}  // namespace baton::test
