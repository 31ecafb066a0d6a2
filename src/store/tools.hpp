#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "baton/open.hpp"
#include "core/inspector.hpp"

namespace baton {

/// One name for one store, whatever its spelling, as far as that can be seen from the URL: the whole path of a file, or
/// the server's address and the namespace. invalid: as open_store.
Result<std::string> identity_of(std::string_view url, const StoreOptions& options);

/// Refuses a store that opening would first have to make: a file that is not there. not_found.
Result<void> check_there(std::string_view url);

/// Looks at a store from inside; nobody else writes to it meanwhile. invalid: as open_store, or a store that has no
/// inside to look at. Other errors as open_store.
Result<std::unique_ptr<Inspector>> open_inspector(std::string_view url, StoreOptions options = {});

}  // namespace baton
