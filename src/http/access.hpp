#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "http/audit.hpp"
#include "http/failures.hpp"
#include "http/problem.hpp"
#include "http/sessions.hpp"
#include "http/tokens.hpp"

namespace baton::http {

/// Who comes in, by token or by cookie; what was tried and what was done. Lives on one event loop thread.
class Access {
 public:
  /// Whose credentials they are, or why the request is refused.
  using Entry = std::expected<std::shared_ptr<const Caller>, Problem>;

  /// `local`: the token of the token file. `secure`: the daemon speaks TLS.
  Access(const boost::asio::any_io_executor& executor, const Store& store, std::string_view local, bool secure,
         Audit::Trouble trouble, TokenTimes times = {})
      : tokens_(executor, store, local, times), sessions_(local, secure), audit_(executor, store, std::move(trouble)) {}

  /// The request's credentials, judged if that can be done without the store; otherwise see look_up.
  std::variant<Entry, Credential> recognise(const Arrival& arrival);
  awaitable<Entry> look_up(Credential credential, std::string address);
  /// Whether somebody who came in earlier still might; also while that cannot be told.
  awaitable<bool> still_admits(TokenId token);
  /// A token that somebody signs in with.
  awaitable<Entry> sign_in(std::string token, std::string address);

  Tokens& tokens() { return tokens_; }
  const Sessions& sessions() const { return sessions_; }
  Audit& audit() { return audit_; }

  /// Until nothing is read or written any more.
  awaitable<void> join();

 private:
  Entry enter(const Verdict& verdict, std::string_view address);
  Problem stranger(std::string detail, std::string_view address);

  Tokens tokens_;
  Sessions sessions_;
  Audit audit_;
  Failures failures_;
};

}  // namespace baton::http
