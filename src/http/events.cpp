#include <algorithm>

#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/server_sent.hpp"

// The log: page by page, or as it grows.

namespace baton::http {

namespace {

constexpr std::string_view batch_type = "application/cloudevents-batch+json";
constexpr Duration keep_alive_time = std::chrono::seconds{15};
constexpr Duration shortest_keep_alive = std::chrono::seconds{1};
constexpr Duration longest_keep_alive = std::chrono::seconds{60};

bool wants_cloud_events(const Request& request) {
  const auto accept = request.arrival.field("Accept");
  return accept && accept->contains("application/cloudevents");
}

Response batch_response(const LogPage& page, std::string_view source) {
  std::vector<Json> events;
  events.reserve(page.events.size());
  for (const Event& event : page.events) events.push_back(cloud_event(event, source));
  return {.body = array_of(events).text() + "\n",
          .content_type = batch_type,
          .fields = {{"Baton-Next", std::to_string(page.next.value)}, {"Baton-Last", std::to_string(page.last.value)}}};
}

/// What a client asks of a stream.
struct StreamRequest {
  EventFilter filter{};
  std::optional<Position> after{};
  EventForm form = EventForm::plain;
  Duration keep_alive = keep_alive_time;
};

/// Adds what `T::parse` makes of each value.
template <class T>
auto adding_to(std::vector<T>& values) {
  return [&values](std::string_view text) -> Result<void> {
    auto value = T::parse(text);
    if (!value) return std::unexpected(std::move(value.error()));
    values.push_back(*std::move(value));
    return {};
  };
}

void read_filter(Query& query, EventFilter& filter) {
  query.event_types("types", filter.types);
  query.each("task", adding_to(filter.tasks));
  query.each("agent", adding_to(filter.agents));
  query.each("correlation", adding_to(filter.correlations));
}

void read_form(Query& query, EventForm& form) {
  query.each("format", [&form](std::string_view name) -> Result<void> {
    if (name != "baton" && name != "cloudevents") return fail(Errc::invalid, "say `baton` or `cloudevents`");
    form = name == "baton" ? EventForm::plain : EventForm::cloud;
    return {};
  });
}

/// A client that comes back says in the header how far it was; its URL may still name where it began.
Result<void> read_last_id(const Request& request, std::optional<Position>& after) {
  const auto last = request.arrival.field("Last-Event-ID");
  if (!last || last->empty()) return {};
  const auto number = number_in_path("Last-Event-ID", *last);
  if (!number) return fail(Errc::invalid, "the Last-Event-ID header is not a position, which is a whole number");
  after = Position{*number};
  return {};
}

Result<StreamRequest> stream_request(const Request& request) {
  StreamRequest wanted;
  if (wants_cloud_events(request)) wanted.form = EventForm::cloud;
  Query query(request);
  read_filter(query, wanted.filter);
  query.read("after", wanted.after);
  read_form(query, wanted.form);
  query.seconds("keep_alive", wanted.keep_alive, longest_keep_alive, shortest_keep_alive);
  if (auto valid = query.done(); !valid) return std::unexpected(valid.error());
  if (auto valid = read_last_id(request, wanted.after); !valid) return std::unexpected(valid.error());
  return wanted;
}

Parameter list_parameter(std::string name, Json schema, std::string description) {
  return {.name = std::move(name),
          .in = "query",
          .schema = list_schema(schema),
          .description = std::move(description),
          .list = true};
}

Parameter types_parameter() {
  auto types = list_parameter("types", type_schema("string"), "Types of events, or `task.*` for all of a noun.");
  types.example = Json::trusted(R"(["task.*","agent.registered"])");
  return types;
}

Json format_choice() {
  static constexpr std::array names = std::to_array<std::string_view>({"baton", "cloudevents"});
  return enum_schema(names);
}

}  // namespace

awaitable<Result<Response>> read_events(Services services, Request request) {
  auto verb = input_of<ReadLog>(request);
  if (!verb) co_return std::unexpected(std::move(verb.error()));
  const Position after = verb->after;
  const auto page = co_await services.store.call(*std::move(verb));
  if (!page) co_return std::unexpected(page.error());
  if (auto reached = check_reach(page->last, after); !reached) co_return std::unexpected(std::move(reached.error()));
  if (wants_cloud_events(request)) co_return batch_response(*page, services.cloud_source);
  co_return json_response(encode(*page));
}

Contract describe_read_events(const Route& route, Schemas& schemas) {
  Contract contract = contract_of_verb<ReadLog>(route, schemas);
  *std::ranges::find(contract.parameters, "types", &Parameter::name) = types_parameter();
  contract.outcomes.front().other.push_back({.schema = list_schema(type_schema("object")),
                                             .example = array_of({cloud_event(sample<Event>(), "urn:baton:default")}),
                                             .type = batch_type});
  return contract;
}

awaitable<Result<Response>> stream_events(Services services, Request request) {
  auto wanted = stream_request(request);
  if (!wanted) co_return std::unexpected(std::move(wanted.error()));
  auto reader = co_await services.feed->open(std::move(wanted->filter), wanted->after, std::move(request.arrival.peer));
  if (!reader) co_return std::unexpected(std::move(reader.error()));
  Listener listener{.access = services.access, .token = request.caller->id};
  // A proxy that collects the answer would keep it for ever.
  co_return Response{.content_type = event_stream_type,
                     .fields = {{"X-Accel-Buffering", "no"}},
                     .stream = std::make_shared<ServerSent>(*std::move(reader), wanted->form, services.cloud_source,
                                                            wanted->keep_alive, std::move(listener))};
}

Contract describe_stream_events(const Route& route, Schemas& schemas) {
  Contract contract = takes<Nothing>(route, schemas);
  contract.parameters.push_back(types_parameter());
  contract.parameters.push_back(list_parameter("task", value_schema<TaskId>(), "Events about one of these tasks."));
  contract.parameters.push_back(list_parameter("agent", value_schema<AgentId>(), "Events about one of these agents."));
  contract.parameters.push_back(
      list_parameter("correlation", value_schema<CorrelationId>(), "Events of one of these correlations."));
  contract.parameters.push_back({.name = "after",
                                 .in = "query",
                                 .schema = value_schema<Position>(),
                                 .description = "The position to begin after; without it, from now on."});
  contract.parameters.push_back({.name = "Last-Event-ID",
                                 .in = "header",
                                 .schema = type_schema("string"),
                                 .description = "The last id that was seen; stands above `after`."});
  contract.parameters.push_back(
      {.name = "format", .in = "query", .schema = format_choice(), .description = "What the data of an event is."});
  contract = with_seconds(std::move(contract), "keep_alive", keep_alive_time, longest_keep_alive,
                          "Seconds of silence after which a comment is sent.", shortest_keep_alive);
  const Content content{.schema = type_schema("string"),
                        .example = Json::string(server_sent(sample<Event>(), EventForm::plain, "")),
                        .type = event_stream_type};
  contract.outcomes.push_back({.status = 200, .description = "events as they happen", .content = content});
  return contract;
}

}  // namespace baton::http
