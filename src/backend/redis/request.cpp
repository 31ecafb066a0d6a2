#include "backend/redis/request.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "backend/redis/resp.hpp"

namespace baton::redis {

void finish_all(const Requests& requests, const Error& error) {
  for (const RequestPtr& request : requests) request->finish(std::unexpected(error));
}

void append_errand(std::string& out, const Errand& errand, bool with_text) {
  if (errand.script == nullptr) {
    append_command(out, errand.arguments);
    return;
  }
  append_count(out, 4 + errand.arguments.size());
  append_part(out, with_text ? "EVAL" : "EVALSHA");
  append_part(out, with_text ? errand.script->text : std::string_view(errand.script->digest));
  append_part(out, "1");
  append_part(out, errand.key);
  for (const std::string& argument : errand.arguments) append_part(out, argument);
}

bool runs_script(const Errand& errand) {
  if (errand.script != nullptr) return true;
  constexpr std::array<std::string_view, 6> runners{"EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO"};
  std::string name = errand.arguments.empty() ? std::string() : errand.arguments.front();
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return std::ranges::find(runners, name) != runners.end();
}

}  // namespace baton::redis
