#include "http/records.hpp"

#include "http/audit.hpp"
#include "http/token_records.hpp"

namespace baton::http {

Result<void> check_kind(const RecordKind& kind) {
  if (kind.str() != audit_records && !kind.str().starts_with(reserved_records)) return {};
  return fail(Errc::forbidden,
              "records of the kind `" + kind.str() + "` are the daemon's own; see /v1/tokens and /v1/audit");
}

}  // namespace baton::http
