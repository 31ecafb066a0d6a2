#include <algorithm>
#include <iterator>

#include "core/codec_values.hpp"
#include "http/access.hpp"
#include "http/api.hpp"
#include "http/describe.hpp"
#include "http/exchange.hpp"
#include "http/target.hpp"
#include "http/token_bodies.hpp"

// How people sign in with a browser. The page has no script, and its style is a file: the policy allows neither inside.

namespace baton::http {

namespace {

constexpr std::string_view html = "text/html; charset=utf-8";
constexpr std::string_view css = "text/css; charset=utf-8";

/// Where a browser goes after it signed in.
constexpr std::string_view landing = "/";

constexpr std::string_view page_start = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>baton: sign in</title>
<link rel="stylesheet" href="/login.css">
</head>
<body>
<main>
<h1>baton</h1>
)";

constexpr std::string_view page_end = R"(<form method="post" action="/login">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button type="submit">Sign in</button>
</form>
<p>The token of this machine is in the file that the daemon named at its start. Others are made with
<code>POST /v1/tokens</code>.</p>
</main>
</body>
</html>
)";

constexpr std::string_view style = R"(:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { width: min(24rem, 90vw); }
form { display: grid; gap: 0.5rem; }
input, button { font: inherit; padding: 0.5rem; }
p { font-size: 0.875rem; opacity: 0.8; }
.problem { color: #c00; opacity: 1; }
)";

/// `problem` is ours; nothing that somebody sent is ever on the page.
Response page(unsigned status, std::string_view problem) {
  std::string body(page_start);
  if (!problem.empty()) body.append("<p class=\"problem\" role=\"alert\">").append(problem).append("</p>\n");
  return {.status = status, .body = body.append(page_end), .content_type = html};
}

bool is_form(const Request& request) {
  const auto type = request.arrival.field("Content-Type");
  return type && type->starts_with("application/x-www-form-urlencoded");
}

Result<std::string> token_in_form(const Request& request) {
  const auto form = parse_target("/?" + request.arrival.body);
  if (!form) return fail(Errc::invalid, "the form cannot be read");
  for (const auto& field : form->query) {
    if (field.name == "token") return field.value;
  }
  return fail(Errc::invalid, "the form has no token");
}

Result<std::string> token_in(Request& request) {
  if (is_form(request)) return token_in_form(request);
  auto login = input_of<Login>(request);
  if (!login) return std::unexpected(std::move(login.error()));
  return std::move(login->token);
}

Response refused(const Problem& problem, const Request& request) {
  if (!is_form(request)) return to_response(problem, request.arrival.request_id);
  Response response = page(problem.status, problem.status == 401   ? "That token is not known."
                                           : problem.status == 429 ? "Too many wrong tokens. Wait a minute."
                                                                   : "That cannot be told now. Try again.");
  response.fields = problem.fields;
  return response;
}

void add(std::vector<Named> cookies, Response& response) {
  std::ranges::move(cookies, std::back_inserter(response.fields));
}

}  // namespace

awaitable<Result<Response>> login_page(Services /*services*/, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  co_return page(200, "");
}

awaitable<Result<Response>> login_style(Services /*services*/, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  co_return Response{.body = std::string(style), .content_type = css};
}

awaitable<Result<Response>> log_in(Services services, Request request) {
  auto token = token_in(request);
  if (!token) co_return std::unexpected(std::move(token.error()));
  const auto entry = co_await services.access->sign_in(*std::move(token), request.arrival.address);
  if (!entry) co_return refused(entry.error(), request);
  Response response = json_response(encode(identity_of(**entry)));
  if (is_form(request)) {
    response = {.status = 303, .fields = {{"Location", std::string(landing)}}};
  }
  add(services.access->sessions().start((*entry)->id, SystemClock().now()), response);
  co_return response;
}

awaitable<Result<Response>> log_out(Services services, Request request) {
  if (auto valid = no_query(request); !valid) co_return std::unexpected(valid.error());
  Response response = json_response(encode(Status{"signed out"}));
  if (is_form(request)) response = {.status = 303, .fields = {{"Location", "/login"}}};
  add(services.access->sessions().end(), response);
  co_return response;
}

Contract describe_login_page(const Route& route, Schemas& schemas) {
  return answers_text(takes<Nothing>(route, schemas), html);
}

Contract describe_login_style(const Route& route, Schemas& schemas) {
  return answers_text(takes<Nothing>(route, schemas), css);
}

Contract describe_log_in(const Route& route, Schemas& schemas) {
  Contract contract = contract_of<Login, Identity>(route, schemas);
  contract.outcomes.push_back({.status = 303, .description = "signed in by a form; see " + std::string(landing)});
  return contract;
}

Contract describe_log_out(const Route& route, Schemas& schemas) {
  Contract contract = answers(takes<Nothing>(route, schemas), schemas.of<Status>(), encode(Status{"signed out"}));
  contract.outcomes.push_back({.status = 303, .description = "signed out by a form; see /login"});
  return contract;
}

}  // namespace baton::http
