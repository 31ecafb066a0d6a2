#include "cli/row_stream.hpp"

#include <utility>

namespace baton::cli {

RowStream::RowStream(BlockingStore& store, std::uint32_t page) : store_(store), page_(page) { ask({}); }

void RowStream::ask(std::string after) {
  ahead_ = std::async(std::launch::async, [this, after = std::move(after)]() mutable {
    return store_.call(Export{.after = std::move(after), .limit = page_});
  });
}

Result<std::optional<std::string>> RowStream::next() {
  while (at_ == rows_.size()) {
    if (!ahead_.valid()) return std::nullopt;
    auto page = ahead_.get();
    if (!page) return std::unexpected(std::move(page.error()));
    rows_ = std::move(page->rows);
    at_ = 0;
    if (!page->next.empty()) ask(std::move(page->next));
  }
  return std::move(rows_[at_++]);
}

}  // namespace baton::cli
