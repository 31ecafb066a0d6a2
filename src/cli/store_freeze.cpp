#include "baton/blocking.hpp"
#include "baton/open.hpp"
#include "cli/complain.hpp"
#include "cli/store_command.hpp"
#include "store/tools.hpp"

namespace baton::cli {

int run(const StoreFreeze& command) {
  const std::string_view name = command.frozen ? "store freeze" : "store thaw";
  if (const auto there = check_there(command.store.url); !there) return complain(name, there.error());
  auto store = open_store(command.store.url, {.name_space = command.store.name_space});
  if (!store) return complain(name, store.error());
  BlockingStore open(*std::move(store));
  if (const auto changed = open.call(Freeze{.frozen = command.frozen}); !changed) {
    return complain(name, changed.error());
  }
  show(fmt::format(
      "{} {}\n", without_credentials(command.store.url),
      command.frozen ? "is frozen: writes are refused until it is thawed" : "is thawed: it accepts writes"));
  return done;
}

}  // namespace baton::cli
