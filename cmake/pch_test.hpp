#pragma once

#include "pch_asio.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
