#pragma once

#include <sys/types.h>

#include "engine/child_process.hpp"

namespace baton {

/// A descriptor that is closed with its owner.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return number_; }
  int release();

 private:
  int number_ = -1;
};

/// A program that was started.
struct StartedChild {
  pid_t pid = 0;
  Descriptor handle;  ///< becomes readable when it has ended
  Descriptor output;
  Descriptor errors;
  Descriptor trouble;  ///< tells the number of the error if it could not be executed, and ends without if it could
};

/// Where the program is: in PATH, unless its name says. invalid: it is not there, or may not be executed.
Result<std::string> program_of(const std::string& name, const std::string& directory);

Result<StartedChild> start_child(const ChildOptions& options);

}  // namespace baton
