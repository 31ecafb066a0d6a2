#include "cli/store_command.hpp"
namespace baton::cli {
int run(const StoreBackup&) { return 1; }
int run(const StoreRestore&) { return 1; }
int run(const StoreMigrate&) { return 1; }
}  // namespace baton::cli
