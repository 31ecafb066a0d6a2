#include "jobs/workshop.hpp"

#include <iterator>

namespace baton::test {

std::string Workshop::process_kind(const std::string& kind, const std::string& script, const std::string& more) {
  return "[jobs." + kind + "]\nspawner = \"process\"\ncommand = [\"sh\", \"-c\", '''" + script + "''']\n" + more + "\n";
}

void Workshop::start(const std::string& configuration, std::vector<std::string> arguments,
                     const std::vector<std::string>& environment) {
  write("baton.toml", configuration);
  arguments.insert(arguments.begin(), "serve");
  daemon_ = std::make_unique<DaemonProcess>(folder_, std::move(arguments), environment);
}

std::string Workshop::submit(const std::string& kind, const std::string& thread, const std::string& request) const {
  const auto answer =
      post("/v1/jobs", R"({"kind":")" + kind + R"(","thread":")" + thread + R"(","request":)" + request + "}");
  EXPECT_EQ(answer.status, 201) << answer.body;
  return json_word(answer.body, "job");
}

std::string Workshop::ended(const std::string& job) const {
  for (;;) {
    const auto answer = get("/v1/jobs/" + job + "?wait=5");
    if (answer.status != 200) throw std::runtime_error(answer.body);
    if (answer.body.find(R"("ended_at")") != std::string::npos) return answer.body;
  }
}

std::string Workshop::until(const std::string& target, const std::string& text) const {
  for (;;) {
    const auto answer = get(target);
    if (answer.body.find(text) != std::string::npos) return answer.body;
    if (answer.status == 0) throw std::runtime_error("the daemon is gone");
    wait_briefly();
  }
}

std::size_t Workshop::count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++found;
  return found;
}

std::vector<pid_t> processes_with(const std::string& variable) {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (contents_of(entry.path() / "environ").find(variable) != std::string::npos) found.push_back(std::stoi(name));
  }
  return found;
}

}  // namespace baton::test
