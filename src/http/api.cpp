#include "http/api.hpp"

#include <array>

#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/records.hpp"

namespace baton::http {

namespace {

using enum Method;
using enum Role;
using Errc::conflict;
using Errc::exhausted;
using Errc::not_found;
using Errc::stale_fence;
using Errc::unauthorized;

/// The verb as it is: its members from path, query and body, its reply as the answer.
template <class V>
constexpr Action verb{&carry_out<V>, &contract_of_verb<V>};

/// The same for records, of which some are not for everybody.
template <class V>
constexpr Action record{&carry_out_record<V>, &contract_of_verb<V>};

constexpr std::array routes{
    Route(get, "/", open, "dashboard", "The page that shows the fleet", {&dashboard, &describe_dashboard}),
    Route(get, "/assets/{file}", open, "dashboard_file", "What that page is made of",
          {&dashboard_file, &describe_dashboard_file}, {not_found}),
    Route(get, "/livez", open, "livez", "Whether the daemon runs", {&alive, &describe_alive}),
    Route(get, "/readyz", open, "readyz", "Whether the daemon can reach its store", {&ready, &describe_ready}),
    Route(get, "/openapi.json", viewer, "openapi", "This description", {&openapi, &describe_openapi}),
    Route(get, "/metrics", viewer, "metrics", "Figures for Prometheus", {&show_metrics, &describe_metrics}),
    Route(get, "/v1/health", viewer, "health", "How the store is", verb<Health>),

    Route(get, "/v1/agents", viewer, "list_agents", "Agents by id", verb<ListAgents>),
    Route(get, "/v1/agents/{agent}", viewer, "get_agent", "One agent", verb<GetAgent>, {not_found}),
    Route(delete_, "/v1/agents/{agent}", agent, "deregister_agent", "An agent leaves", verb<Deregister>, {stale_fence}),
    Route(post, "/v1/agents/{agent}/register", agent, "register_agent", "An agent joins", verb<Register>,
          {stale_fence}),
    Route(post, "/v1/agents/{agent}/beat", agent, "beat", "An agent is alive, and hears what to do", verb<Beat>,
          {not_found, stale_fence}),
    Route(post, "/v1/agents/{agent}/transition", agent, "transition_agent",
          "Applies an event to an agent that is in the state expected", verb<Transition>,
          {not_found, conflict, stale_fence}),
    Route(post, "/v1/agents/{agent}/claim", agent, "claim_task", "The agent's next task",
          {&claim_task, &describe_claim}, {not_found, conflict, stale_fence}),

    Route(get, "/v1/tasks", viewer, "list_tasks", "Tasks in the order of submission", verb<ListTasks>),
    Route(post, "/v1/tasks", orchestrator, "submit_tasks", "Submits one task, or a list of them all or none",
          {&submit_tasks, &describe_submit}, {conflict, stale_fence, exhausted}),
    Route(get, "/v1/tasks/count", viewer, "count_tasks", "How many tasks match", {&count_tasks, &describe_count_tasks}),
    Route(get, "/v1/tasks/{task}", viewer, "get_task", "One task, at once or when it has ended",
          {&get_task, &describe_get_task}, {not_found}),
    Route(get, "/v1/tasks/{task}/why", viewer, "explain_task", "What keeps a task from running",
          {&explain_task, &describe_explain_task}, {not_found}),
    Route(post, "/v1/tasks/{task}/progress", agent, "report_progress", "Keeps the latest progress of a running task",
          verb<Progress>, {stale_fence}),
    Route(post, "/v1/tasks/{task}/settle", agent, "settle_task", "Ends the agent's hold on its task", verb<Settle>,
          {not_found, stale_fence}),
    Route(post, "/v1/tasks/{task}/complete", agent, "complete_task", "The task is done; its result is kept",
          {&complete_task, &describe_completion}, {not_found, stale_fence}),
    Route(post, "/v1/tasks/{task}/fail", agent, "fail_task", "The attempt failed; another follows if any is left",
          {&fail_task, &describe_failure}, {not_found, stale_fence}),
    Route(post, "/v1/tasks/{task}/release", agent, "release_task", "Puts the task back at its old place",
          {&release_task, &describe_release}, {not_found, stale_fence}),
    Route(post, "/v1/tasks/{task}/decline", agent, "decline_task", "Puts the task back, and says why",
          {&decline_task, &describe_decline}, {not_found, stale_fence}),
    Route(post, "/v1/tasks/{task}/cancel", orchestrator, "cancel_task", "Ends a task that has not ended", verb<Cancel>,
          {not_found, conflict}),
    Route(post, "/v1/tasks/{task}/retry", orchestrator, "retry_task",
          "Puts a failed, dead or cancelled task back in line", verb<Retry>, {not_found, conflict}),
    Route(post, "/v1/tasks/{task}/edit", orchestrator, "edit_task", "Changes what is set and nothing else", verb<Edit>,
          {not_found, conflict, stale_fence, exhausted}),
    Route(put, "/v1/tasks/{task}/results/{attempt}", agent, "set_result",
          "Hands a value over, under a task and its attempt", verb<SetResult>, {conflict, stale_fence}),
    Route(get, "/v1/tasks/{task}/results/{attempt}", viewer, "get_result",
          "The value that was handed over, at once or when it is there", {&get_result, &describe_get_result}),

    Route(get, "/v1/jobs", viewer, "list_jobs", "Jobs in the order in which they were asked for",
          {&list_jobs, &describe_list_jobs}),
    Route(post, "/v1/jobs", orchestrator, "submit_job", "Asks for a job on a thread",
          {&submit_job, &describe_submit_job}, {conflict, stale_fence, exhausted}),
    Route(get, "/v1/jobs/{job}", viewer, "get_job", "One job with its verdicts, at once or when it has ended",
          {&get_job, &describe_get_job}, {not_found}),
    Route(post, "/v1/jobs/{job}/cancel", orchestrator, "cancel_job", "Ends a job that has not ended",
          {&cancel_job, &describe_cancel_job}, {not_found, conflict}),
    Route(post, "/v1/jobs/{job}/take", agent, "take_follow_ups",
          "Makes the requests that wait behind a running job part of it, for its agent",
          {&take_follow_ups, &describe_take_follow_ups}, {not_found, conflict, stale_fence}),
    Route(post, "/v1/webhooks/{source}", open, "receive_webhook",
          "Takes in a signed delivery, and the job that it asks for", {&receive_webhook, &describe_receive_webhook},
          {not_found, conflict, stale_fence, exhausted, unauthorized}),

    Route(get, "/v1/attention", viewer, "list_attention", "What needs somebody, the most severe first",
          {&list_attention, &describe_attention}),
    Route(get, "/v1/queue", viewer, "queue_stats", "What waits in each lane, by priority", verb<QueueStats>),
    Route(post, "/v1/queue/pause", orchestrator, "pause_queue", "Stops claims from all lanes",
          {&pause_queue, &describe_pause}),
    Route(post, "/v1/queue/resume", orchestrator, "resume_queue", "Lets claims go on",
          {&resume_queue, &describe_pause}),
    Route(get, "/v1/queue/lanes/{lane}", viewer, "peek_lane", "The next tasks of a lane, in the order of their claims",
          verb<Peek>),
    Route(post, "/v1/queue/lanes/{lane}/pause", orchestrator, "pause_lane", "Stops claims from a lane",
          {&pause_queue, &describe_pause}, {exhausted}),
    Route(post, "/v1/queue/lanes/{lane}/resume", orchestrator, "resume_lane", "Lets claims from a lane go on",
          {&resume_queue, &describe_pause}),

    Route(get, "/v1/events", viewer, "read_events", "Events of the log after a position",
          {&read_events, &describe_read_events}),
    Route(get, "/v1/events/stream", viewer, "stream_events", "Events as they happen, as server-sent events",
          {&stream_events, &describe_stream_events}),
    Route(get, "/v1/groups", viewer, "list_groups", "The consumer groups", verb<ListGroups>),
    Route(put, "/v1/groups/{group}", orchestrator, "put_group",
          "Creates a consumer group if there is none, or updates it", verb<PutGroup>, {exhausted}),
    Route(get, "/v1/groups/{group}", viewer, "inspect_group", "A group and what it has not acknowledged",
          verb<InspectGroup>, {not_found}),
    Route(delete_, "/v1/groups/{group}", orchestrator, "drop_group", "Removes a group with all that is pending in it",
          verb<DropGroup>),
    Route(post, "/v1/groups/{group}/read", orchestrator, "read_group", "Hands events to a consumer", verb<ReadGroup>,
          {not_found}),
    Route(post, "/v1/groups/{group}/ack", orchestrator, "acknowledge", "Settles deliveries", verb<Ack>, {not_found}),
    Route(get, "/v1/groups/{group}/dead-letters", viewer, "list_dead_letters", "Events that were given up",
          verb<DeadLetters>, {not_found}),
    Route(post, "/v1/groups/{group}/redrive", orchestrator, "redrive", "Makes dead letters deliverable again",
          {&redrive, &contract_of_verb<Redrive>}, {not_found}),

    Route(get, "/v1/subscriptions", admin, "list_subscriptions", "Who is told about events by a webhook",
          {&list_subscriptions, &describe_list_subscriptions}),
    Route(put, "/v1/subscriptions/{name}", admin, "put_subscription",
          "Creates a subscription or replaces it; the secret is shown to whoever has it made, and never again",
          {&put_subscription, &describe_put_subscription}, {exhausted}),
    Route(get, "/v1/subscriptions/{name}", admin, "get_subscription", "One subscription",
          {&get_subscription, &describe_get_subscription}, {not_found}),
    Route(delete_, "/v1/subscriptions/{name}", admin, "remove_subscription",
          "Removes a subscription with all that was not delivered",
          {&remove_subscription, &describe_remove_subscription}),

    Route(get, "/v1/threads", viewer, "list_threads", "Threads by id", verb<ListThreads>),
    Route(put, "/v1/threads/{thread}", orchestrator, "put_thread", "Creates a thread if there is none, or updates it",
          verb<PutThread>, {stale_fence}),
    Route(get, "/v1/threads/{thread}", viewer, "get_thread", "One thread", verb<GetThread>, {not_found}),
    Route(get, "/v1/threads/{thread}/messages", viewer, "list_messages", "The latest messages, or those about a number",
          verb<Messages>, {not_found}),
    Route(post, "/v1/threads/{thread}/messages", agent, "append_message", "Adds a message at the end",
          {&append_message, &contract_of_verb<Append>}, {not_found, conflict, stale_fence}),

    Route(get, "/v1/locks", viewer, "list_locks", "Live locks by name", verb<ListLocks>),
    Route(get, "/v1/locks/{name}", viewer, "inspect_lock", "The live lock of that name",
          {&inspect_lock, &describe_inspect_lock}, {not_found}),
    Route(post, "/v1/locks/{name}/try", agent, "try_lock", "Takes the lock if it is free", verb<TryLock>,
          {not_found, stale_fence, exhausted}),
    Route(post, "/v1/locks/{name}/renew", agent, "renew_lock", "Moves the expiry of a lock", verb<RenewLock>,
          {stale_fence}),
    Route(post, "/v1/locks/{name}/release", agent, "release_lock", "Frees a lock", verb<ReleaseLock>, {stale_fence}),
    Route(post, "/v1/sessions/{session}/beat", agent, "beat_session", "Starts, renews or ends a session",
          verb<BeatSession>),

    Route(get, "/v1/correlations", viewer, "list_correlations", "Correlations by id", verb<ListCorrelations>),
    Route(post, "/v1/correlations", orchestrator, "open_correlation", "Opens a correlation that collects signals",
          {&open_correlation, &describe_open_correlation}, {conflict, stale_fence}),
    Route(get, "/v1/correlations/{id}", viewer, "get_correlation", "One correlation with its signals",
          verb<GetCorrelation>, {not_found}),
    Route(post, "/v1/correlations/{id}/signal", agent, "signal", "Adds a signal, once for each name and version",
          {&send_signal, &describe_signal}, {not_found, conflict, stale_fence, exhausted}),
    Route(post, "/v1/correlations/{id}/advance", orchestrator, "advance_correlation",
          "Changes a correlation that has the version expected", {&advance_correlation, &describe_advance},
          {not_found, conflict, stale_fence}),
    Route(get, "/v1/correlations/{id}/state", viewer, "get_shared_state",
          "The correlation as the schema correlation_state has it", {&get_shared_state, &describe_shared_state},
          {not_found}),
    Route(get, "/v1/correlations/{id}/timeline", viewer, "get_timeline", "What happened to a correlation, in order",
          {&get_timeline, &describe_timeline}, {not_found}),
    Route(get, "/v1/correlations/{id}/decision", viewer, "get_decision",
          "What was decided, from what, and how; at once or when it is", {&get_decision, &describe_decision},
          {not_found}),
    Route(get, "/v1/correlations/{id}/context", viewer, "get_context", "The documents that agents may look at",
          {&get_context, &describe_context}),
    Route(get, "/v1/correlations/{id}/context/{name}", viewer, "get_context_document", "One of these documents",
          {&get_context_document, &describe_get_context_document}, {not_found}),
    Route(put, "/v1/correlations/{id}/context/{name}", orchestrator, "put_context_document",
          "Writes a document that agents may look at", {&put_context_document, &describe_put_context_document}),

    Route(get, "/v1/schemas", viewer, "list_schemas", "The schemas of shared state and their versions",
          {&list_schemas, &describe_list_schemas}),
    Route(get, "/v1/schemas/{type}", viewer, "get_schema", "All versions of a schema", {&get_schema, &describe_schema},
          {not_found}),
    Route(post, "/v1/schemas/{type}/check", viewer, "check_value",
          "Whether a value fits the current version of a schema", {&check_value, &describe_check_value}, {not_found}),
    Route(post, "/v1/schemas/{type}/migrate", orchestrator, "migrate_schema",
          "Brings a page of what is stored to the current version", {&migrate_schema, &describe_migrate_schema},
          {not_found}),

    Route(get, "/v1/records/{kind}", viewer, "list_records", "Records of a kind by key", record<ListRecords>),
    Route(get, "/v1/records/{kind}/{key}", viewer, "get_record", "One record", record<GetRecord>, {not_found}),
    Route(put, "/v1/records/{kind}/{key}", orchestrator, "put_record", "Writes a record whole", record<PutRecord>,
          {conflict, stale_fence}),

    Route(get, "/v1/whoami", viewer, "who_am_i", "The caller's token, role and scope", {&who_am_i, &describe_who_am_i}),
    Route(get, "/v1/tokens", admin, "list_tokens", "Tokens by id", {&list_all_tokens, &describe_list_tokens}),
    Route(post, "/v1/tokens", admin, "create_token", "Makes a token; its secret is told this once",
          {&create_token, &describe_create_token}, {conflict}),
    Route(get, "/v1/tokens/{token}", admin, "get_token", "One token", {&get_token, &describe_token}, {not_found}),
    Route(delete_, "/v1/tokens/{token}", admin, "revoke_token", "Ends a token for good",
          {&delete_token, &describe_token}, {not_found, conflict}),
    Route(get, "/v1/audit", admin, "list_audit", "What was done by whom, the newest first",
          {&list_audit, &describe_list_audit}),

    Route(get, "/login", open, "login_page", "Where people sign in with a browser",
          {&login_page, &describe_login_page}),
    Route(get, "/login.css", open, "login_style", "How that page looks", {&login_style, &describe_login_style}),
    Route(post, "/login", open, "log_in", "Answers a token with a cookie", {&log_in, &describe_log_in},
          {unauthorized, exhausted}),
    Route(post, "/logout", open, "log_out", "Ends the cookie", {&log_out, &describe_log_out}),
    Route(delete_, "/v1/tasks/{task}", admin, "purge_task", "Removes an ended task with all that was said in it",
          {&purge_task, &describe_purge_task}, {conflict}),
    Route(delete_, "/v1/threads/{thread}", admin, "purge_thread", "Removes a thread with its messages",
          {&purge_thread, &describe_purge_thread}),
    Route(delete_, "/v1/correlations/{id}", admin, "purge_correlation",
          "Removes a correlation with its signals, context and decision",
          {&purge_correlation, &describe_purge_correlation}),
};

}  // namespace

std::span<const Route> api_routes() { return routes; }

}  // namespace baton::http
