#pragma once

#include "cli/call.hpp"

// The commands that are more than one request and its answer.

namespace baton::cli {

int submit_task(const Call& call);
int wait_for_tasks(const Call& call);
int retry_tasks(const Call& call);
int explain_task(const Call& call);
int get_result(const Call& call);
int show_job(const Call& call);
int drain_agent(const Call& call);
int release_lock(const Call& call);
int get_decision(const Call& call);
int say(const Call& call);
int list_events(const Call& call);
int tail_events(const Call& call);
int fit_schema(const Call& call);
int check_schemas(const Call& call);
int migrate_schemas(const Call& call);
int show_attention(const Call& call);
int run_top(const Call& call);
int show_config(const Call& call);
int check_config(const Call& call);
int run_doctor(const Call& call);
int print_completion(const Call& call);
int print_manual(const Call& call);

/// Below the queue: what is paused.
std::string paused_lanes(std::string_view answer);

}  // namespace baton::cli
