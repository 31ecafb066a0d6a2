#pragma once

#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <string>

namespace baton::test {

/// Tells the parent, in whole lines.
class Teller {
 public:
  void tell(const std::string& line) {
    const std::lock_guard lock(mutex_);
    for (std::size_t told = 0; told < line.size();) {
      const ssize_t count = write(3, line.data() + told, line.size() - told);
      if (count < 0) std::_Exit(9);  // nobody listens any more
      told += static_cast<std::size_t>(count);
    }
  }

 private:
  std::mutex mutex_;
};

}  // namespace baton::test
