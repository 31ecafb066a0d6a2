#pragma once

#include <span>
#include <string>

#include "http/contract.hpp"
#include "http/routes.hpp"

namespace baton::http {

/// Everything the daemon answers.
std::span<const Route> api_routes();

/// The OpenAPI 3.1 description of those operations, written from them alone.
std::string openapi_document(std::span<const Route> routes);

// The operations that are more than one verb: what answers them, and what describes them.

awaitable<Result<Response>> submit_tasks(Services services, Request request);
awaitable<Result<Response>> get_task(Services services, Request request);
Contract describe_submit(const Route& route, Schemas& schemas);
awaitable<Result<Response>> count_tasks(Services services, Request request);
Contract describe_count_tasks(const Route& route, Schemas& schemas);
Contract describe_get_task(const Route& route, Schemas& schemas);

awaitable<Result<Response>> claim_task(Services services, Request request);
awaitable<Result<Response>> complete_task(Services services, Request request);
awaitable<Result<Response>> fail_task(Services services, Request request);
awaitable<Result<Response>> release_task(Services services, Request request);
awaitable<Result<Response>> decline_task(Services services, Request request);
Contract describe_claim(const Route& route, Schemas& schemas);
Contract describe_completion(const Route& route, Schemas& schemas);
Contract describe_failure(const Route& route, Schemas& schemas);
Contract describe_release(const Route& route, Schemas& schemas);
Contract describe_decline(const Route& route, Schemas& schemas);

awaitable<Result<Response>> pause_queue(Services services, Request request);
awaitable<Result<Response>> resume_queue(Services services, Request request);
Contract describe_pause(const Route& route, Schemas& schemas);

awaitable<Result<Response>> inspect_lock(Services services, Request request);
Contract describe_inspect_lock(const Route& route, Schemas& schemas);

awaitable<Result<Response>> get_result(Services services, Request request);
Contract describe_get_result(const Route& route, Schemas& schemas);

awaitable<Result<Response>> append_message(Services services, Request request);

awaitable<Result<Response>> read_events(Services services, Request request);
awaitable<Result<Response>> stream_events(Services services, Request request);
Contract describe_read_events(const Route& route, Schemas& schemas);
Contract describe_stream_events(const Route& route, Schemas& schemas);

awaitable<Result<Response>> list_subscriptions(Services services, Request request);
awaitable<Result<Response>> put_subscription(Services services, Request request);
awaitable<Result<Response>> get_subscription(Services services, Request request);
awaitable<Result<Response>> remove_subscription(Services services, Request request);
awaitable<Result<Response>> redrive(Services services, Request request);
Contract describe_list_subscriptions(const Route& route, Schemas& schemas);
Contract describe_put_subscription(const Route& route, Schemas& schemas);
Contract describe_get_subscription(const Route& route, Schemas& schemas);
Contract describe_remove_subscription(const Route& route, Schemas& schemas);
awaitable<Result<Response>> purge_task(Services services, Request request);
awaitable<Result<Response>> purge_thread(Services services, Request request);
awaitable<Result<Response>> purge_correlation(Services services, Request request);
Contract describe_purge_task(const Route& route, Schemas& schemas);
Contract describe_purge_thread(const Route& route, Schemas& schemas);
Contract describe_purge_correlation(const Route& route, Schemas& schemas);

awaitable<Result<Response>> submit_job(Services services, Request request);
awaitable<Result<Response>> list_jobs(Services services, Request request);
awaitable<Result<Response>> get_job(Services services, Request request);
awaitable<Result<Response>> cancel_job(Services services, Request request);
awaitable<Result<Response>> take_follow_ups(Services services, Request request);
awaitable<Result<Response>> receive_webhook(Services services, Request request);
Contract describe_submit_job(const Route& route, Schemas& schemas);
Contract describe_list_jobs(const Route& route, Schemas& schemas);
Contract describe_get_job(const Route& route, Schemas& schemas);
Contract describe_cancel_job(const Route& route, Schemas& schemas);
Contract describe_take_follow_ups(const Route& route, Schemas& schemas);
Contract describe_receive_webhook(const Route& route, Schemas& schemas);

awaitable<Result<Response>> list_attention(Services services, Request request);
awaitable<Result<Response>> explain_task(Services services, Request request);
Contract describe_attention(const Route& route, Schemas& schemas);
Contract describe_explain_task(const Route& route, Schemas& schemas);

awaitable<Result<Response>> open_correlation(Services services, Request request);
awaitable<Result<Response>> send_signal(Services services, Request request);
awaitable<Result<Response>> advance_correlation(Services services, Request request);
awaitable<Result<Response>> get_shared_state(Services services, Request request);
awaitable<Result<Response>> get_timeline(Services services, Request request);
awaitable<Result<Response>> get_decision(Services services, Request request);
Contract describe_open_correlation(const Route& route, Schemas& schemas);
Contract describe_signal(const Route& route, Schemas& schemas);
Contract describe_advance(const Route& route, Schemas& schemas);
Contract describe_shared_state(const Route& route, Schemas& schemas);
Contract describe_timeline(const Route& route, Schemas& schemas);
Contract describe_decision(const Route& route, Schemas& schemas);

awaitable<Result<Response>> get_context(Services services, Request request);
awaitable<Result<Response>> get_context_document(Services services, Request request);
awaitable<Result<Response>> put_context_document(Services services, Request request);
Contract describe_context(const Route& route, Schemas& schemas);
Contract describe_get_context_document(const Route& route, Schemas& schemas);
Contract describe_put_context_document(const Route& route, Schemas& schemas);

awaitable<Result<Response>> list_schemas(Services services, Request request);
awaitable<Result<Response>> get_schema(Services services, Request request);
awaitable<Result<Response>> check_value(Services services, Request request);
awaitable<Result<Response>> migrate_schema(Services services, Request request);
Contract describe_list_schemas(const Route& route, Schemas& schemas);
Contract describe_schema(const Route& route, Schemas& schemas);
Contract describe_check_value(const Route& route, Schemas& schemas);
Contract describe_migrate_schema(const Route& route, Schemas& schemas);

awaitable<Result<Response>> show_metrics(Services services, Request request);
Contract describe_metrics(const Route& route, Schemas& schemas);

awaitable<Result<Response>> alive(Services services, Request request);
awaitable<Result<Response>> ready(Services services, Request request);
Contract describe_alive(const Route& route, Schemas& schemas);
Contract describe_ready(const Route& route, Schemas& schemas);

awaitable<Result<Response>> who_am_i(Services services, Request request);
awaitable<Result<Response>> create_token(Services services, Request request);
awaitable<Result<Response>> list_all_tokens(Services services, Request request);
awaitable<Result<Response>> get_token(Services services, Request request);
awaitable<Result<Response>> delete_token(Services services, Request request);
Contract describe_who_am_i(const Route& route, Schemas& schemas);
Contract describe_create_token(const Route& route, Schemas& schemas);
Contract describe_list_tokens(const Route& route, Schemas& schemas);
Contract describe_token(const Route& route, Schemas& schemas);

awaitable<Result<Response>> list_audit(Services services, Request request);
Contract describe_list_audit(const Route& route, Schemas& schemas);

awaitable<Result<Response>> login_page(Services services, Request request);
awaitable<Result<Response>> login_style(Services services, Request request);
awaitable<Result<Response>> log_in(Services services, Request request);
awaitable<Result<Response>> log_out(Services services, Request request);
Contract describe_login_page(const Route& route, Schemas& schemas);
Contract describe_login_style(const Route& route, Schemas& schemas);
Contract describe_log_in(const Route& route, Schemas& schemas);
Contract describe_log_out(const Route& route, Schemas& schemas);

awaitable<Result<Response>> dashboard(Services services, Request request);
awaitable<Result<Response>> dashboard_file(Services services, Request request);
Contract describe_dashboard(const Route& route, Schemas& schemas);
Contract describe_dashboard_file(const Route& route, Schemas& schemas);

awaitable<Result<Response>> openapi(Services services, Request request);
Contract describe_openapi(const Route& route, Schemas& schemas);

}  // namespace baton::http
