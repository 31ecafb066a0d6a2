#include "backend/postgres/schema_name.hpp"

#include "core/digest.hpp"

namespace baton::postgres {
namespace {

constexpr std::size_t longest = 63;
constexpr std::string_view placeholder = "baton_ns";

}  // namespace

SchemaName::SchemaName(std::string_view name_space) : name_("baton_") {
  name_ += name_space;
  if (name_.size() > longest) {
    const std::string tail = "-" + digest(name_space).substr(0, 16);
    name_ = name_.substr(0, longest - tail.size()) + tail;
  }
  // An identifier of ours holds no quote.
  quoted_ = '"' + name_ + '"';
}

std::string SchemaName::in(std::string_view text) const {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t found = text.find(placeholder); found != std::string_view::npos; found = text.find(placeholder)) {
    (out += text.substr(0, found)) += quoted_;
    text.remove_prefix(found + placeholder.size());
  }
  return out += text;
}

}  // namespace baton::postgres
