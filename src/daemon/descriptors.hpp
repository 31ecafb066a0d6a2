#pragma once

namespace baton::daemon {

/// Lets this process open as many connections as it may serve, as far as the system allows. By default it is no more
/// than 1024.
void allow_many_descriptors();

}  // namespace baton::daemon
