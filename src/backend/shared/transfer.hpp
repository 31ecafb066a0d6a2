#pragma once

#include "backend/shared/packing.hpp"
#include "baton/error.hpp"
#include "baton/upkeep.hpp"

/// Exports and imports, whose rows are structs to the code at the server and text to everybody else.
namespace baton::shared {

/// {table: number, key: [...]}: where an export goes on. invalid: not a cursor that an export returned.
Result<void> pack_cursor(Packer& out, const Export& verb);

/// {tables: [...], rows: [...]}. invalid: a row that no export made.
Result<void> pack_rows(Packer& out, const Import& verb);

/// From a list of [table, row, [part of its key ...]].
ExportPage unpack_page(Unpacker& in, const Export& verb);

}  // namespace baton::shared
