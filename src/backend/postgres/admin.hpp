#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "backend/postgres/client.hpp"

namespace baton::postgres {

/// A connection of its own for start-up and tools. Every call blocks. Belongs to one thread at a time. Nothing is repeated
/// and no limit set: a migration takes as long as it takes.
class Admin {
 public:
  /// Fails as Client::connect does.
  static Result<Admin> connect(const Target& target);
  static Result<Admin> connect(std::string_view url);
  ~Admin();
  Admin(Admin&& other) noexcept;
  Admin& operator=(Admin&& other) noexcept;

  /// Constant text, perhaps several statements; without BEGIN among them they are one transaction. The rows of the last
  /// one that has any.
  Result<Table> exec(const std::string& constant_sql);
  /// One statement, in a transaction of its own if none was begun.
  Result<Table> query(const std::string& sql, Parameters parameters = {});

  const ServerFacts& facts() const;

 private:
  class Loop;
  explicit Admin(std::unique_ptr<Loop> loop);
  std::unique_ptr<Loop> loop_;
};

}  // namespace baton::postgres
