#include "core/text_buffer.hpp"

#include <algorithm>

namespace baton {

std::string TextBuffer::str() const {
  std::string text;
  text.reserve(size() + 1);
  text.append(view());
  return text;
}

void TextBuffer::grow(std::size_t bytes) {
  const std::size_t written = size();
  const std::size_t room = std::max(2 * written, written + bytes);
  auto longer = std::make_unique_for_overwrite<char[]>(room);
  view().copy(longer.get(), written);
  long_ = std::move(longer);
  begin_ = long_.get();
  at_ = begin_ + written;
  end_ = begin_ + room;
}

}  // namespace baton
