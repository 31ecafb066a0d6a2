#pragma once

// Every struct of the public API with the names of its members on the wire.
#include "core/fields_shared.hpp"
#include "core/fields_work.hpp"
