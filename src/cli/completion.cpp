#include <fmt/format.h>

#include <algorithm>

#include "cli/acts.hpp"
#include "cli/command_line.hpp"
#include "cli/complain.hpp"
#include "cli/words.hpp"

// Completions know all words beforehand: completing never asks a daemon.

namespace baton::cli {

namespace {

std::vector<std::string> names_in(const OptionLine& option) { return split(option.names, ','); }

/// The only words that its value may be; none: any may.
std::vector<std::string> choices_in(const OptionLine& option) {
  return option.value.contains('|') ? split(option.value, '|') : std::vector<std::string>();
}

std::string spaced(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string words_for(const CommandPage& page) {
  std::vector<std::string> words = page.verbs;
  if (page.path == "baton completion") words = {"bash", "zsh", "fish"};
  for (const auto& option : page.options) {
    for (const auto& name : names_in(option)) words.push_back(name);
  }
  words.emplace_back("--help");
  return spaced(words);
}

/// In single quotes of a shell.
std::string in_quotes(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
  return out;
}

std::string_view after_program(const CommandPage& page) {
  return std::string_view(page.path).substr(std::min(page.path.size(), std::string_view("baton ").size()));
}

/// Two functions that bash and zsh both understand: the words that may follow a command, and the values of its options.
std::string word_functions(const std::vector<CommandPage>& pages) {
  std::string words;
  std::string values;
  for (const auto& page : pages) {
    words += fmt::format("    '{}') echo '{}' ;;\n", after_program(page), words_for(page));
    for (const auto& option : page.options) {
      const std::string choices = spaced(choices_in(option));
      if (!choices.empty())
        values += fmt::format("    '{} {}') echo '{}' ;;\n", after_program(page), names_in(option).back(), choices);
    }
  }
  return fmt::format(R"(_baton_words() {{
  case "$1" in
{}  esac
}}
_baton_values() {{
  case "$1" in
{}  esac
}}
)",
                     words, values);
}

}  // namespace

std::string as_bash_completion(const std::vector<CommandPage>& pages) {
  return "# bash completion of baton: source <(baton completion bash)\n" + word_functions(pages) + R"(_baton() {
  local current="${COMP_WORDS[COMP_CWORD]}" path="" word found
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && continue
    found=$(_baton_words "${path:+$path }$word")
    [[ -n $found ]] && path="${path:+$path }$word"
  done
  local words
  words=$(_baton_values "$path ${COMP_WORDS[COMP_CWORD-1]}")
  [[ -z $words ]] && words=$(_baton_words "$path")
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _baton baton
)";
}

std::string as_zsh_completion(const std::vector<CommandPage>& pages) {
  // As a file of fpath its text is the function _baton itself, which has to act when it is called for the first time.
  return "#compdef baton\n"
         "# zsh completion of baton: source <(baton completion zsh), or as the file _baton in a folder of fpath\n" +
         word_functions(pages) + R"(_baton() {
  local taken word choices
  for word in "${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && continue
    [[ -n $(_baton_words "${taken:+$taken }$word") ]] && taken="${taken:+$taken }$word"
  done
  choices=$(_baton_values "$taken ${words[CURRENT-1]}")
  [[ -z $choices ]] && choices=$(_baton_words "$taken")
  compadd -- ${=choices} || _files
}
if [[ $funcstack[1] == _baton ]]; then
  _baton "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i }
  compdef _baton baton
fi
)";
}

std::string as_fish_completion(const std::vector<CommandPage>& pages) {
  std::string text = "# fish completion of baton: baton completion fish | source\ncomplete -c baton -f\n";
  for (const auto& page : pages) {
    std::string path(after_program(page));
    const auto space = path.find(' ');
    std::string seen = path.empty() ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + path.substr(0, space);
    if (space != std::string::npos) seen += "; and __fish_seen_subcommand_from " + path.substr(space + 1);
    for (const auto& verb : page.verbs) {
      const auto child = std::ranges::find(pages, page.path + " " + verb, &CommandPage::path);
      const std::string alone =
          path.empty() ? seen : seen + "; and not __fish_seen_subcommand_from " + spaced(page.verbs);
      text += fmt::format("complete -c baton -n '{}' -a {} -d '{}'\n", alone, verb, in_quotes(child->what));
    }
    for (const auto& option : page.options) {
      const std::string name = names_in(option).back();
      const std::string choices = spaced(choices_in(option));
      text += fmt::format("complete -c baton -n '{}' -l {}{} -d '{}'\n", seen, name.substr(2),
                          option.value.empty() ? "" : (choices.empty() ? " -r -F" : " -x -a '" + choices + "'"),
                          in_quotes(option.what));
    }
  }
  return text + "complete -c baton -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n";
}

int print_completion(const Call& call) {
  const std::string shell = call.one("SHELL");
  const auto pages = command_pages();
  if (shell == "bash") return show(as_bash_completion(pages)), done;
  if (shell == "zsh") return show(as_zsh_completion(pages)), done;
  if (shell == "fish") return show(as_fish_completion(pages)), done;
  return complain(call.name(),
                  {.code = Errc::invalid,
                   .detail = "there is no completion for `" + shell + "`; there is one for bash, zsh and fish"});
}

int print_manual(const Call& /*call*/) {
  show(as_manual(command_pages()));
  return done;
}

}  // namespace baton::cli
