#pragma once

#include <memory>
#include <string>

#include "http/message.hpp"
#include "http/problem.hpp"

namespace baton::http {

/// Makes one request out of bytes as they come, within the limits. Knows no socket.
class RequestReader {
 public:
  enum class Step {
    need_more,  ///< give it more input
    head_done,  ///< the head is complete and a body follows; feed again
    complete,
    broken,  ///< see problem(); what follows in the input cannot be told apart
  };

  RequestReader();
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  /// Takes from the front of `input` what belongs to this request.
  Step feed(std::string& input);

  /// The client waits for a word before it sends the body.
  bool expects_continue() const;
  bool keep_alive() const;
  const Problem& problem() const { return problem_; }

  /// Of a request whose head is complete, all but its body.
  const Arrival& head() const { return arrival_; }
  /// The complete request. Once.
  Arrival take();

 private:
  struct Parser;
  Step break_with(Problem problem);
  Step feed_head(std::string& input);
  Step feed_body(std::string& input);
  void keep_head();

  std::unique_ptr<Parser> parser_;
  Arrival arrival_;
  Problem problem_;
};

}  // namespace baton::http
