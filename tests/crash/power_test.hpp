#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "support/powercut.hpp"

namespace baton::test {

/// A test that needs a disk whose power can be cut. Where the tests count, nothing is left out in silence.
class PowerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string missing = CuttableDisk::missing();
    if (missing.empty()) return;
    if (std::getenv("CI") != nullptr) FAIL() << missing;
    GTEST_SKIP() << "not run: " << missing;
  }
};

}  // namespace baton::test
