#include "backend/shared/pack.hpp"

#include <variant>

#include "backend/shared/pack_values.hpp"
#include "backend/shared/transfer.hpp"
#include "core/refusals.hpp"
#include "core/rules.hpp"

namespace baton::shared {

namespace packing {

void pack_struct(Packer& out, const void* value, std::span<const Member> members) {
  std::size_t set = 0;
  for (const Member& member : members) set += member.is_unset(value) ? 0 : 1;
  out.map(set);
  for (const Member& member : members) {
    if (member.is_unset(value)) continue;
    out.text(member.name);
    member.pack(out, value);
  }
}

void unpack_member(Unpacker& in, void* value, std::span<const Member> members, std::string_view name) {
  const std::size_t dot = name.find('.');
  const auto member = std::ranges::find(members, name.substr(0, dot), &Member::name);
  if (member == members.end()) return in.fail();
  if (dot == std::string_view::npos) return member->unpack(in, value);
  member->unpack_part(in, value, name.substr(dot + 1));
}

/// A map, or a hash as the server lists it: names and values in turn.
void unpack_struct(Unpacker& in, void* value, std::span<const Member> members) {
  std::size_t left = in.kind() == Unpacker::Kind::map ? in.map() : in.array() / 2;
  for (; left > 0 && !in.is_broken(); --left) {
    const std::string_view name = in.text();
    unpack_member(in, value, members, name);
  }
}

}  // namespace packing

namespace {

constexpr std::int64_t ends_refused = 1;
constexpr std::int64_t ends_busy = 2;

/// The delays that a failed task may have to wait for, by the number of its failures; all after the last are the same.
std::vector<Duration> retry_delays(const Settle& settle) {
  std::vector<Duration> delays;
  if (settle.kind != SettleKind::fail) return delays;
  const Duration longest = rules::retry_delay(settle.fence.task, settle.fence.attempt, limits::attempts);
  for (std::uint32_t failures = 1; delays.empty() || delays.back() != longest; ++failures) {
    delays.push_back(rules::retry_delay(settle.fence.task, settle.fence.attempt, failures));
  }
  return delays;
}

bool has_cycle(const Submit& verb) {
  std::vector<const NewTask*> tasks;
  tasks.reserve(verb.tasks.size());
  for (const NewTask& task : verb.tasks) tasks.push_back(&task);
  return rules::has_cycle(tasks);
}

/// Writes what a verb's code at the server needs beside the verb.
class Extra {
 public:
  explicit Extra(Packer& out) : out_(out) {}

  template <class V>
  Result<void> operator()(const V& verb) {
    add_for(verb);
    return {};
  }
  Result<void> operator()(const Export& verb) { return pack_cursor(out_, verb); }
  Result<void> operator()(const Import& verb) { return pack_rows(out_, verb); }

 private:
  template <class V>
  void add_for(const V&) {}

  void add_for(const Transition& verb) {
    const auto to = next(verb.expected, verb.event);
    map(1);
    add("to", to ? baton::to_text(*to) : std::string_view());
  }
  void add_for(const Submit& verb) {
    std::vector<std::string> digests;
    digests.reserve(verb.tasks.size());
    for (const NewTask& task : verb.tasks) digests.push_back(rules::body_digest(task));
    map(2);
    out_.text("digests");
    packing::pack(out_, digests);
    out_.text("cyclic");
    out_.boolean(has_cycle(verb));
  }
  void add_for(const Settle& verb) {
    map(2);
    add("digest", rules::body_digest(verb));
    out_.text("delays");
    packing::pack(out_, retry_delays(verb));
  }
  void add_for(const OpenCorrelation& verb) {
    map(1);
    add("digest", rules::body_digest(verb));
  }
  void add_for(const Advance& verb) {
    if (!verb.event) return;
    std::vector<std::pair<CorrelationStatus, CorrelationStatus>> arrows;
    for (std::size_t i = 0; i < correlation_statuses; ++i) {
      const auto from = static_cast<CorrelationStatus>(i);
      if (const auto to = next(from, *verb.event)) arrows.emplace_back(from, *to);
    }
    map(1);
    out_.text("to");
    out_.map(arrows.size());
    for (const auto& [from, to] : arrows) add(baton::to_text(from), baton::to_text(to));
  }

  void map(std::size_t size) { out_.map(size); }
  void add(std::string_view name, std::string_view value) {
    out_.text(name);
    out_.text(value);
  }

  Packer& out_;
};

template <class V>
Result<Reply> read_outcome(Unpacker& in, const V&) {
  typename V::Reply reply{};
  packing::unpack(in, reply);
  return Reply(std::move(reply));
}

Result<Reply> read_outcome(Unpacker& in, const Export& verb) { return Reply(unpack_page(in, verb)); }

Result<Reply> read_refusal(Unpacker& in) {
  std::vector<std::string> words;
  for (std::size_t left = in.array(); left > 0 && !in.is_broken(); --left) {
    words.push_back(in.kind() == Unpacker::Kind::integer ? std::to_string(in.integer()) : std::string(in.text()));
  }
  if (words.empty()) return fail(Errc::corrupt, "a refusal without a reason");
  return refuse::by_name(words.front(), std::span(words).subspan(1));
}

}  // namespace

void pack(Packer& out, const Verb& verb) {
  std::visit([&out](const auto& request) { packing::pack(out, request); }, verb);
}

Result<void> pack_extra(Packer& out, const Verb& verb) {
  Extra extra(out);
  return std::visit(extra, verb);
}

Ending unpack(Unpacker& in, const Verb& verb) {
  Ending ending{.stamp = {}, .last = {}, .outcome = fail(Errc::corrupt, "an answer that the verb does not give")};
  if (in.array() < 4) return ending;
  packing::unpack(in, ending.stamp.now);
  packing::unpack(in, ending.stamp.step);
  packing::unpack(in, ending.last);
  const std::int64_t how = in.integer();
  if (how == ends_busy) {
    ending.busy = !in.is_broken();
    return ending;
  }
  auto outcome =
      how == ends_refused ? read_refusal(in) : std::visit([&in](const auto& v) { return read_outcome(in, v); }, verb);
  if (!in.is_broken()) ending.outcome = std::move(outcome);
  return ending;
}

}  // namespace baton::shared
