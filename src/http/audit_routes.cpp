#include "core/codec_values.hpp"
#include "http/api.hpp"
#include "http/audit.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/token_bodies.hpp"

// What was done, and by whom.

namespace baton::http {

struct ActionKind : kind::Identifier {
  static constexpr const char* what = "operation id";
};
struct OutcomeKind : kind::Identifier {
  static constexpr const char* what = "outcome";
};

struct ListAudit {
  std::optional<TokenId> actor{};
  std::optional<Text<ActionKind>> action{};
  std::optional<Text<OutcomeKind>> outcome{};
  std::optional<Time> since{};
  std::optional<Time> until{};
  RecordKey after{};
  std::uint32_t limit = 100;

  bool operator==(const ListAudit&) const = default;
};

struct AuditPage {
  std::vector<AuditEntry> items;
  std::optional<RecordKey> next;
};

template <>
inline constexpr bool is_query<ListAudit> = true;
template <>
inline constexpr const char* word<ActionKind> = "cancel_task";
template <>
inline constexpr const char* word<OutcomeKind> = "done";

static Verb as_verb(const ListAudit& list) { return ListRecords{.kind = sample<RecordKind>(), .limit = list.limit}; }

template <>
AuditEntry sample<AuditEntry>() {
  return {.at = sample_time(),
          .actor = sample<TokenId>(),
          .actor_name = word<TokenNameKind>,
          .role = "orchestrator",
          .action = word<ActionKind>,
          .object = "/v1/tasks/" + sample_task().str() + "/cancel",
          .outcome = word<OutcomeKind>,
          .request_id = "019a86ff-2000-7000-8000-000000000000",
          .address = "127.0.0.1"};
}

}  // namespace baton::http

namespace baton {

template <>
struct Fields<http::ListAudit> {
  using List = http::ListAudit;
  static constexpr auto table =
      std::tuple(field<&List::actor>("actor"), field<&List::action>("action"), field<&List::outcome>("outcome"),
                 field<&List::since>("since"), field<&List::until>("until"), field<&List::after>("after"),
                 field<&List::limit>("limit"));
};

template <>
struct Fields<http::AuditPage> {
  static constexpr auto table =
      std::tuple(field<&http::AuditPage::items>("items"), field<&http::AuditPage::next>("next"));
};

}  // namespace baton

namespace baton::http {

namespace {

template <class T>
bool asks_for(const std::optional<T>& wanted, std::string_view is) {
  return !wanted || wanted->str() == is;
}

bool is_asked_for(const ListAudit& list, const AuditEntry& entry) {
  return asks_for(list.actor, entry.actor.str()) && asks_for(list.action, entry.action) &&
         asks_for(list.outcome, entry.outcome) && (!list.until || entry.at <= *list.until);
}

/// Newest first, so that the first one that is too old is the end.
Result<AuditPage> page_of(const ListAudit& list, const RecordPage& records) {
  AuditPage page{.items = {}, .next = records.next};
  for (const auto& record : records.items) {
    auto entry = decode<AuditEntry>(record.body);
    if (!entry) return fail(Errc::corrupt, "the audit entry " + record.key.str() + " cannot be read");
    if (list.since && entry->at < *list.since) {
      page.next.reset();
      break;
    }
    if (is_asked_for(list, *entry)) page.items.push_back(*std::move(entry));
  }
  return page;
}

}  // namespace

awaitable<Result<Response>> list_audit(Services services, Request request) {
  const auto list = input_of<ListAudit>(request);
  if (!list) co_return std::unexpected(list.error());
  ListRecords read{.kind = RecordKind::of(audit_records), .after = list->after, .limit = list->limit};
  if (list->until) read.after = std::max(read.after, audit_key_before(*list->until));
  const auto records = co_await services.store.call(std::move(read));
  if (!records) co_return std::unexpected(records.error());
  const auto page = page_of(*list, *records);
  if (!page) co_return std::unexpected(page.error());
  co_return json_response(encode(*page));
}

Contract describe_list_audit(const Route& route, Schemas& schemas) {
  return contract_of<ListAudit, AuditPage>(route, schemas);
}

}  // namespace baton::http
