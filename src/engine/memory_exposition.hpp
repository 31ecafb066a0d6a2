#pragma once

#include <string>

#include "engine/correlator.hpp"

namespace baton {

/// What shared memory did in this process, in the Prometheus text format.
std::string expose(const Correlator& correlator);

}  // namespace baton
