#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace baton::cli {

/// A store as it is named on the command line.
struct StorePlace {
  std::string url;
  std::string name_space = "default";
};

/// `baton store copy`.
struct StoreCopy {
  StorePlace from;
  std::string to;
  std::optional<std::string> to_namespace{};  ///< unset: that of the source
  std::uint32_t batch = 500;
  bool resume = false;
  bool quiet = false;
  bool json = false;
};

/// `baton store check`.
struct StoreCheck {
  StorePlace store;
  bool quiet = false;
  bool json = false;
};

/// `baton store backup`.
struct StoreBackup {
  std::string store;
  std::string file;
};

/// `baton store restore`.
struct StoreRestore {
  std::string file;
  std::string store;
};

/// `baton store migrate`.
struct StoreMigrate {
  StorePlace store;
  bool dry_run = false;
};

/// `baton store freeze` and `baton store thaw`.
struct StoreFreeze {
  StorePlace store;
  bool frozen = true;
};

using StoreCommand = std::variant<StoreCopy, StoreCheck, StoreBackup, StoreRestore, StoreMigrate, StoreFreeze>;

/// Each does what was asked for, says so, and returns the exit code: 0 done, 1 not, 2 it cannot be done as it was typed.
int run(const StoreCopy& command);
int run(const StoreCheck& command);
int run(const StoreBackup& command);
int run(const StoreRestore& command);
int run(const StoreMigrate& command);
int run(const StoreFreeze& command);

}  // namespace baton::cli
