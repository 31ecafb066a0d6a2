#pragma once

#include <boost/asio/associated_executor.hpp>
#include <boost/asio/execution/outstanding_work.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/prefer.hpp>
#include <optional>
#include <utility>

namespace baton::shared {

/// A coroutine that waits for an answer from a thread of ours. Keeps its executor busy until the answer is there, and then
/// holds nothing of it: its event loop may end at once, and a strand has to be gone before its loop is.
template <class Handler>
class Caller {
 public:
  explicit Caller(Handler handler) : executor_(busy(handler)), handler_(std::move(handler)) {}

  /// Once.
  template <class Answer>
  void tell(Answer answer) {
    boost::asio::post(*executor_, [handler = *std::move(handler_), answer = std::move(answer)]() mutable {
      std::move(handler)(std::move(answer));
    });
    handler_.reset();
    executor_.reset();
  }

  /// As `tell`, at once: by somebody who runs on that executor already, and not from within the call that began to wait.
  template <class Answer>
  void tell_here(Answer&& answer) {
    auto handler = *std::move(handler_);
    handler_.reset();
    executor_.reset();
    std::move(handler)(std::forward<Answer>(answer));
  }

  /// Whoever holds it keeps it busy.
  auto executor() const { return *executor_; }
  bool is_on(const auto& executor) const { return *executor_ == executor; }

 private:
  static auto busy(const Handler& handler) {
    return boost::asio::prefer(boost::asio::get_associated_executor(handler),
                               boost::asio::execution::outstanding_work.tracked);
  }

  std::optional<decltype(busy(std::declval<const Handler&>()))> executor_;
  std::optional<Handler> handler_;
};

}  // namespace baton::shared
