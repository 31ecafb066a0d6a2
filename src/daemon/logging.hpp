#pragma once

namespace baton::daemon {

/// The log goes to standard error, one line a message, secrets left out.
void start_logging();

}  // namespace baton::daemon
