#include "core/json_texts.hpp"

#include "core/scan.hpp"

namespace baton {

std::string texts_in(const Json& value) {
  std::string texts;
  std::string_view rest = value.text();
  for (std::size_t at = rest.find('"'); at != std::string_view::npos; at = rest.find('"')) {
    rest.remove_prefix(at);
    Scan scan(rest);
    const auto raw = scan.raw_string();
    if (!raw) break;
    texts.append(unescape(*raw)).append(1, '\n');
    rest.remove_prefix(raw->size() + 2);
  }
  return texts;
}

}  // namespace baton
