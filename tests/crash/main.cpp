#include <gtest/gtest.h>

#include "crash/mortal_agents.hpp"
#include "crash/racer.hpp"
#include "crash/rival.hpp"
#include "crash/workload.hpp"

/// The tests start this program again as the worker that they kill.
int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "worker")
    return baton::test::work(baton::test::parse_workload(arguments));
  if (!arguments.empty() && arguments.front() == "racer")
    return baton::test::run_race(baton::test::parse_race(arguments));
  if (!arguments.empty() && arguments.front() == "rival")
    return baton::test::run_rival(baton::test::parse_rival(arguments));
  if (!arguments.empty() && arguments.front() == "agent")
    return baton::test::live_as_agent(baton::test::parse_agent(arguments));
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
