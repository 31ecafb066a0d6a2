#pragma once

#include "pch_baton.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
