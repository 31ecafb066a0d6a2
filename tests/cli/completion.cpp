#include <gtest/gtest.h>

#include <fstream>

#include "cli/command_line.hpp"
#include "support/programs.hpp"
#include "support/temporary_directory.hpp"

/// Completions, asked of the shells that they are for.
namespace baton::test {
namespace {

class Completion : public ::testing::Test {
 protected:
  void leave(const std::string& name, const std::string& text) const { std::ofstream(folder_.path() / name) << text; }
  std::string answer_of(std::vector<std::string> command) const { return must_run(folder_.path(), std::move(command)); }

  /// What became of these lines in a zsh that read `preparation`, each once a tab was pressed behind it.
  std::string typed_in_zsh(const std::string& preparation) const {
    leave("type", R"zsh(zmodload zsh/zpty
export HOME=$PWD TERM=dumb
zpty shell zsh -f -i
zpty -w shell "$1; baton() { print -r -- 'asked'': '\$*. }"
for typed in "${@[2,-1]}"; do
  zpty -w shell "$typed"$'\t'
  zpty -r shell heard $'*asked: *\n'
  print -r -- ${${heard##*asked: }%%.*}
done
)zsh");
    return answer_of({"timeout", "60", "zsh", "-f", "type", preparation, "baton tas", "baton task li",
                      "baton task list --status pen", "baton agent show --u", "baton completion z"});
  }

  const TemporaryDirectory folder_;
  const std::vector<cli::CommandPage> pages_ = cli::command_pages();
  const std::string completed_ = "task\ntask list\ntask list --status pending\nagent show --url\ncompletion zsh";
};

TEST_F(Completion, is_understood_by_bash) {
  leave("baton.bash", cli::as_bash_completion(pages_));
  const std::string script =
      "source ./baton.bash; COMP_WORDS=(baton task li); COMP_CWORD=2; _baton; echo \"${COMPREPLY[*]}\";"
      "COMP_WORDS=(baton task list --status ''); COMP_CWORD=4; _baton; echo \"${COMPREPLY[*]}\";"
      "COMP_WORDS=(baton agent show --u); COMP_CWORD=3; _baton; echo \"${COMPREPLY[*]}\"";
  EXPECT_EQ(answer_of({"bash", "--norc", "-c", script}),
            "list\nblocked scheduled pending running completed failed cancelled dead\n--url");
}

TEST_F(Completion, is_understood_by_zsh_when_it_is_sourced) {
  leave("baton.zsh", cli::as_zsh_completion(pages_));
  EXPECT_EQ(typed_in_zsh("source ./baton.zsh"), completed_);
  EXPECT_EQ(typed_in_zsh("autoload -Uz compinit; compinit -u; source ./baton.zsh"), completed_);
}

TEST_F(Completion, is_understood_by_zsh_as_a_file_that_it_finds) {
  leave("_baton", cli::as_zsh_completion(pages_));
  EXPECT_EQ(typed_in_zsh("fpath=($PWD $fpath); autoload -Uz compinit; compinit -u"), completed_);
}

TEST_F(Completion, is_understood_by_fish) {
  leave("baton.fish", cli::as_fish_completion(pages_));
  const auto asked = [this](const std::string& line) {
    const std::string answer = answer_of({"env", "HOME=" + folder_.path().string(), "fish", "--no-config", "-c",
                                          "source baton.fish; complete -C '" + line + "'"});
    return answer.substr(0, answer.find('\t'));
  };
  EXPECT_EQ(asked("baton tas"), "task");
  EXPECT_EQ(asked("baton task li"), "list");
  EXPECT_EQ(asked("baton task list --status pen"), "pending");
  EXPECT_EQ(asked("baton agent show --u"), "--url");
  EXPECT_EQ(asked("baton completion z"), "zsh");
}

}  // namespace
}  // namespace baton::test
