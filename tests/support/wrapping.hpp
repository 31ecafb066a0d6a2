#pragma once

#include <memory>
#include <utility>

#include "baton/port.hpp"

namespace baton::test {

/// A port in front of another: who derives from it says what becomes of a call.
class Wrapping : public Port {
 public:
  explicit Wrapping(std::shared_ptr<Port> inner) : inner_(std::move(inner)) {}
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    return inner_->wait(std::move(condition), at_most);
  }
  void close() override { inner_->close(); }

 protected:
  const std::shared_ptr<Port> inner_;
};

}  // namespace baton::test
