#pragma once

#include <functional>
#include <string>

#include "baton/error.hpp"
#include "cli/call.hpp"
#include "cli/client.hpp"

// What the commands that a daemon carries out have in common.

namespace baton::cli {

/// The body of a good answer, or what was refused as an error.
Result<std::string> ask_well(const Whereabouts& where, const Question& question);

/// The answer to the one request that a call stands for.
Result<std::string> answer_to(const Call& call);

/// Asks before what cannot be undone, unless --yes was typed. forbidden: the answer was no. invalid: nobody to ask.
Result<void> confirm(const Call& call, const std::string& what);

/// Prints an answer: as JSON, or as the view says.
void show_answer(const Call& call, const std::string& answer);
std::string shown_answer(const Call& call, const std::string& answer);

/// Draws again and again until it is interrupted or nobody looks any more, on a terminal always at the same place.
int watch(const Call& call, const std::function<Result<std::string>()>& draw);

/// Waits; false: an interrupt came, or nobody reads what is shown any more.
bool rest(std::chrono::milliseconds time);

/// Draws once, or with --watch again and again.
int show_or_watch(const Call& call, const std::function<Result<std::string>()>& draw);

}  // namespace baton::cli
