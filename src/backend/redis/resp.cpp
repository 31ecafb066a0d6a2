#include "backend/redis/resp.hpp"

#include <hiredis/read.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <utility>

namespace baton::redis {
namespace {

constexpr std::string_view line_end = "\r\n";
/// A list is believed to be long only as its items come: its announced length may be a lie.
constexpr std::size_t most_reserved = 1024;
/// The parser moves what is left in its buffer each time it has used some: a small buffer keeps that cheap.
constexpr std::size_t slice = 16 * 1024;

void append_number(std::string& out, char mark, std::size_t number) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.push_back(mark);
  out.append(digits.data(), end);
  out.append(line_end);
}

/// Where the value that the parser begins belongs: below its list, or at the root.
Value* place_for(const redisReadTask* task) {
  if (task->parent == nullptr) {
    auto* root = static_cast<Value*>(task->privdata);
    *root = Value{};
    return root;
  }
  return &static_cast<Value*>(task->parent->obj)->items.emplace_back();
}

/// The parser is C: an exception must not pass through it, and no value means that memory has run out.
template <class Make>
void* without_throwing(Make make) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void* make_text(const redisReadTask* task, char* text, std::size_t size) {
  return without_throwing([&]() -> void* {
    Value* value = place_for(task);
    value->kind = task->type == REDIS_REPLY_ERROR ? Value::Kind::error : Value::Kind::text;
    value->text.assign(text, size);
    return value;
  });
}

void* make_list(const redisReadTask* task, std::size_t size) {
  return without_throwing([&]() -> void* {
    Value* value = place_for(task);
    value->kind = Value::Kind::list;
    value->items.reserve(std::min(size, most_reserved));
    return value;
  });
}

void* make_integer(const redisReadTask* task, long long number) {
  return without_throwing([&]() -> void* {
    Value* value = place_for(task);
    value->kind = Value::Kind::integer;
    value->integer = number;
    return value;
  });
}

void* make_nil(const redisReadTask* task) {
  return without_throwing([&]() -> void* { return place_for(task); });
}

/// Values belong to their root, and the root to the reader.
void keep(void* /*value*/) {}

redisReplyObjectFunctions makers() {
  redisReplyObjectFunctions all{};
  all.createString = make_text;
  all.createArray = [](const redisReadTask* task, auto size) {
    return make_list(task, static_cast<std::size_t>(size));
  };
  all.createInteger = make_integer;
  all.createNil = make_nil;
  all.freeObject = keep;
  return all;
}

}  // namespace

void append_count(std::string& out, std::size_t parts) { append_number(out, '*', parts); }

void append_part(std::string& out, std::string_view part) {
  append_number(out, '$', part.size());
  out.append(part);
  out.append(line_end);
}

void append_command(std::string& out, const std::vector<std::string>& command) {
  append_count(out, command.size());
  for (const std::string& part : command) append_part(out, part);
}

struct Reader::Parser {
  Parser() : reader(redisReaderCreateWithFunctions(&functions)) {
    if (reader == nullptr) throw std::bad_alloc();
    reader->privdata = &root;
  }
  ~Parser() { redisReaderFree(reader); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  redisReplyObjectFunctions functions = makers();
  Value root;
  redisReader* reader;
  std::string_view unread;
};

Reader::Reader() : parser_(std::make_unique<Parser>()) {}
Reader::~Reader() = default;

void Reader::feed(std::string_view bytes) { parser_->unread = bytes; }

Result<std::optional<Value>> Reader::next() {
  auto& [functions, root, reader, unread] = *parser_;
  for (;;) {
    void* whole = nullptr;
    if (redisReaderGetReply(reader, &whole) != REDIS_OK) {
      return fail(Errc::unavailable,
                  "the server does not speak the Redis protocol (" + std::string(reader->errstr) + ")");
    }
    if (whole != nullptr) return std::optional(std::move(root));
    if (unread.empty()) return std::nullopt;
    const std::string_view more = unread.substr(0, slice);
    unread.remove_prefix(more.size());
    redisReaderFeed(reader, more.data(), more.size());
  }
}

}  // namespace baton::redis
