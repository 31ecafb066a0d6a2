#pragma once

#include "backend/shared/packing.hpp"
#include "baton/port.hpp"

/// Verbs and replies as the code that a server runs reads and writes them: a struct is a map by the names of
/// core/fields.hpp, JSON is text, and what is unset is left out.
namespace baton::shared {

void pack(Packer& out, const Verb& verb);

/// A map of what the verb's code needs to know that only we can work out; nothing at all for most verbs. invalid: an
/// export from a place that no export ended at, an import of a row that no export made.
Result<void> pack_extra(Packer& out, const Verb& verb);

/// How a verb ended at the server.
struct Ending {
  Stamp stamp;
  Position last;  ///< of the log
  Result<Reply> outcome;
  bool busy = false;  ///< not carried out here, because it has to wait for its turn
};

/// From [now, step, last, how, reply or words]. An answer that the verb does not give ends as corrupt.
Ending unpack(Unpacker& in, const Verb& verb);

}  // namespace baton::shared
