#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/sqlite/connection.hpp"
#include "backend/sqlite/file.hpp"
#include "backend/sqlite/store.hpp"
#include "baton/blocking.hpp"
#include "support/requests.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

/// A store file in a directory of its own, opened and closed as the test says.
class SqliteFile : public testing::Test {
 protected:
  std::string path() const { return (directory_.path() / "state.db").string(); }

  Result<std::shared_ptr<Port>> try_open() const { return sqlite::open({.path = path(), .clock = clock}); }

  /// The store, opened if it is not.
  BlockingStore& store() {
    if (!store_) {
      auto port = try_open();
      if (!port) throw std::runtime_error(port.error().detail);
      store_.emplace(Store(*std::move(port)));
    }
    return *store_;
  }
  void close() {
    if (store_) store_->store().port()->close();
    store_.reset();
  }

  template <class V>
  typename V::Reply call(V verb) {
    auto reply = store().call(std::move(verb));
    if (!reply) throw std::runtime_error(reply.error().detail);
    return *std::move(reply);
  }

  std::string export_text() {
    std::string text;
    for (std::string after;;) {
      ExportPage page = call(Export{.after = after});
      for (const std::string& row : page.rows) text += row + "\n";
      if (page.next.empty()) return text;
      after = page.next;
    }
  }

  std::vector<std::string> notes() { return call(Health{}).notes; }

  std::vector<std::string> files_named(std::string_view part) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(directory_.path())) {
      if (entry.path().filename().string().contains(part)) names.push_back(entry.path().string());
    }
    return names;
  }

  std::shared_ptr<ManualClock> clock = std::make_shared<ManualClock>();
  TemporaryDirectory directory_;

 private:
  std::optional<BlockingStore> store_;
};

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void overwrite(const std::string& path, std::size_t at, const std::string& bytes) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(at));
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline mode_t mode_of(const std::string& path) {
  struct stat there = {};
  return ::stat(path.c_str(), &there) == 0 ? there.st_mode & 0777U : 0;
}

/// Runs `act` in a process of its own and returns how it ended, as waitpid says.
template <class Act>
int in_child(Act act) {
  const pid_t child = ::fork();
  if (child == 0) {
    act();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace baton::test
