#include "cli/complain.hpp"
#include "cli/store_command.hpp"
#include "store/tools.hpp"

namespace baton::cli {

int run(const StoreBackup& command) {
  const auto made = back_up(command.store, command.file);
  if (!made) return complain("store backup", made.error());
  show(fmt::format("{}: backed up into {}, {:.1f} MB, schema {}, whole\n", command.store, command.file,
                   static_cast<double>(made->bytes) / 1e6, made->schema));
  return done;
}

int run(const StoreRestore& command) {
  const auto restored = restore(command.file, command.store);
  if (!restored) return complain("store restore", restored.error());
  show(fmt::format("{}: restored from {}, schema {}\n", command.store, command.file, restored->schema));
  if (!restored->aside.empty()) show(fmt::format("What was there before is kept as {}\n", restored->aside));
  return done;
}

int run(const StoreMigrate& command) {
  const auto change = migrate_store(command.store.url, {.name_space = command.store.name_space}, command.dry_run);
  if (!change) return complain("store migrate", change.error());
  const std::string store = without_credentials(command.store.url);
  if (change->from == change->to) {
    show(fmt::format("{}: schema {}, which is this program's: nothing to do\n", store, change->to));
  } else {
    show(fmt::format("{}: {} from schema {} to {}\n", store, command.dry_run ? "would be migrated" : "migrated",
                     change->from, change->to));
  }
  return done;
}

}  // namespace baton::cli
