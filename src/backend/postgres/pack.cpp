#include "backend/postgres/pack.hpp"

#include "backend/postgres/json_pack.hpp"

namespace baton::postgres {
namespace {

Result<std::string> extra_of(const Verb& verb, std::optional<std::int64_t> proof) {
  std::string extra;
  Packer packer(extra);
  if (proof) {
    packer.map(1);
    packer.text("proof");
    packer.integer(*proof);
    return extra;
  }
  if (auto packed = shared::pack_extra(packer, verb); !packed) return std::unexpected(std::move(packed.error()));
  return extra;
}

}  // namespace

Result<std::string> pack(const Verb& verb, std::optional<std::int64_t> proof) {
  auto extra = extra_of(verb, proof);
  if (!extra) return extra;
  std::string out;
  // The rows of an import are in what was worked out of them, as structs.
  if (std::holds_alternative<Import>(verb)) {
    out = "{}";
  } else {
    Packer packer(out);
    shared::pack(packer, verb);
  }
  if (extra->empty()) return out;
  out.pop_back();
  if (out.size() > 1) out += ',';
  (out += "\"extra\":") += *extra;
  return out += '}';
}

Ending unpack(const Verb& verb, std::string_view packed) {
  Unpacker in(packed);
  return shared::unpack(in, verb);
}

}  // namespace baton::postgres
