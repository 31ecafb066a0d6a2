#include <gtest/gtest.h>

#include "chaos/actor.hpp"

/// The tests start this program again as the actors that they kill.
int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (!arguments.empty() && arguments.front() == "actor")
    return baton::test::run_actor(baton::test::parse_actor(arguments));
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
