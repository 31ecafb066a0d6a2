#pragma once

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "backend/shared/packing.hpp"

/// Values as JSON, which the functions of the schema read and write.
namespace baton::postgres {

class Packer final : public shared::Packer {
 public:
  explicit Packer(std::string& out) : out_(out) {}

  void nil() override;
  void boolean(bool value) override;
  void integer(std::int64_t value) override;
  void count(std::uint64_t value) override {
    integer(static_cast<std::int64_t>(std::min<std::uint64_t>(value, INT64_MAX)));
  }
  void time(std::int64_t micros) override { integer(micros); }
  void text(std::string_view value) override;
  void array(std::size_t size) override { open('[', ']', size, false); }
  void map(std::size_t size) override { open('{', '}', 2 * size, true); }

 private:
  struct Open {
    std::size_t left;
    char close;
    bool is_map;
  };
  void open(char begin, char close, std::size_t size, bool is_map);
  /// A value is complete: what stands before the next one, and the end of what it completes.
  void next();

  std::string& out_;
  std::vector<Open> open_;
};

class Unpacker final : public shared::Unpacker {
 public:
  explicit Unpacker(std::string_view text);

  Kind kind() const override { return here().kind; }
  bool is_broken() const override { return broken_; }
  void fail() override;

  bool boolean() override { return take(Kind::boolean).integer != 0; }
  std::int64_t integer() override { return take(Kind::integer).integer; }
  std::string_view text() override { return take(Kind::text).text; }
  std::size_t array() override { return take(Kind::array).size; }
  std::size_t map() override { return take(Kind::map).size / 2; }
  void skip() override;

 private:
  struct Token {
    Kind kind = Kind::nil;
    std::int64_t integer = 0;
    std::string_view text{};
    std::size_t size = 0;  ///< of a container: how many values it holds, names counted too
  };

  const Token& here() const;
  const Token& take(Kind kind);
  /// Cuts the text into tokens; whether it was JSON of the kind that the functions write.
  bool read(std::string_view text);
  bool read_string(std::string_view& rest);
  bool read_scalar(std::string_view& rest);

  std::vector<Token> tokens_;
  std::deque<std::string> unescaped_;
  std::size_t at_ = 0;
  bool broken_ = false;
};

}  // namespace baton::postgres
