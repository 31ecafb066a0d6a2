#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "baton/store.hpp"

namespace baton::test {

/// A port that lets somebody else act first, or refuses on the store's behalf, before a call goes on.
class Interposed final : public Port {
 public:
  explicit Interposed(std::shared_ptr<Port> inner) : inner_(std::move(inner)) {}

  awaitable<Answer> execute(Verb verb) override {
    if (const auto error = refuse(verb)) co_return Answer{.outcome = std::unexpected(*error), .stamp = {}};
    if (auto rival = first(verb)) co_await inner_->execute(*std::move(rival));
    co_return co_await inner_->execute(std::move(verb));
  }
  awaitable<Result<bool>> wait(Condition condition, Duration at_most) override {
    return inner_->wait(std::move(condition), at_most);
  }
  void close() override {}

  std::function<std::optional<Error>(const Verb&)> refuse = [](const Verb&) { return std::nullopt; };
  std::function<std::optional<Verb>(const Verb&)> first = [](const Verb&) { return std::nullopt; };

 private:
  std::shared_ptr<Port> inner_;
};

}  // namespace baton::test
