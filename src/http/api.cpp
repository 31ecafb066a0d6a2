#include "http/api.hpp"

#include <array>

namespace baton::http {

namespace {

using enum Method;

constexpr std::array routes{
    Route(get, "/livez", Role::open, &alive),
    Route(get, "/readyz", Role::open, &ready),
    Route(get, "/metrics", Role::viewer, &show_metrics),
    Route(get, "/v1/health", Role::viewer, &health),

    Route(get, "/v1/agents", Role::viewer, &list_agents),
    Route(get, "/v1/agents/{agent}", Role::viewer, &get_agent),
    Route(delete_, "/v1/agents/{agent}", Role::agent, &deregister_agent),
    Route(post, "/v1/agents/{agent}/register", Role::agent, &register_agent),
    Route(post, "/v1/agents/{agent}/beat", Role::agent, &beat),
    Route(post, "/v1/agents/{agent}/transition", Role::agent, &transition),
    Route(post, "/v1/agents/{agent}/claim", Role::agent, &claim_task),

    Route(get, "/v1/tasks", Role::viewer, &list_tasks),
    Route(post, "/v1/tasks", Role::orchestrator, &submit_tasks),
    Route(get, "/v1/tasks/{task}", Role::viewer, &get_task),
    Route(get, "/v1/tasks/{task}/why", Role::viewer, &explain_task),
    Route(post, "/v1/tasks/{task}/progress", Role::agent, &report_progress),
    Route(post, "/v1/tasks/{task}/settle", Role::agent, &settle_task),
    Route(post, "/v1/tasks/{task}/complete", Role::agent, &complete_task),
    Route(post, "/v1/tasks/{task}/fail", Role::agent, &fail_task),
    Route(post, "/v1/tasks/{task}/release", Role::agent, &release_task),
    Route(post, "/v1/tasks/{task}/cancel", Role::orchestrator, &cancel_task),
    Route(post, "/v1/tasks/{task}/retry", Role::orchestrator, &retry_task),

    Route(get, "/v1/attention", Role::viewer, &list_attention),
    Route(get, "/v1/queue", Role::viewer, &queue_stats),
    Route(get, "/v1/events", Role::viewer, &read_events),
};

}  // namespace

std::span<const Route> api_routes() { return routes; }

}  // namespace baton::http
