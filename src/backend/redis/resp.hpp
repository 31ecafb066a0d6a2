#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/redis/value.hpp"
#include "baton/error.hpp"

namespace baton::redis {

/// A command on the wire is the number of its parts and then each part; they are appended to what is sent, in order.
void append_count(std::string& out, std::size_t parts);
void append_part(std::string& out, std::string_view part);
void append_command(std::string& out, const std::vector<std::string>& command);

/// Makes values of the bytes that a server sends, however they are cut. Lists nest at most seven deep.
class Reader {
 public:
  Reader();
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// The bytes stay where they are until `next` has nothing more to give.
  void feed(std::string_view bytes);
  /// The next whole value; nothing: more bytes are needed. unavailable: this is not what a Redis sends, and nothing that
  /// follows can be understood.
  Result<std::optional<Value>> next();

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace baton::redis
