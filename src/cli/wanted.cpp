#include "cli/wanted.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <iterator>
#include <map>
#include <vector>

#include "baton/ids.hpp"
#include "cli/file_text.hpp"
#include "cli/span.hpp"
#include "core/number.hpp"
#include "core/utf8.hpp"
#include "core/writer.hpp"

namespace baton::cli {

namespace {

/// A member of a request: as text for a query, as JSON for a body.
struct Member {
  std::string name;
  std::string text;
  std::string json;
};

std::unexpected<Error> misfit(std::string_view flag, const std::string& why) {
  return fail(Errc::invalid, fmt::format("{}: {}", flag, why));
}

/// Editors and `echo` put one at the end, where it is no part of a secret or a message.
std::string without_line_end(std::string text) {
  if (text.ends_with('\n')) text.resize(text.size() - (text.ends_with("\r\n") ? 2 : 1));
  return text;
}

Result<Json> json_of(std::string_view flag, const std::string& typed) {
  const auto text = text_or_file(typed);
  if (!text) return std::unexpected(text.error());
  auto json = Json::parse(*text);
  if (json) return json;
  return misfit(flag, json.error().detail + R"(; write JSON, a text in quotes of its own: '"hello"', or @FILE)");
}

bool is_whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

Member as_number(std::string_view member, const std::string& text) { return {std::string(member), text, text}; }
Member as_text(std::string_view member, const std::string& text) {
  return {std::string(member), text, Json::string(text).text()};
}

Member as_list(std::string_view member, const std::vector<std::string>& names) {
  Member list{.name = std::string(member), .text = {}, .json = "["};
  for (const auto& name : names) {
    list.text += (list.text.empty() ? "" : ",") + name;
    // Positions are the only lists of numbers.
    list.json += (list.json.size() > 1 ? "," : "") +
                 (member == "positions" && is_whole_number(name) ? name : Json::string(name).text());
  }
  list.json += "]";
  return list;
}

Result<Member> text_member(std::string_view flag, std::string_view member, Form form, const std::string& typed) {
  if (form == Form::json) {
    const auto json = json_of(flag, typed);
    if (!json) return std::unexpected(json.error());
    return Member{std::string(member), json->text(), json->text()};
  }
  if (form == Form::string) {
    const auto text = text_or_file(typed);
    if (!text) return std::unexpected(text.error());
    return as_text(member, *text);
  }
  return as_text(member, typed);
}

/// Bytes that are no text would be replaced in JSON.
Result<Member> if_text(std::string_view flag, Result<Member> member) {
  if (member && !is_utf8(member->text)) return misfit(flag, "it is not UTF-8; convert it");
  return member;
}

Result<Member> member_from(std::string_view flag, std::string_view member, Form form,
                           const std::vector<std::string>& typed) {
  if (form == Form::yes || form == Form::no) return as_number(member, form == Form::yes ? "true" : "false");
  if (form == Form::names) return as_list(member, typed);
  const std::string& text = typed.back();
  if (form == Form::number) {
    if (auto number = whole_number(flag, text); !number) return std::unexpected(std::move(number.error()));
    return as_number(member, text);
  }
  if (form == Form::span) {
    const auto span = parse_span(text);
    if (!span) return misfit(flag, span.error().detail);
    return as_number(member, std::to_string(span->count()));
  }
  if (form == Form::moment) {
    const auto time = parse_moment(text, SystemClock().now());
    if (!time) return misfit(flag, time.error().detail);
    return as_text(member, baton::to_text(*time));
  }
  return text_member(flag, member, form, text);
}

/// Everything typed that is to be sent, by flags and arguments, and the constants that nothing typed replaces.
class Members {
 public:
  Result<void> take(const Call& call, std::string_view typed_as, std::string_view member, Form form) {
    const auto typed = call.all(typed_as);
    if (member.empty() || form == Form::own || !call.has(typed_as) || (typed.empty() && !is_switch(form))) return {};
    auto made = if_text(typed_as, member_from(typed_as, member, form, typed));
    if (!made) return std::unexpected(made.error());
    members_.push_back(*std::move(made));
    return {};
  }
  void add(const Constant& constant) {
    if (find(constant.member) == nullptr) {
      members_.push_back({std::string(constant.member), std::string(constant.value), std::string(constant.value)});
    }
  }
  const Member* find(std::string_view name) const {
    for (const auto& member : members_) {
      if (member.name == name) return &member;
    }
    return nullptr;
  }
  void forget(std::string_view name) {
    std::erase_if(members_, [name](const Member& member) { return member.name == name; });
  }
  const std::vector<Member>& all() const { return members_; }

