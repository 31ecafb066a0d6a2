#include "cli/store_command_line.hpp"

#include <memory>

#include "baton/limits.hpp"

namespace baton::cli {

namespace {

constexpr const char* store_help = "the store: sqlite:PATH, postgres://… or redis://…";

/// A command whose options are kept until it is known whether it was typed.
template <class T>
CLI::App* add(CLI::App& group, const std::string& name, const std::string& what, StoreCommand& typed,
              const std::shared_ptr<T>& options, const std::string& more = {}) {
  auto* command = group.add_subcommand(name, what);
  command->footer(more);
  command->callback([options, &typed] { typed = *options; });
  return command;
}

void add_place(CLI::App& command, StorePlace& place) {
  command.add_option("STORE", place.url, store_help)->required();
  command.add_option("--namespace", place.name_space, "the fleet's world on a shared server (default: default)")
      ->type_name("NAME");
}

void add_copy(CLI::App& group, StoreCommand& typed) {
  const auto options = std::make_shared<StoreCopy>();
  auto* command = add(group, "copy", "copy everything from one store into another, empty one", typed, options,
                      "The source is frozen meanwhile: reads go on, and writes are refused until the copy is done and "
                      "verified, row by\n"
                      "row. The target of a copy that was interrupted stays frozen, so that nobody uses half of it.\n\n"
                      "  baton store copy sqlite:state.db redis://localhost --to-namespace fleet");
  command->add_option("FROM", options->from.url, "the source: sqlite:PATH, postgres://… or redis://…")->required();
  command->add_option("TO", options->to, "the target, which must be empty")->required();
  command->add_option("--namespace", options->from.name_space, "of the source (default: default)")->type_name("NAME");
  command->add_option("--to-namespace", options->to_namespace, "of the target (default: that of the source)")
      ->type_name("NAME");
  command->add_option("--batch", options->batch, "rows a step; fewer if they are large (default 500)")
      ->type_name("1-1000")
      ->check(CLI::Range(std::size_t{1}, limits::page).description(""));
  command->add_flag("--resume", options->resume, "go on with a copy that was interrupted");
  command->add_flag("--no-progress", options->quiet, "do not show how far it is");
  command->add_flag("--json", options->json, "print the outcome as JSON");
}

void add_check(CLI::App& group, StoreCommand& typed) {
  const auto options = std::make_shared<StoreCheck>();
  auto* command =
      add(group, "check", "look for damage: whether rows and indexes agree with one another", typed, options,
          "Changes nothing, and says how to mend what it finds; then it exits with 1. A store on a server is frozen\n"
          "meanwhile. A SQLite file must not be in use: check a backup of one that is served.");
  add_place(*command, options->store);
  command->add_flag("--no-progress", options->quiet, "do not show how far it is");
  command->add_flag("--json", options->json, "print the findings as JSON");
}

void add_backup(CLI::App& group, StoreCommand& typed) {
  const auto options = std::make_shared<StoreBackup>();
  auto* command = add(group, "backup", "copy a SQLite store into one file, while a daemon serves it", typed, options,
                      "For a store on a server use the server's own tools, or `baton store copy` into a SQLite file.");
  command->add_option("STORE", options->store, "the store: sqlite:PATH")->required();
  command->add_option("FILE", options->file, "the backup, a new file")->required();
}

void add_restore(CLI::App& group, StoreCommand& typed) {
  const auto options = std::make_shared<StoreRestore>();
  auto* command = add(group, "restore", "put a backup in the place of a SQLite store", typed, options,
                      "What is there is kept beside it under a dated name. No daemon may serve it meanwhile.");
  command->add_option("FILE", options->file, "the backup")->required();
  command->add_option("STORE", options->store, "the store: sqlite:PATH")->required();
}

void add_migrate(CLI::App& group, StoreCommand& typed) {
  const auto options = std::make_shared<StoreMigrate>();
  auto* command = add(group, "migrate", "bring a store to the schema of this program without serving it", typed,
                      options, "`baton serve` does the same when it starts.");
  add_place(*command, options->store);
  command->add_flag("--dry-run", options->dry_run, "only say what would be done");
}

void add_freeze(CLI::App& group, StoreCommand& typed, bool frozen) {
  const auto options = std::make_shared<StoreFreeze>(StoreFreeze{.store = {}, .frozen = frozen});
  auto* command = frozen ? add(group, "freeze", "refuse every write to a store until it is thawed", typed, options)
                         : add(group, "thaw", "accept writes to a store again", typed, options);
  add_place(*command, options->store);
}

}  // namespace

CLI::App* add_store(CLI::App& app, StoreCommand& typed) {
  auto* group = app.add_subcommand("store", "copy, check, back up, restore and migrate stores");
  group->require_subcommand(1);
  group->fallthrough();
  add_copy(*group, typed);
  add_check(*group, typed);
  add_backup(*group, typed);
  add_restore(*group, typed);
  add_migrate(*group, typed);
  add_freeze(*group, typed, true);
  add_freeze(*group, typed, false);
  return group;
}

}  // namespace baton::cli
