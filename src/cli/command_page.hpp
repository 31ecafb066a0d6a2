#pragma once

#include <string>
#include <vector>

namespace baton::cli {

struct OptionLine {
  std::string names;  ///< `-f,--follow`
  std::string value;  ///< empty: a switch
  std::string what;

  bool operator==(const OptionLine&) const = default;
};

/// What manual, document and completions say about a command.
struct CommandPage {
  std::string path;  ///< `baton task list`
  std::string what;
  std::string arguments;  ///< `TASK [ATTEMPT]`
  std::string more;       ///< an example, what else there is to know
  std::vector<OptionLine> options;
  std::vector<std::string> verbs;  ///< what may follow, without the program's name before it
};

/// docs/cli.md below its introduction.
std::string as_document(const std::vector<CommandPage>& pages);
/// baton.1, for man(1).
std::string as_manual(const std::vector<CommandPage>& pages);

std::string as_bash_completion(const std::vector<CommandPage>& pages);
std::string as_zsh_completion(const std::vector<CommandPage>& pages);
std::string as_fish_completion(const std::vector<CommandPage>& pages);

}  // namespace baton::cli
