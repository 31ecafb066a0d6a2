#include "support/investigate.hpp"

#include <unistd.h>
#include <algorithm>

#include "support/shrink.hpp"

namespace baton::test {
namespace {

constexpr std::size_t budget = 400'000;
constexpr std::size_t tail = 40;

std::filesystem::path file_for(const Backend& backend, std::uint64_t seed) {
  const std::string name = "baton-model-" + backend.name + "-" + std::to_string(seed) + "-" + std::to_string(getpid());
  return std::filesystem::temp_directory_path() / (name + ".jsonl");
}

std::string last_lines(const History& history) {
  const std::size_t skipped = history.size() - std::min(history.size(), tail);
  return to_lines({history.begin() + static_cast<std::ptrdiff_t>(skipped), history.end()});
}

}  // namespace

Finding investigate(const Backend& backend, const ModelRun& run, std::uint64_t seed) {
  Finding finding{.report = {}, .history = run.history, .file = file_for(backend, seed)};
  const auto shows = [&backend](const History& history) { return replay(backend, history).has_value(); };
  finding.report = "BATON_SEED=" + std::to_string(seed) + " on " + backend.name + ": " + run.difference->what + "\n";
  finding.one_by_one = shows(finding.history);
  if (finding.one_by_one) {
    finding.history = shrink(std::move(finding.history), shows, budget);
    const auto difference = replay(backend, finding.history);
    finding.report += "shortened to " + std::to_string(finding.history.size()) + " acts:\n" +
                      to_lines(finding.history) + "which ends with " + (difference ? difference->what : "nothing") +
                      "\n";
  } else {
    finding.report += "only with several clients at once; the last of " + std::to_string(finding.history.size()) +
                      " acts:\n" + last_lines(finding.history);
  }
  write_history(finding.file, finding.history);
  finding.report += "kept in " + finding.file.string() + "\n";
  return finding;
}

}  // namespace baton::test
