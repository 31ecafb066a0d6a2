#pragma once

#include <span>

#include "http/routes.hpp"

namespace baton::http {

/// Everything the daemon answers.
std::span<const Route> api_routes();

// The handlers, by subject; each is documented by the verb it carries out.

awaitable<Result<Response>> register_agent(Services services, Request request);
awaitable<Result<Response>> deregister_agent(Services services, Request request);
awaitable<Result<Response>> beat(Services services, Request request);
awaitable<Result<Response>> transition(Services services, Request request);
awaitable<Result<Response>> get_agent(Services services, Request request);
awaitable<Result<Response>> list_agents(Services services, Request request);

awaitable<Result<Response>> submit_tasks(Services services, Request request);
awaitable<Result<Response>> get_task(Services services, Request request);
awaitable<Result<Response>> list_tasks(Services services, Request request);
awaitable<Result<Response>> cancel_task(Services services, Request request);
awaitable<Result<Response>> retry_task(Services services, Request request);

awaitable<Result<Response>> claim_task(Services services, Request request);
awaitable<Result<Response>> report_progress(Services services, Request request);
awaitable<Result<Response>> settle_task(Services services, Request request);
awaitable<Result<Response>> complete_task(Services services, Request request);
awaitable<Result<Response>> fail_task(Services services, Request request);
awaitable<Result<Response>> release_task(Services services, Request request);

awaitable<Result<Response>> list_attention(Services services, Request request);
awaitable<Result<Response>> explain_task(Services services, Request request);

awaitable<Result<Response>> queue_stats(Services services, Request request);
awaitable<Result<Response>> read_events(Services services, Request request);
awaitable<Result<Response>> health(Services services, Request request);
awaitable<Result<Response>> show_metrics(Services services, Request request);
awaitable<Result<Response>> alive(Services services, Request request);
awaitable<Result<Response>> ready(Services services, Request request);

}  // namespace baton::http
