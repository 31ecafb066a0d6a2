#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "baton/store.hpp"

namespace baton {

/// The records of a kind whose keys begin with `prefix`, by key.
awaitable<Result<std::vector<Record>>> records_under(View<Verbs<ListRecords>> store, RecordKind kind,
                                                     std::string prefix);
/// Removes them, one by one. How many there were.
awaitable<Result<std::size_t>> remove_records_under(View<Verbs<ListRecords, PutRecord>> store, RecordKind kind,
                                                    std::string prefix);

}  // namespace baton
