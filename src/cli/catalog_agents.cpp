#include <array>

#include "cli/acts.hpp"
#include "cli/catalog.hpp"

namespace baton::cli {

namespace {

constexpr std::array one_agent{Argument{"AGENT", "agent"}};
constexpr std::array agent_columns{Column{"AGENT", "id", Look::id},
                                   Column{"STATE", "state", Look::state},
                                   Column{"TASK", "current_task", Look::id},
                                   Column{"LANES", "lanes", Look::names},
                                   Column{"VERSION", "version"},
                                   Column{"DEADLINE", "deadline", Look::ahead},
                                   Column{"AGE", "registered_at", Look::age}};
constexpr View agent_list{"items", agent_columns, "no agents; one joins with POST /v1/agents/NAME/register"};
constexpr View agent_details{};
constexpr std::array agent_flags{
    Flag{"--state", "idle|assigned|working|reporting|draining|crashed", "in that state", "state"}};
constexpr std::array removal_flags{
    Flag{"--incarnation", "TEXT", "only if it is this one (default: whichever)", "incarnation"}};
constexpr std::array resuming{Constant{"expected", R"("draining")"}, Constant{"event", R"("resume")"}};

constexpr std::array one_lane{Argument{"LANE", "lane"}};
constexpr std::array lane_or_all{Argument{"LANE", "lane", Form::text, Need::optional}};
constexpr std::array all_lanes{Flag{"--all", "", "all lanes at once, instead of one", "", Form::own}};
constexpr std::array line_columns{Column{"LANE", "lane"}, Column{"PRIORITY", "priority"}, Column{"DEPTH", "depth"},
                                  Column{"OLDEST", "oldest", Look::age}};
constexpr View queue_view{.list = "lines", .columns = line_columns, .none = "nothing waits", .footer = &paused_lanes};
constexpr std::array waiting_columns{Column{"TASK", "task", Look::id}, Column{"PRIORITY", "priority"},
                                     Column{"PLACE", "place"}};
constexpr View peek_view{"items", waiting_columns, "nothing waits in that lane"};
constexpr std::array peek_flags{Flag{"--limit", "N", "so many (default 100)", "limit", Form::number}};

constexpr std::array agent_table{
    CommandSpec{.noun = "agent",
                .verb = "list",
                .what = "the agents",
                .method = "GET",
                .path = "/v1/agents",
                .flags = agent_flags,
                .view = &agent_list,
                .example = "baton agent list --state crashed",
                .extras = extra::remote | extra::watched | extra::paged},
    CommandSpec{.noun = "agent",
                .verb = "show",
                .what = "one agent",
                .method = "GET",
                .path = "/v1/agents/{agent}",
                .arguments = one_agent,
                .view = &agent_details,
                .example = "baton agent show ann",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "agent",
                .verb = "drain",
                .what = "let an agent finish its task and give it no other",
                .method = "POST",
                .path = "/v1/agents/{agent}/transition",
                .arguments = one_agent,
                .view = &agent_details,
                .example = "baton agent drain ann",
                .act = &drain_agent},
    CommandSpec{.noun = "agent",
                .verb = "resume",
                .what = "give work to an agent that was drained",
                .method = "POST",
                .path = "/v1/agents/{agent}/transition",
                .arguments = one_agent,
                .view = &agent_details,
                .example = "baton agent resume ann",
                .constants = resuming},
    CommandSpec{.noun = "agent",
                .verb = "remove",
                .what = "remove an agent; a task it holds goes to another",
                .method = "DELETE",
                .path = "/v1/agents/{agent}",
                .arguments = one_agent,
                .flags = removal_flags,
                .view = &agent_details,
                .example = "baton agent remove ann"},
    CommandSpec{.noun = "queue",
                .verb = "show",
                .what = "what waits in each lane, by priority, and what is paused",
                .method = "GET",
                .path = "/v1/queue",
                .view = &queue_view,
                .example = "baton queue show --watch",
                .extras = extra::remote | extra::watched | extra::paged},
    CommandSpec{.noun = "queue",
                .verb = "peek",
                .what = "the next tasks of a lane, in the order of their claims",
                .method = "GET",
                .path = "/v1/queue/lanes/{lane}",
                .arguments = one_lane,
                .flags = peek_flags,
                .view = &peek_view,
                .example = "baton queue peek translate",
                .extras = extra::remote | extra::watched},
    CommandSpec{.noun = "queue",
                .verb = "pause",
                .what = "stop claims from a lane, or from all",
                .method = "POST",
                .path = "/v1/queue/lanes/{lane}/pause",
                .arguments = lane_or_all,
                .flags = all_lanes,
                .example = "baton queue pause translate",
                .path_of_all = "/v1/queue/pause"},
    CommandSpec{.noun = "queue",
                .verb = "resume",
                .what = "let claims from a lane, or from all, go on",
                .method = "POST",
                .path = "/v1/queue/lanes/{lane}/resume",
                .arguments = lane_or_all,
                .flags = all_lanes,
                .example = "baton queue resume --all",
                .path_of_all = "/v1/queue/resume"},
};

}  // namespace

std::span<const CommandSpec> agent_commands() { return agent_table; }

}  // namespace baton::cli
