#include "support/http_port.hpp"

#include <chrono>
#include <stdexcept>

#include "core/codec.hpp"
#include "core/repeat.hpp"
#include "http/reply_name.hpp"

namespace baton::test {
namespace {

constexpr std::chrono::seconds longest_hang{30};

/// Method and target of a verb's operation; without one it is not spoken over HTTP.
struct Operation {
  std::string method;
  std::string target;
};

struct Operations {
  std::optional<Operation> operator()(const auto&) const { return std::nullopt; }
  std::optional<Operation> operator()(const Register& verb) const {
    return Operation{"POST", "/v1/agents/" + verb.agent.str() + "/register"};
  }
  std::optional<Operation> operator()(const Submit&) const { return Operation{"POST", "/v1/tasks"}; }
  std::optional<Operation> operator()(const Claim& verb) const {
    return Operation{"POST", "/v1/agents/" + verb.agent.str() + "/claim"};
  }
  std::optional<Operation> operator()(const Settle& verb) const {
    return Operation{"POST", "/v1/tasks/" + verb.fence.task.str() + "/settle"};
  }
  std::optional<Operation> operator()(const SetResult& verb) const {
    return Operation{"PUT", "/v1/tasks/" + verb.task.str() + "/results/" + std::to_string(verb.attempt.value)};
  }
  std::optional<Operation> operator()(const TryLock& verb) const {
    return Operation{"POST", "/v1/locks/" + verb.name.str() + "/try"};
  }
  std::optional<Operation> operator()(const ReleaseLock& verb) const {
    return Operation{"POST", "/v1/locks/" + verb.name.str() + "/release"};
  }
  std::optional<Operation> operator()(const PutThread& verb) const {
    return Operation{"PUT", "/v1/threads/" + verb.thread.str()};
  }
  std::optional<Operation> operator()(const Append& verb) const {
    return Operation{"POST", "/v1/threads/" + verb.thread.str() + "/messages"};
  }
  std::optional<Operation> operator()(const PutGroup& verb) const {
    return Operation{"PUT", "/v1/groups/" + verb.group.str()};
  }
  std::optional<Operation> operator()(const ReadGroup& verb) const {
    return Operation{"POST", "/v1/groups/" + verb.group.str() + "/read"};
  }
  std::optional<Operation> operator()(const Ack& verb) const {
    return Operation{"POST", "/v1/groups/" + verb.group.str() + "/ack"};
  }
  std::optional<Operation> operator()(const OpenCorrelation&) const { return Operation{"POST", "/v1/correlations"}; }
  std::optional<Operation> operator()(const Signal& verb) const {
    return Operation{"POST", "/v1/correlations/" + verb.id.str() + "/signal"};
  }
  std::optional<Operation> operator()(const PutRecord& verb) const {
    return Operation{"PUT", "/v1/records/" + verb.kind.str() + "/" + verb.key.str()};
  }
};

/// The value under the only member of an object.
std::string only_member(const std::string& body) {
  const std::size_t start = body.find(':') + 1;
  return body.substr(start, body.rfind('}') - start);
}

template <class V>
Result<Reply> decoded(const V&, const std::string& body) {
  auto reply = decode<typename V::Reply>(Json::trusted(body));
  if (!reply) return std::unexpected(reply.error());
  return Reply(*std::move(reply));
}

}  // namespace

std::optional<HttpPort::Asked> HttpPort::request_of(const Verb& verb) {
  const auto operation = std::visit(Operations{}, verb);
  if (!operation) return std::nullopt;
  const std::string body = std::visit([](const auto& one) { return std::string(encode(one).text()); }, verb);
  return Asked{.method = operation->method, .target = operation->target, .body = body};
}

Result<Reply> HttpPort::reply_of(const Verb& verb, const HttpResponse& response) {
  if (response.status == 404) return fail(Errc::not_found, response.body);
  if (response.status == 409) return fail(Errc::conflict, response.body);
  if (response.status >= 300) throw std::runtime_error("not what a daemon should say: " + response.body);
  return std::visit(
      [&response]<class V>(const V& one) -> Result<Reply> {
        if (response.status == 204) return decoded(one, "null");
        if constexpr (std::is_same_v<typename V::Reply, Done>) {
          return Reply(Done{});
        } else {
          const bool wrapped = std::is_same_v<V, Submit> || !http::reply_name<V>.empty();
          return decoded(one, wrapped ? only_member(response.body) : response.body);
        }
      },
      verb);
}

std::optional<HttpResponse> HttpPort::ask_once(const Asked& asked, std::uint16_t port) {
  if (!connection_ || connected_to_ != port) {
    connection_.emplace(port);
    connected_to_ = port;
  }
  if (connection_->connected()) {
    const Headers headers{{"Authorization", "Bearer " + door_.token()}, {"Content-Type", "application/json"}};
    auto response = connection_->request(asked.method, asked.target, asked.body, headers);
    if (response.status == 503) return std::nullopt;
    if (response.status != 0) return response;
  }
  connection_.reset();
  return std::nullopt;
}

awaitable<Answer> HttpPort::execute(Verb verb) {
  const auto asked = request_of(verb);
  if (!asked) co_return Answer{.outcome = fail(Errc::invalid, "not spoken over HTTP"), .stamp = {}};
  const auto until = std::chrono::steady_clock::now() + longest_hang;
  while (const std::uint16_t port = door_.port()) {
    if (std::chrono::steady_clock::now() > until) throw std::runtime_error("no answer within 30 s to " + asked->target);
    if (const auto response = ask_once(*asked, port)) {
      co_return Answer{.outcome = reply_of(verb, *response), .stamp = {}};
    }
    ++unanswered_;
    if (!is_safe_to_repeat(verb)) break;
    door_.wait_for_another(port);
  }
  co_return Answer{.outcome = fail(Errc::unavailable, "no daemon answered"), .stamp = {}};
}

awaitable<Result<bool>> HttpPort::wait(Condition, Duration) { co_return fail(Errc::invalid, "not over HTTP"); }

}  // namespace baton::test
