// Replies of a server, cut anywhere: the same values come out as in one piece.
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "backend/redis/resp.hpp"

namespace {

/// How many values the bytes hold, fed in pieces of that size; -1: they are no replies.
int count(std::string_view bytes, std::size_t piece) {
  baton::redis::Reader reader;
  int values = 0;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    reader.feed(bytes.substr(0, piece));
    for (auto next = reader.next();; next = reader.next()) {
      if (!next) return -1;
      if (!*next) break;
      ++values;
    }
  }
  return values;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (size > 4096) return 0;
  const int whole = count(bytes, size + 1);
  // What comes before an error may differ, because a piece may end before it.
  if (whole >= 0 && count(bytes, 1) != whole) std::abort();
  return 0;
}
