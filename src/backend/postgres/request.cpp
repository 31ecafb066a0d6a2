#include "backend/postgres/request.hpp"

namespace baton::postgres {

void finish_all(const Requests& requests, const Error& error) {
  for (const RequestPtr& request : requests) request->finish(std::unexpected(error));
}

}  // namespace baton::postgres
