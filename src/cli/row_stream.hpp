#pragma once

#include <cstdint>
#include <future>
#include <optional>
#include <string>

#include "baton/blocking.hpp"

namespace baton::cli {

/// The export of a store row by row. The next page is fetched while the last one is used.
class RowStream {
 public:
  /// `store` outlives it. `page`: rows asked for at once.
  RowStream(BlockingStore& store, std::uint32_t page);

  /// The next row, or nothing at the end.
  Result<std::optional<std::string>> next();

 private:
  void ask(std::string after);

  BlockingStore& store_;
  std::uint32_t page_;
  std::future<Result<ExportPage>> ahead_;
  std::vector<std::string> rows_;
  std::size_t at_ = 0;
};

}  // namespace baton::cli
