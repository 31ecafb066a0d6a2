#pragma once

#include <string>
#include <string_view>

#include "baton/open.hpp"

namespace baton {

/// One name for one store, whatever its spelling, as far as that can be seen from the URL: the whole path of a file, or
/// the server's address and the namespace. invalid: as open_store.
Result<std::string> identity_of(std::string_view url, const StoreOptions& options);

/// Refuses a store that opening would first have to make: a file that is not there. not_found.
Result<void> check_there(std::string_view url);

}  // namespace baton
