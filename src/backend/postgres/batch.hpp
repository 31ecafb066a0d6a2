#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backend/postgres/request.hpp"

namespace baton::postgres {

/// What waits for the same kind of place: a line, or the statements of their own.
enum class Queue : std::uint8_t { write, read, beat, call };

Queue queue_of(const Errand& errand);

/// What goes to the server together, in one transaction.
struct Batch {
  Queue queue = Queue::call;
  Requests requests{};
};

/// One statement with its values as it goes to the server. The statement outlives it.
struct Command {
  const Statement* statement = nullptr;
  Parameters values{};
  bool arrays = false;  ///< each value is a text[] in its binary form
};

/// The values of the requests' rows, one array for each of `columns`. A row that is too short has empty texts.
Parameters arrays_of(const Requests& requests, std::size_t columns);

/// Hands each request of a line its row of the reply. corrupt: there are not as many.
void hand_out(Batch batch, Table reply);

}  // namespace baton::postgres
