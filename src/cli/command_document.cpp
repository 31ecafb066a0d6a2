#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "cli/command_page.hpp"

namespace baton::cli {

namespace {

std::string usage_of(const CommandPage& page) {
  return page.path + (page.arguments.empty() ? "" : " " + page.arguments);
}

/// A bar would end a cell of the table.
std::string in_cell(std::string text) {
  for (auto at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.insert(at, "\\");
  return text;
}

/// Pages of commands that can be carried out; those of mere nouns have none of their own.
bool is_carried_out(const CommandPage& page) { return page.verbs.empty(); }

/// Those that most commands have.
std::vector<OptionLine> shared_options(const std::vector<CommandPage>& pages) {
  std::vector<OptionLine> shared;
  for (const auto& page : pages) {
    for (const auto& option : page.options) {
      const auto having = std::ranges::count_if(pages, [&](const CommandPage& other) {
        return std::ranges::find(other.options, option) != other.options.end();
      });
      if (2 * static_cast<std::size_t>(having) < pages.size()) continue;
      if (std::ranges::find(shared, option) == shared.end()) shared.push_back(option);
    }
  }
  return shared;
}

std::string table_of(const std::vector<OptionLine>& options) {
  std::string text = "| flag | |\n|---|---|\n";
  for (const auto& option : options) {
    const std::string value = option.value.empty() ? "" : " " + option.value;
    text += fmt::format("| `{}{}` | {} |\n", option.names, in_cell(value), in_cell(option.what));
  }
  return text;
}

/// Letters that mean something to roff.
std::string in_roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string roff_lines(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::string out;
  while (std::getline(lines, line)) out += in_roff(line) + "\n.br\n";
  return out;
}

}  // namespace

std::string as_document(const std::vector<CommandPage>& pages) {
  const auto shared = shared_options(pages);
  std::string text = "Most commands ask a daemon, and all of these take:\n\n" + table_of(shared);
  const CommandPage* before = nullptr;
  for (const auto& page : pages) {
    if (!is_carried_out(page)) continue;
    text += fmt::format("\n### `{}`\n\n{}.\n", usage_of(page), page.what);
    if (!page.more.empty()) text += fmt::format("\n```text\n{}\n```\n", page.more);
    if (before != nullptr && before->options == page.options && page.options.size() > shared.size()) {
      text += fmt::format("\nIts flags are those of `{}`.\n", before->path);
      continue;
    }
    std::vector<OptionLine> own;
    std::ranges::copy_if(page.options, std::back_inserter(own),
                         [&](const OptionLine& option) { return std::ranges::find(shared, option) == shared.end(); });
    if (!own.empty()) text += "\n" + table_of(own);
    before = &page;
  }
  return text;
}

std::string as_manual(const std::vector<CommandPage>& pages) {
  std::string text = fmt::format(".TH BATON 1 \"\" \"baton {}\" \"User Commands\"\n", BATON_VERSION);
  text += ".SH NAME\nbaton \\- the state layer and supervisor for fleets of AI agents\n";
  text += ".SH SYNOPSIS\n.B baton\n.I noun verb\n[\\fIargument\\fR ...] [\\fB\\-\\-flag\\fR ...]\n";
  text += ".SH COMMANDS\n";
  for (const auto& page : pages) {
    if (!is_carried_out(page)) continue;
    text += fmt::format(".SS {}\n{}.\n", in_roff(usage_of(page)), in_roff(page.what));
    for (const auto& option : page.options) {
      text += fmt::format(".TP\n\\fB{}\\fR \\fI{}\\fR\n{}\n", in_roff(option.names), in_roff(option.value),
                          in_roff(option.what));
    }
    if (!page.more.empty()) text += ".PP\n" + roff_lines(page.more);
  }
  text += ".SH EXIT STATUS\n" + roff_lines(pages.front().more);
  text +=
      ".SH ENVIRONMENT\n"
      "BATON_URL, BATON_TOKEN, BATON_TOKEN_FILE, BATON_CA_FILE and BATON_CONFIG tell commands where the daemon is; "
      "NO_COLOR leaves out colours. The variables of each setting of the daemon are shown by \\fBbaton config "
      "show\\fR.\n";
  text +=
      ".SH FILES\n.I baton.toml\nthe configuration, in the working directory\n.br\n"
      ".I /etc/baton/baton.toml\nthat of an installed service; taken where BATON_CONFIG or --config names it\n.br\n"
      ".I baton.token\nthe access token, "
      "beside the store\n";
  return text;
}

}  // namespace baton::cli
