#include "engine/phrases.hpp"

#include <chrono>

namespace baton::phrase {

std::string counted(std::uint64_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string span(Duration time) {
  using namespace std::chrono;
  if (time < 2min) return std::to_string(duration_cast<seconds>(time).count()) + " s";
  if (time < 2h) return std::to_string(duration_cast<minutes>(time).count()) + " min";
  if (time < days{2}) return std::to_string(duration_cast<hours>(time).count()) + " h";
  return std::to_string(duration_cast<days>(time).count()) + " days";
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t most = 200;
  if (text.size() <= most) return std::string(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;  // not within a character
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace baton::phrase
