#include "baton/ids.hpp"

#include <openssl/rand.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <optional>

#include "core/utf8.hpp"
#include "core/writer.hpp"

namespace baton {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) { return is_lower(c) || is_digit(c) || (c >= 'A' && c <= 'Z'); }
bool is_identifier_char(char c) { return is_letter_or_digit(c) || c == '.' || c == '_' || c == ':' || c == '-'; }

// C0, DEL, and C1, which UTF-8 writes as C2 80 … C2 9F.
bool is_control(std::string_view sequence) {
  const auto first = static_cast<std::uint8_t>(sequence[0]);
  if (sequence.size() == 1) return first < 0x20 || first == 0x7F;
  return first == 0xC2 && static_cast<std::uint8_t>(sequence[1]) < 0xA0;
}

// Not buffered: OpenSSL notices a fork and a copied buffer would not, so parent and child would make equal ids.
std::array<std::uint8_t, 10> random_bytes() {
  std::array<std::uint8_t, 10> bytes;
  if (RAND_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    throw std::runtime_error("the system has no randomness for ids");
  }
  return bytes;
}

std::uint64_t unix_millis() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

/// Makes UUIDv7s that rise within a thread: 48 bits of milliseconds, 12 of a counter, 62 of randomness (RFC 9562).
class UuidSource {
 public:
  std::array<std::uint8_t, 16> make() {
    const auto random = random_bytes();
    advance(static_cast<std::uint32_t>(random[8] << 8 | random[9]));
    std::array<std::uint8_t, 16> id;
    for (int i = 0; i < 6; ++i) id[i] = static_cast<std::uint8_t>(millis_ >> (40 - 8 * i));
    id[6] = static_cast<std::uint8_t>(0x70 | counter_ >> 8);
    id[7] = static_cast<std::uint8_t>(counter_);
    std::copy_n(random.begin(), 8, id.begin() + 8);
    id[8] = static_cast<std::uint8_t>((id[8] & 0x3F) | 0x80);
    return id;
  }

 private:
  static constexpr std::uint32_t counter_end = 0x1000;

  // A new millisecond starts in the lower half of the counter, so that there is room to count.
  void advance(std::uint32_t random) {
    const std::uint64_t now = unix_millis();
    if (now > millis_) {
      millis_ = now;
      counter_ = random % (counter_end / 2);
    } else if (++counter_ == counter_end) {
      ++millis_;
      counter_ = 0;
    }
  }

  std::uint64_t millis_ = 0;
  std::uint32_t counter_ = 0;
};

constexpr std::uint8_t no_digit = 0xFF;

/// What each character stands for as a hex digit, in either case.
constexpr std::array<std::uint8_t, 256> hex_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(no_digit);
  for (std::uint8_t i = 0; i < 10; ++i) values['0' + i] = i;
  for (std::uint8_t i = 10; i < 16; ++i) values['a' + i - 10] = values['A' + i - 10] = i;
  return values;
}();

constexpr std::size_t uuid_text_size = 36;
/// Where in the text each byte is.
constexpr std::array<std::uint8_t, 16> uuid_places{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34};

std::optional<std::array<std::uint8_t, 16>> parse_uuid(std::string_view text) {
  if (text.size() != uuid_text_size) return std::nullopt;
  if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return std::nullopt;
  const auto value_at = [text](std::size_t at) { return hex_values[static_cast<unsigned char>(text[at])]; };
  std::array<std::uint8_t, 16> bytes{};
  unsigned all = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const unsigned high = value_at(uuid_places[i]);
    const unsigned low = value_at(uuid_places[i] + 1U);
    all |= high | low;
    bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  if (all > 0xF) return std::nullopt;
  return bytes;
}

/// The two hex digits of each byte.
constexpr std::array<std::array<char, 2>, 256> hex_pairs = [] {
  constexpr std::string_view hex = "0123456789abcdef";
  std::array<std::array<char, 2>, 256> pairs{};
  for (std::size_t byte = 0; byte < pairs.size(); ++byte) pairs[byte] = {hex[byte >> 4], hex[byte & 15]};
  return pairs;
}();

/// Where the text ends that this wrote.
char* write_uuid(char* at, const std::array<std::uint8_t, 16>& bytes) {
  std::memset(at, '-', uuid_text_size);
  for (std::size_t i = 0; i < bytes.size(); ++i) std::memcpy(at + uuid_places[i], hex_pairs[bytes[i]].data(), 2);
  return at + uuid_text_size;
}

}  // namespace

bool is_identifier(std::string_view text) {
  return !text.empty() && text.size() <= limits::agent_id_bytes && is_letter_or_digit(text.front()) &&
         std::ranges::all_of(text, is_identifier_char);
}

bool is_name(std::string_view text) {
  if (text.empty() || text.size() > limits::name_bytes) return false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_sequence(text, at);
    if (length == 0 || is_control(text.substr(at, length))) return false;
    at += length;
  }
  return true;
}

bool is_signal_name(std::string_view text) {
  return !text.empty() && text.size() <= limits::agent_id_bytes &&
         std::ranges::all_of(text, [](char c) { return is_lower(c) || c == '_'; });
}

TaskId TaskId::make() {
  thread_local UuidSource source;
  return TaskId(source.make());
}

Result<TaskId> TaskId::parse(std::string_view text) {
  const auto bytes = parse_uuid(text);
  if (!bytes) return fail(Errc::invalid, "not a valid task id: a UUID of 36 characters, 8-4-4-4-12 hex digits");
  return TaskId(*bytes);
}

void put_id(TextBuffer& out, const TaskId& id) {
  char* at = out.room(uuid_text_size + 2);
  *at++ = '"';
  at = write_uuid(at, id.bytes());
  *at++ = '"';
  out.wrote_until(at);
}

std::string TaskId::str() const {
  std::array<char, uuid_text_size> text;
  return std::string(text.data(), write_uuid(text.data(), bytes()));
}

std::string make_unique_text() { return TaskId::make().str(); }

}  // namespace baton
