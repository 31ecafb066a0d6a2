#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace baton {

/// The commands that reports recommend, in one table: `baton <noun> <verb>`.
enum class Command : std::uint8_t {
  agent_list,
  agent_show,
  agent_remove,
  task_show,
  task_why,
  task_retry,
  queue_resume,
  queue_resume_all,
  group_show,
  group_redrive,
  store_thaw,
  store_check,
  health,
};

/// The command as documents show it: `baton task retry TASK`.
std::string_view form_of(Command command);

/// The command with its argument in the place of the word in capitals, if it has one, quoted for a shell where it has to
/// be: names come from strangers, and a person may paste this.
std::string to_text(Command command, std::string_view argument = {});

}  // namespace baton
