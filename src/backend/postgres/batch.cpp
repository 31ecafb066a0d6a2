#include "backend/postgres/batch.hpp"

#include <limits>

namespace baton::postgres {
namespace {

constexpr std::uint32_t type_of_text = 25;

/// Numbers are four bytes in the network's order.
void append(std::string& out, std::uint32_t number) {
  for (const unsigned shift : {24U, 16U, 8U, 0U}) out.push_back(static_cast<char>(number >> shift & 0xFFU));
}

const std::string& element(const Row& row, std::size_t column) {
  static const std::string nothing;
  return column < row.size() ? row[column] : nothing;
}

std::string array_of(const Requests& requests, std::size_t column) {
  std::size_t size = 20;
  for (const RequestPtr& request : requests) size += 4 + element(request->errand.row, column).size();
  std::string out;
  out.reserve(size);
  append(out, 1);  // dimension
  append(out, 0);  // no nulls
  append(out, type_of_text);
  append(out, static_cast<std::uint32_t>(requests.size()));
  append(out, 1);  // its elements are counted from
  for (const RequestPtr& request : requests) {
    const std::string& text = element(request->errand.row, column);
    append(out, static_cast<std::uint32_t>(text.size()));
    out += text;
  }
  return out;
}

bool fits(const Table& reply, std::size_t rows) {
  if (reply.size() != rows) return false;
  for (const auto& row : reply) {
    if (row.size() != 1 || !row.front()) return false;
  }
  return true;
}

}  // namespace

Queue queue_of(const Errand& errand) { return errand.line ? static_cast<Queue>(*errand.line) : Queue::call; }

Parameters arrays_of(const Requests& requests, std::size_t columns) {
  Parameters arrays;
  for (std::size_t column = 0; column < columns; ++column) arrays.emplace_back(array_of(requests, column));
  return arrays;
}

void hand_out(Batch batch, Table reply) {
  if (batch.queue == Queue::call) return batch.requests.front()->finish(std::move(reply));
  if (!fits(reply, batch.requests.size())) {
    return finish_all(batch.requests, {.code = Errc::corrupt,
                                       .detail = "PostgreSQL answered another number of rows than baton asked for; the "
                                                 "functions of this namespace are not those of this program"});
  }
  for (std::size_t i = 0; i < reply.size(); ++i) batch.requests[i]->finish(Table{std::move(reply[i])});
}

}  // namespace baton::postgres
