#include "backend/redis/pack.hpp"

#include "backend/redis/message_pack.hpp"

namespace baton::redis {

std::string pack(const Verb& verb) {
  std::string out;
  Packer packer(out);
  shared::pack(packer, verb);
  return out;
}

Result<std::string> pack_extra(const Verb& verb) {
  std::string out;
  Packer packer(out);
  if (auto packed = shared::pack_extra(packer, verb); !packed) return std::unexpected(std::move(packed.error()));
  return out;
}

Ending unpack(const Verb& verb, std::string_view packed) {
  Unpacker in(packed);
  return shared::unpack(in, verb);
}

}  // namespace baton::redis
