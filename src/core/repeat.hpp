#pragma once

#include "baton/verb.hpp"

namespace baton {

/// Whether a verb whose answer was lost may be sent again without asking its caller: a second run changes nothing that
/// the first did not, whatever others did in between. Its answer may say that it was known already.
bool is_safe_to_repeat(const Verb& verb);

}  // namespace baton
