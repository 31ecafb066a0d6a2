#pragma once

#include <memory>
#include <string_view>

#include "baton/open.hpp"
#include "core/raw_engine.hpp"

namespace baton {

/// The raw engine behind a store URL, on a new and empty dataset of its own at that place. Errors as open_store.
Result<std::unique_ptr<RawEngine>> open_raw(std::string_view url, StoreOptions options = {});

/// Removes everything of a namespace from a server that may hold several; of a file or memory nothing.
Result<void> erase_namespace(std::string_view url, StoreOptions options);

}  // namespace baton
