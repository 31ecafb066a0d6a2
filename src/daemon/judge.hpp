#pragma once

#include "cli/judgement.hpp"

namespace baton::daemon {

/// What run() would say of these settings before it opens its store, by the functions that it asks itself.
cli::Judgements judge(const cli::Chosen& chosen);

}  // namespace baton::daemon