 private:
  static bool is_switch(Form form) { return form == Form::yes || form == Form::no; }

  std::vector<Member> members_;
};

Result<Members> members_of(const Call& call) {
  Members members;
  for (const Argument& argument : call.spec->arguments) {
    if (auto taken = members.take(call, argument.name, argument.member, argument.form); !taken) {
      return std::unexpected(taken.error());
    }
  }
  for (const Flag& flag : call.spec->flags) {
    const std::string_view name = flag.name.substr(flag.name.rfind(',') + 1);
    if (auto taken = members.take(call, name, flag.member, flag.form); !taken) return std::unexpected(taken.error());
  }
  for (const Constant& constant : call.spec->constants) members.add(constant);
  return members;
}

Result<std::string> path_of(const Call& call, Members& members) {
  if (!call.spec->path_of_all.empty() && call.has("--all")) return std::string(call.spec->path_of_all);
  std::string path;
  std::string_view rest = call.spec->path;
  for (auto brace = rest.find('{'); brace != std::string_view::npos; brace = rest.find('{')) {
    const auto end = rest.find('}', brace);
    const std::string_view name = rest.substr(brace + 1, end - brace - 1);
    const Member* member = members.find(name);
    if (member == nullptr) return fail(Errc::invalid, fmt::format("the {} is missing", name));
    path += std::string(rest.substr(0, brace)) + in_path(member->text);
    members.forget(name);
    rest.remove_prefix(end + 1);
  }
  return path + std::string(rest);
}

/// `scope.agent` is the member `agent` of the object `scope`.
std::string body_of(const Members& members) {
  ObjectWriter body;
  std::map<std::string, ObjectWriter> parts;
  for (const auto& member : members.all()) {
    const auto dot = member.name.find('.');
    ObjectWriter& into = dot == std::string::npos ? body : parts[member.name.substr(0, dot)];
    into.json(member.name.substr(dot == std::string::npos ? 0 : dot + 1), Json::trusted(member.json));
  }
  for (const auto& [name, part] : parts) body.json(name, part.json());
  return body.json().text();
}

}  // namespace

Result<Question> question_of(const Call& call) {
  auto members = members_of(call);
  if (!members) return std::unexpected(members.error());
  auto path = path_of(call, *members);
  if (!path) return std::unexpected(path.error());
  Question question{.method = std::string(call.spec->method), .target = *std::move(path)};
  if (question.method == "GET" || question.method == "DELETE") {
    for (const auto& member : members->all()) set_in_query(question.target, member.name, member.text);
    return question;
  }
  question.body = body_of(*members);
  return question;
}

Result<void> check_names(const Call& call) {
  for (const Argument& argument : call.spec->arguments) {
    const bool is_part = !argument.member.empty() && call.spec->path.contains(fmt::format("{{{}}}", argument.member));
    const auto typed = call.all(argument.name);
    if (!is_part || std::ranges::find(typed, "") == typed.end()) continue;
    return misfit(argument.name, "it is empty, as a variable is that was not set; write one");
  }
  return {};
}

Result<std::uint64_t> whole_number(std::string_view flag, const std::string& typed) {
  if (is_whole_number(typed)) return leading_number(typed);
  return misfit(flag, fmt::format("`{}` is no whole number", typed));
}

std::string in_path(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("._~-").contains(c);
    text += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

void set_in_query(std::string& target, std::string_view name, std::string_view value) {
  const std::string start = std::string(name) + "=";
  for (auto at = target.find('?'); at != std::string::npos && at + 1 < target.size(); at = target.find('&', at + 1)) {
    if (!std::string_view(target).substr(at + 1).starts_with(start)) continue;
    const auto end = std::min(target.find('&', at + 1), target.size());
    target.replace(at + 1, end - at - 1, start + in_path(value));
    return;
  }
  target += target.contains('?') ? '&' : '?';
  target += start + in_path(value);
}

Result<std::string> text_or_file(const std::string& typed) {
  if (typed == "-") return without_line_end({std::istreambuf_iterator<char>(std::cin), {}});
  if (!typed.starts_with('@')) return typed;
  const std::string path = typed.substr(1);
  auto text = text_in_file(path);
  if (text) return without_line_end(*std::move(text));
  return fail(Errc::unavailable,
              fmt::format("cannot read {}: {}; check the path behind the @", path, text.error().detail));
}

}  // namespace baton::cli
