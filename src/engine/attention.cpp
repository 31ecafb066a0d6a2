#include "baton/attention.hpp"

#include <array>

#include "engine/attention_rules.hpp"

namespace baton {

std::string_view to_text(AttentionRule rule) { return attention_table()[static_cast<std::size_t>(rule)].name; }

std::string_view to_text(Severity severity) {
  static constexpr std::array names = std::to_array<std::string_view>({"critical", "warning", "notice"});
  return names[static_cast<std::size_t>(severity)];
}

std::string_view kind_of(const Subject& subject) {
  static constexpr std::array names = std::to_array<std::string_view>({"store", "agent", "task", "lane", "group"});
  static_assert(names.size() == std::variant_size_v<Subject>);
  return names[subject.index()];
}

std::string name_of(const Subject& subject) {
  return std::visit(
      []<class Id>(const Id& id) {
        if constexpr (std::is_same_v<Id, WholeStore>) return std::string();
        if constexpr (!std::is_same_v<Id, WholeStore>) return id.str();
      },
      subject);
}

awaitable<Result<AttentionReport>> attention(View<AttentionVerbs> store, AttentionOptions options) {
  const auto situation = co_await take_situation(std::move(store), options);
  if (!situation) co_return std::unexpected(situation.error());
  AttentionReport report{
      .now = situation->now(), .items = judge(*situation, options), .complete = situation->complete()};
  co_return report;
}

}  // namespace baton
