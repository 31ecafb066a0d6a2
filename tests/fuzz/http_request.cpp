// Bytes from a client: refused with a problem, or one request that is the same however the bytes were cut.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "http/limits.hpp"
#include "http/request_reader.hpp"
#include "http/sessions.hpp"
#include "http/target.hpp"

namespace {

using baton::http::Arrival;
using baton::http::RequestReader;

struct Read {
  RequestReader::Step step;
  std::optional<Arrival> arrival;
};

/// Feeds `bytes` in pieces of that size.
Read read(std::string_view bytes, std::size_t piece) {
  RequestReader reader;
  std::string input;
  auto step = RequestReader::Step::need_more;
  for (std::size_t at = 0; at < bytes.size() && step == RequestReader::Step::need_more; at += piece) {
    input += bytes.substr(at, piece);
    step = reader.feed(input);
    while (step == RequestReader::Step::head_done) step = reader.feed(input);
  }
  if (step == RequestReader::Step::broken && reader.problem().status < 400) std::abort();
  if (step != RequestReader::Step::complete) return {step, std::nullopt};
  return {step, reader.take()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const auto whole = read(bytes, bytes.size() + 1);
  const auto pieces = read(bytes, 7);
  // What is broken may show earlier in pieces; what is complete is the same.
  if (whole.arrival.has_value() != pieces.arrival.has_value()) std::abort();
  if (!whole.arrival) return 0;
  if (whole.arrival->target != pieces.arrival->target || whole.arrival->fields != pieces.arrival->fields ||
      whole.arrival->body != pieces.arrival->body) {
    std::abort();
  }
  if (whole.arrival->fields.size() > baton::http::limits::header_fields) std::abort();
  const auto target = baton::http::parse_target(whole.arrival->target);
  if (!target && target.error().detail.empty()) std::abort();
  // Nobody can make a cookie without the key.
  static const baton::http::Sessions sessions("a secret", false);
  for (const auto& field : whole.arrival->fields) {
    if (sessions.find(field.value, baton::Time{})) std::abort();
  }
  return 0;
}
