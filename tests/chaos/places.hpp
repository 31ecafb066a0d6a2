#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "chaos/life.hpp"
#include "support/postgres_process.hpp"
#include "support/redis_process.hpp"
#include "support/temporary_directory.hpp"

namespace baton::test {

/// Where the chaos takes place: how the store is opened, and how its actors live.
struct InProcess {
  std::unique_ptr<Life> start(const Actor& actor, const Store& store) const {
    return std::make_unique<ThreadLife>(actor, store);
  }
};
struct OfProcesses {
  std::unique_ptr<Life> start(const Actor& actor, const Store&) const { return std::make_unique<ProcessLife>(actor); }
};
struct OnMemory : InProcess {
  std::string url() const { return "memory:"; }
};
struct OnSqlite : InProcess {
  TemporaryDirectory folder;
  std::string url() const { return "sqlite:" + (folder.path() / "state.db").string(); }
};
struct OnRedis : OfProcesses {
  RedisProcess server{{.config = {"appendfsync always"}}};
  std::string url() const { return server.url(); }
};
struct OnPostgres : OfProcesses {
  PostgresProcess server;
  std::string url() const {
    const std::string url = server.url();
    return url + (url.contains('?') ? "&" : "?") + "pool=2";
  }
};

using Places = ::testing::Types<OnMemory, OnSqlite, OnRedis, OnPostgres>;

}  // namespace baton::test
