#pragma once

#include "baton/store.hpp"
#include "support/proxy.hpp"

namespace baton::test {

/// A store whose connections go by way of that proxy and break now and then where the store has to hide it: between
/// calls, slowly, byte by byte, and with the reply or the request of a verb that may be repeated.
Store with_faults(const Store& store, Proxy& proxy);

}  // namespace baton::test
