#pragma once

#include <chrono>
#include <string_view>

// What a command prints, and whether anybody takes it.

namespace baton::cli {

/// Prints a part of the report on standard output. Trouble with that is told by hand_over() and code_after_output().
void show(std::string_view text);

/// Hands over what was shown so far. false: standard output cannot be written, or could not be before.
bool hand_over();

/// Waits until the time is over or a signal comes. false: nobody takes what is shown any more.
bool wait_while_read(std::chrono::milliseconds time);

/// How a command ends that would end with `code`, once all it has shown is handed over. Where that is not possible, says so
/// on standard error; but a reader that went away knows it.
int code_after_output(int code);

/// Says something beside the report on standard error. Whether anybody reads that changes nothing.
void tell(std::string_view text);

}  // namespace baton::cli
