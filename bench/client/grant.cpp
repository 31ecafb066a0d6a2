#include "client/grant.hpp"

namespace bench {

std::string word(const std::string& json, const std::string& name) {
  const auto at = json.find("\"" + name + "\":");
  if (at == std::string::npos) return "";
  const auto from = at + name.size() + 3;
  if (json[from] == '"') return json.substr(from + 1, json.find('"', from + 1) - from - 1);
  return json.substr(from, json.find_first_of(",}", from) - from);
}

std::string completion_of(const std::string& grant) { return "/v1/tasks/" + word(grant, "id") + "/complete"; }

std::string fence_in(const std::string& grant) {
  const auto from = grant.find("\"fence\":");
  return grant.substr(from, grant.find('}', from) - from + 1);
}

}  // namespace bench
