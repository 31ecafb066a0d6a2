#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "support/wrapping.hpp"

namespace baton::test {

/// A port that lets somebody else act first, or refuses on the store's behalf, before a call goes on.
class Interposed final : public Wrapping {
 public:
  using Wrapping::Wrapping;

  awaitable<Answer> execute(Verb verb) override {
    if (const auto error = refuse(verb)) co_return Answer{.outcome = std::unexpected(*error), .stamp = {}};
    if (auto rival = first(verb)) co_await inner_->execute(*std::move(rival));
    co_return co_await inner_->execute(std::move(verb));
  }
  void close() override {}

  std::function<std::optional<Error>(const Verb&)> refuse = [](const Verb&) { return std::nullopt; };
  std::function<std::optional<Verb>(const Verb&)> first = [](const Verb&) { return std::nullopt; };
};

}  // namespace baton::test
