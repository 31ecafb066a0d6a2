#pragma once

#include "backend/redis/message_pack.hpp"
#include "baton/error.hpp"
#include "baton/upkeep.hpp"

/// Exports and imports, whose rows are structs to a script and text to everybody else.
namespace baton::redis {

/// {table: number, key: [...]}: where an export goes on. invalid: not a cursor that an export returned.
Result<void> pack_cursor(Packer& out, const Export& verb);

/// {tables: [...], rows: [...]}. invalid: a row that no export made.
Result<void> pack_rows(Packer& out, const Import& verb);

/// From a list of [table, row, [part of its key ...]].
ExportPage unpack_page(Unpacker& in, const Export& verb);

}  // namespace baton::redis
