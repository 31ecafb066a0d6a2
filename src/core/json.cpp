#include "baton/json.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "core/canonical.hpp"
#include "core/parse.hpp"
#include "core/writer.hpp"

namespace baton {
namespace {

namespace sax = boost::json;
using Failure = sax::error_code;

/// Writes what the parser finds as canonical text.
class Canon {
 public:
  static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
  static constexpr std::size_t max_array_size = max_object_size;
  static constexpr std::size_t max_key_size = max_object_size;
  static constexpr std::size_t max_string_size = max_object_size;

  /// Canonical text is never longer than what it stands for.
  explicit Canon(std::size_t bytes) { out_.room(bytes); }

  bool on_document_begin(Failure&) { return true; }
  bool on_document_end(Failure&) { return true; }

  bool on_object_begin(Failure&) {
    open('{');
    objects_.push_back(names_.size());
    return true;
  }
  bool on_object_end(std::size_t, Failure& failure) {
    out_.put('}');
    if (!names_are_unique()) failure = sax::error::syntax;
    names_.resize(objects_.back());
    objects_.pop_back();
    return !failure;
  }
  bool on_array_begin(Failure&) {
    open('[');
    return true;
  }
  bool on_array_end(std::size_t, Failure&) {
    out_.put(']');
    return true;
  }

  bool on_key_part(sax::string_view part, std::size_t, Failure&) {
    string_part(part);
    return true;
  }
  bool on_key(sax::string_view part, std::size_t, Failure&) {
    string_part(part);
    close_string();
    names_.push_back({.begin = string_begin_, .size = out_.size() - string_begin_});
    out_.put(':');
    return true;
  }
  bool on_string_part(sax::string_view part, std::size_t, Failure&) {
    string_part(part);
    return true;
  }
  bool on_string(sax::string_view part, std::size_t, Failure&) {
    string_part(part);
    close_string();
    return true;
  }

  // The digits are copied as they came; the values the parser makes of them would round.
  bool on_number_part(sax::string_view part, Failure&) {
    number_part(part);
    return true;
  }
  bool on_int64(std::int64_t, sax::string_view part, Failure&) { return number(part); }
  bool on_uint64(std::uint64_t, sax::string_view part, Failure&) { return number(part); }
  bool on_double(double, sax::string_view part, Failure&) { return number(part); }

  bool on_bool(bool value, Failure&) { return literal(value ? "true" : "false"); }
  bool on_null(Failure&) { return literal("null"); }
  bool on_comment_part(sax::string_view, Failure&) { return true; }
  bool on_comment(sax::string_view, Failure&) { return true; }

  std::string text() const { return out_.str(); }
  const std::string& repeated() const { return repeated_; }

 private:
  struct Span {
    std::size_t begin, size;
  };

  // No complete value ends in one of these, so the last character tells whether this is the first of its container.
  void separate() {
    if (!out_.empty() && out_.back() != '[' && out_.back() != '{' && out_.back() != ':') out_.put(',');
  }
  void open(char bracket) {
    separate();
    out_.put(bracket);
  }
  bool literal(std::string_view text) {
    separate();
    out_.put(text);
    return true;
  }
  void string_part(sax::string_view part) {
    if (!in_scalar_) {
      separate();
      string_begin_ = out_.size();
      out_.put('"');
      in_scalar_ = true;
    }
    put_escaped(out_, {part.data(), part.size()});
  }
  void close_string() {
    out_.put('"');
    in_scalar_ = false;
  }
  void number_part(sax::string_view part) {
    if (!in_scalar_) separate();
    in_scalar_ = true;
    out_.put({part.data(), part.size()});
  }
  bool number(sax::string_view part) {
    number_part(part);
    in_scalar_ = false;
    return true;
  }

  std::string_view text_of(Span span) const { return out_.view().substr(span.begin, span.size); }

  // Equal names have equal canonical text. Sorting keeps a hostile object of many members at n log n; few are compared
  // each with each, of which most differ in their length already.
  bool names_are_unique() {
    const std::span names = std::span(names_).subspan(objects_.back());
    const auto same = [&](Span a, Span b) { return text_of(a) == text_of(b); };
    auto twice = names.end();
    if (names.size() > 8) {
      std::ranges::sort(names, {}, [&](Span name) { return text_of(name); });
      twice = std::ranges::adjacent_find(names, same);
    } else {
      for (auto name = names.begin(); name != names.end() && twice == names.end(); ++name) {
        if (std::any_of(names.begin(), name, [&](Span before) { return same(before, *name); })) twice = name;
      }
    }
    if (twice != names.end()) repeated_ = text_of(*twice);
    return twice == names.end();
  }

  TextBuffer out_;
  std::string repeated_;
  // As requests mostly are: few members, little depth.
  boost::container::small_vector<Span, 16> names_;          // of all objects that are open, outermost first
  boost::container::small_vector<std::size_t, 4> objects_;  // where in names_ each open object begins
  std::size_t string_begin_ = 0;
  bool in_scalar_ = false;  // between the parts of one string, name or number
};

sax::parse_options options(const JsonBounds& bounds) {
  sax::parse_options options;
  options.max_depth = bounds.depth;
  return options;
}

std::string levels(std::size_t depth) { return std::to_string(depth) + " levels"; }

std::string explain(const Failure& failure, const std::string& repeated, const JsonBounds& bounds) {
  if (!repeated.empty()) return "the member " + repeated + " is there twice; keep one";
  if (failure == sax::error::too_deep) {
    return "nested deeper than " + levels(bounds.depth) + "; flatten the value";
  }
  if (failure == sax::error::incomplete) return "the text ends inside the value; send all of it";
  return failure.message() + "; correct the text there";
}

}  // namespace

Result<Json> parse_json(std::string_view text, JsonBounds bounds) {
  if (text.size() > bounds.bytes) {
    return fail(Errc::invalid, "JSON of " + std::to_string(text.size()) + " bytes; at most " +
                                   std::to_string(bounds.bytes) + " are allowed");
  }
  if (is_canonical_at_a_glance(text)) return Json::trusted(std::string(text));
  sax::basic_parser<Canon> parser(options(bounds), text.size());
  Failure failure;
  const std::size_t used = parser.write_some(false, text.data(), text.size(), failure);
  if (!failure && used < text.size()) failure = sax::error::extra_data;
  if (failure) {
    Error error{.code = Errc::invalid,
                .detail = "not valid JSON at byte " + std::to_string(used) + ": " +
                          explain(failure, parser.handler().repeated(), bounds)};
    if (failure == sax::error::too_deep) error.expected = levels(bounds.depth);
    return std::unexpected(std::move(error));
  }
  return Json::trusted(parser.handler().text());
}

bool is_too_deep(const Error& error) {
  return error.code == Errc::invalid && error.expected == levels(limits::json_depth);
}

Result<Json> Json::parse(std::string_view text) { return parse_json(text, {}); }

Json Json::string(std::string_view text) {
  TextBuffer out;
  put_string(out, text);
  return trusted(out.str());
}

}  // namespace baton
