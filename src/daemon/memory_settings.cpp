#include "daemon/memory_settings.hpp"

#include <spdlog/spdlog.h>

#include "cli/schema_files.hpp"
#include "engine/child_start.hpp"

namespace baton::daemon {

namespace {

std::string_view without_spaces(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!(text = without_spaces(text)).empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

/// `name=program argument`.
Result<void> add_command(MemoryOptions& options, std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string name(without_spaces(text.substr(0, equals)));
  auto command = equals == text.size() ? std::vector<std::string>() : words_of(text.substr(equals + 1));
  if (!is_signal_name(name) || command.empty()) {
    return fail(Errc::invalid, "`" + std::string(text) +
                                   "` is no pattern; write it like mine=/usr/local/bin/merge, "
                                   "with a name of a-z and _");
  }
  if (auto program = program_of(command.front(), ""); !program) {
    return fail(Errc::invalid, "the pattern " + name + ": " + program.error().detail);
  }
  if (options.patterns.knows(name) || !options.commands.emplace(name, std::move(command)).second) {
    return fail(Errc::invalid, "there is a pattern `" + name + "` already; give yours another name");
  }
  return {};
}

Result<void> add_commands(MemoryOptions& options, std::string_view text) {
  while (!without_spaces(text).empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    if (auto added = add_command(options, without_spaces(text.substr(0, end))); !added) return added;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

}  // namespace

Result<MemoryOptions> memory_options(const Settings& settings) {
  MemoryOptions options;
  options.on_trouble = [](const Error& error) { spdlog::warn("shared memory: {}", error.detail); };
  if (auto set = options.policies.configure(settings.ttl); !set) return std::unexpected(std::move(set.error()));
  if (auto added = add_commands(options, settings.patterns); !added) return std::unexpected(std::move(added.error()));
  if (settings.schemas.empty()) return options;
  auto added = cli::add_schema_folder(options.schemas, settings.schemas);
  if (!added) return std::unexpected(std::move(added.error()));
  return options;
}

}  // namespace baton::daemon
