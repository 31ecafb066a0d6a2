#include "http/fleet_fixture.hpp"

namespace baton::test {

using HttpMalformed = Http;
using HttpLimits = Http;
using HttpWire = Http;

namespace {

const std::string chunked_head = "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n";
/// A task, without the empty line that ends the request.
const std::string chunks = "8\r\n{\"kind\":\r\n4\r\n\"a\"}\r\n0\r\n";

std::string nested(int levels) { return std::string(levels, '[') + std::string(levels, ']'); }

}  // namespace

TEST_F(HttpMalformed, an_unknown_path_is_not_found) {
  for (const char* path :
       {"/none", "/v1", "/v1/agents/", "/v1/agents/ada/none", "/v2/tasks", "/v1//tasks", "/livez/"}) {
    expect_problem(get(path), 404, "no_such_path");
  }
}

TEST_F(HttpMalformed, a_wrong_method_is_told_which_are_right) {
  const auto refused = daemon_.call("DELETE", "/v1/tasks");
  expect_problem(refused, 405, "method_not_allowed");
  EXPECT_EQ(refused.header("Allow"), "GET, HEAD, POST");
  expect_problem(daemon_.call("BREW", "/livez"), 405, "method_not_allowed");
}

TEST_F(HttpMalformed, broken_json_is_refused_with_its_offset) {
  const auto refused = post("/v1/tasks", R"({"kind":"write",)");
  expect_problem(refused, 400, "invalid");
  EXPECT_NE(refused.body.find("16"), std::string::npos) << refused.body;
  for (const char* body : {"{", "nothing", "{\"kind\":\"a\"}x", "[1]", "3", "{\"kind\":'a'}",
                           "{\"kind\":\"a\",\"kind\":\"b\"}", "{\"kind\":\"\xff\"}"}) {
    expect_problem(post("/v1/tasks", body), 400, "invalid");
  }
}

TEST_F(HttpMalformed, an_unknown_field_is_named) {
  const auto refused = post("/v1/tasks", R"({"kind":"write","colour":"red"})");
  expect_problem(refused, 400, "invalid");
  EXPECT_NE(refused.body.find("colour"), std::string::npos) << refused.body;
}

TEST_F(HttpMalformed, a_value_of_another_type_is_named_with_its_place) {
  const auto refused = post("/v1/tasks", R"({"tasks":[{"kind":"a"},{"kind":"b","priority":"high"}]})");
  expect_problem(refused, 400, "invalid");
  EXPECT_NE(refused.body.find("$.tasks[1].priority"), std::string::npos) << refused.body;
}

TEST_F(HttpMalformed, values_out_of_range_are_refused) {
  for (const char* body :
       {R"({"kind":"a","priority":1024})", R"({"kind":"a","priority":-1})", R"({"kind":"a","max_attempts":0})",
        R"({"kind":""})", R"({})", R"({"kind":"a","id":"not-a-uuid"})", R"({"kind":"a","run_at":"yesterday"})",
        R"({"tasks":[]})"}) {
    expect_problem(post("/v1/tasks", body), 400, "invalid");
  }
}

TEST_F(HttpMalformed, json_deeper_than_the_bound_is_refused) {
  EXPECT_EQ(post("/v1/tasks", R"({"kind":"a","payload":)" + nested(63) + "}").status, 201);
  expect_problem(post("/v1/tasks", R"({"kind":"a","payload":)" + nested(64) + "}"), 400, "json_too_deep");
}

TEST_F(HttpMalformed, malformed_ids_in_the_path_are_refused) {
  expect_problem(get("/v1/tasks/42"), 400, "invalid");
  expect_problem(get("/v1/agents/-x"), 400, "invalid");
  expect_problem(get("/v1/agents/a%20b"), 400, "invalid");
  expect_problem(get("/v1/agents/" + std::string(129, 'a')), 400, "invalid");
  expect_problem(get("/v1/agents/a%2"), 400, "invalid");
  expect_problem(get("/v1/agents/a%zz"), 400, "invalid");
}

TEST_F(HttpMalformed, a_body_that_names_another_than_the_path_is_refused) {
  expect_problem(post("/v1/agents/ada/beat", R"({"agent":"bob","incarnation":"one"})"), 400, "invalid");
}

TEST_F(HttpMalformed, query_parameters_are_known_well_formed_and_there_once) {
  for (const char* target :
       {"/v1/tasks?colour=red", "/v1/tasks?limit=1&limit=2", "/v1/tasks?limit=ten", "/v1/tasks?limit=0",
        "/v1/tasks?limit=1001", "/v1/tasks?status=lost", "/v1/tasks?created_from=noon", "/v1/tasks?newest_first=maybe",
        "/v1/agents?after=-", "/v1/events?types=task.created,x", "/v1/events?after=-1", "/v1/health?verbose",
        "/v1/tasks?%zz=1"}) {
    expect_problem(get(target), 400, "invalid");
  }
  const auto refused = get("/v1/agents?colour=red");
  EXPECT_NE(refused.body.find("`colour`"), std::string::npos) << refused.body;
}

TEST_F(HttpMalformed, what_stands_in_a_body_that_nobody_reads_is_not_ignored) {
  join("ada");
  const auto refused = daemon_.call("DELETE", "/v1/agents/ada", R"({"incarnation":"zero"})");
  expect_problem(refused, 400, "invalid");
  EXPECT_NE(refused.body.find("in the query"), std::string::npos) << refused.body;
  expect_problem(daemon_.call("DELETE", "/v1/agents/ada?incarnation=zero"), 409, "stale_fence");
  EXPECT_EQ(get("/v1/agents/ada").status, 200);
  for (const char* target : {"/v1/tasks", "/v1/events/stream", "/v1/whoami", "/livez", "/readyz", "/v1/attention",
                             "/v1/subscriptions/ops", "/openapi.json"}) {
    expect_problem(daemon_.call("GET", target, R"({"limit":1})"), 400, "invalid");
  }
  for (const char* target : {"/v1/groups/g", "/v1/subscriptions/g", "/v1/correlations/g", "/v1/threads/g",
                             "/v1/tokens/g", "/v1/tasks/01890000-0000-7000-8000-000000000000"}) {
    expect_problem(daemon_.call("DELETE", target, "{}"), 400, "invalid");
  }
}

TEST_F(HttpMalformed, a_wait_beyond_the_longest_is_refused) {
  join("ada");
  for (const char* wait : {"?wait=61", "?wait=-1", "?wait=nan", "?wait=", "?wait=1s"}) {
    expect_problem(claim("ada", "c1", wait), 400, "invalid");
  }
}

TEST_F(HttpMalformed, a_claim_without_an_id_could_not_be_repeated_and_is_refused) {
  join("ada");
  expect_problem(post("/v1/agents/ada/claim", R"({"incarnation":"one"})"), 400, "invalid");
}

TEST_F(HttpMalformed, a_position_that_the_log_does_not_reach_is_refused) {
  EXPECT_EQ(get("/v1/events?after=0").status, 200);
  submit();
  EXPECT_EQ(json_word(get("/v1/events?after=1").body, "next"), "1");
  for (const char* type : {"", "application/cloudevents-batch+json"}) {
    const auto refused = daemon_.call("GET", "/v1/events?after=2", "", {{"Accept", type}});
    expect_problem(refused, 400, "invalid");
    EXPECT_NE(refused.body.find("that one is of another store"), std::string::npos) << refused.body;
    EXPECT_EQ(json_word(refused.body, "detail"), json_word(get("/v1/events/stream?after=2").body, "detail"));
  }
}

TEST_F(HttpMalformed, what_is_not_there_is_not_found) {
  expect_problem(get("/v1/tasks/01890000-0000-7000-8000-000000000000"), 404, "not_found");
  expect_problem(get("/v1/agents/nobody"), 404, "not_found");
  expect_problem(claim("nobody", "c1"), 404, "not_found");
  expect_problem(claim("nobody", "c1", "?wait=5"), 404, "not_found");
}

TEST_F(HttpLimits, a_request_line_of_more_than_8_kib_is_refused) {
  EXPECT_EQ(get("/v1/tasks?kind=" + std::string(500, 'k')).status, 200);
  expect_problem(get("/v1/tasks?kind=" + std::string(8192, 'k')), 414, "request_line_too_long");
  auto endless = daemon_.connect();
  endless.send("GET /" + std::string(9000, 'a'));
  expect_problem(endless.receive(), 414, "request_line_too_long");
  EXPECT_TRUE(endless.sees_end());
}

TEST_F(HttpLimits, headers_of_more_than_16_kib_are_refused) {
  EXPECT_EQ(daemon_.call("GET", "/livez", "", {{"X-Large", std::string(15000, 'h')}}).status, 200);
  expect_problem(daemon_.call("GET", "/livez", "", {{"X-Large", std::string(16384, 'h')}}), 431, "headers_too_large");
  auto endless = daemon_.connect();
  endless.send("GET /livez HTTP/1.1\r\nX-Large: " + std::string(17000, 'h'));
  expect_problem(endless.receive(), 431, "headers_too_large");
}

TEST_F(HttpLimits, more_than_a_hundred_headers_are_refused) {
  Headers headers(98, {"X-Some", "x"});
  EXPECT_EQ(daemon_.call("GET", "/livez", "", headers).status, 200);
  headers.emplace_back("X-More", "x");
  expect_problem(daemon_.call("GET", "/livez", "", headers), 431, "too_many_headers");
}

TEST_F(HttpLimits, a_body_of_more_than_1_mib_is_refused_even_while_it_is_being_sent) {
  const std::string start = R"({"kind":"a","payload":")";
  const auto of_size = [&start](std::size_t bytes) {
    return start + std::string(bytes - start.size() - 2, 'p') + "\"}";
  };
  EXPECT_EQ(post("/v1/tasks", of_size(1024 * 1024)).status, 201);
  expect_problem(post("/v1/tasks", of_size(1024 * 1024 + 1)), 413, "body_too_large");
  expect_problem(post("/v1/tasks", of_size(8 * 1024 * 1024)), 413, "body_too_large");
}

TEST_F(HttpLimits, a_chunked_body_of_more_than_1_mib_is_refused) {
  auto client = daemon_.connect();
  client.send(chunked_head + "Authorization: Bearer " + daemon_.token() + "\r\n\r\n");
  for (int i = 0; i < 17; ++i) client.send("10000\r\n" + std::string(65536, 'c') + "\r\n");
  expect_problem(client.receive(), 413, "body_too_large");
}

TEST_F(HttpLimits, the_line_before_a_chunk_and_the_fields_behind_the_last_have_the_bounds_of_a_head) {
  const std::string large(70'000, 'x');
  for (const std::string& rest : {"5;" + large, "5;" + large + "\r\n", "0\r\nX-Large: " + large,
                                  "0\r\nX-Large: " + large + "\r\n\r\n", "0\r\n" + large + ": x\r\n\r\n"}) {
    auto client = daemon_.connect();
    client.send(chunked_head + "Authorization: Bearer " + daemon_.token() + "\r\n\r\n" + rest);
    expect_problem(client.receive(), 431, "headers_too_large");
    EXPECT_TRUE(client.sees_end());
  }
  EXPECT_EQ(get("/livez").status, 200);
}

TEST_F(HttpWire, a_chunked_body_is_read_whole) {
  auto client = daemon_.connect();
  client.send(chunked_head + "Authorization: Bearer " + daemon_.token() + "\r\n\r\n" + chunks + "\r\n");
  EXPECT_EQ(client.receive().status, 201);
}

TEST_F(HttpWire, a_chunked_body_of_any_size_is_followed_by_the_next_request) {
  const std::string padding(300'000, ' ');
  auto client = daemon_.connect();
  client.send(chunked_head + "Authorization: Bearer " + daemon_.token() + "\r\n\r\n493e0;why=room\r\n" + padding +
              "\r\n" + chunks + "X-Sum: 1\r\n\r\nGET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.receive().status, 201);
  EXPECT_EQ(client.receive().status, 200);
}

TEST_F(HttpWire, what_stands_behind_a_chunked_body_is_no_header) {
  const std::string credentials = "Authorization: Bearer " + daemon_.token() + "\r\n";
  auto stranger = daemon_.connect();
  stranger.send(chunked_head + "\r\n" + chunks + credentials + "\r\n");
  expect_problem(stranger.receive(), 401, "unauthorized");
  auto client = daemon_.connect();
  for (const int status : {201, 201}) {
    client.send(chunked_head + credentials + "\r\n" + chunks + "Idempotency-Key: mine\r\nHost: elsewhere\r\n\r\n");
    EXPECT_EQ(client.receive().status, status) << "a key that is none repeats nothing";
  }
}

TEST_F(HttpWire, pipelined_requests_are_answered_in_order_on_one_connection) {
  auto client = daemon_.connect();
  const std::string head = " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + daemon_.token() + "\r\n";
  client.send("GET /livez" + head + "\r\nPOST /v1/tasks" + head +
              "Content-Length: 12\r\n\r\n{\"kind\":\"a\"}GET /nowhere" + head + "\r\nGET /v1/queue" + head + "\r\n");
  EXPECT_EQ(client.receive().status, 200);
  EXPECT_EQ(client.receive().status, 201);
  EXPECT_EQ(client.receive().status, 404);
  EXPECT_EQ(json_word(client.receive().body, "depth"), "1");
}

TEST_F(HttpWire, a_request_may_arrive_byte_by_byte) {
  auto client = daemon_.connect();
  const std::string text = "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + daemon_.token() +
                           "\r\nContent-Length: 12\r\n\r\n{\"kind\":\"a\"}";
  for (const char c : text) client.send(std::string_view(&c, 1));
  EXPECT_EQ(client.receive().status, 201);
}

TEST_F(HttpWire, connection_close_is_obeyed) {
  auto client = daemon_.connect();
  const auto answer = client.request("GET", "/livez", "", {{"Connection", "close"}});
  EXPECT_EQ(answer.header("Connection"), "close");
  EXPECT_TRUE(client.sees_end());
}

TEST_F(HttpWire, a_head_request_is_answered_without_a_body) {
  auto client = daemon_.connect();
  EXPECT_EQ(client.request("HEAD", "/livez", "", {}).status, 200);
  EXPECT_EQ(client.request("GET", "/livez", "", {}).body, "{\"status\":\"alive\"}\n");
}

TEST_F(HttpWire, a_client_that_asks_first_is_told_to_go_on) {
  auto client = daemon_.connect();
  client.send("POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + daemon_.token() +
              "\r\nExpect: 100-continue\r\nContent-Length: 12\r\n\r\n");
  EXPECT_EQ(client.receive().status, 100);
  client.send("{\"kind\":\"a\"}");
  EXPECT_EQ(client.receive().status, 201);
}

TEST_F(HttpWire, what_is_not_http_is_refused_and_the_connection_closed) {
  for (const char* text :
       {"\x16\x03\x01\x02\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/3.0\r\n\r\n",
        "GET /livez HTTP/1.1\r\nHost localhost\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\nGET /livez HTTP/1.1\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "POST /v1/tasks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n",
        "GET /livez HTTP/1.1\nHost: localhost\n\n", "GET /livez HTTP/1.1\r\nHost: localhost\n\r\n",
        "POST /v1/tasks HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"}) {
    auto client = daemon_.connect();
    client.send(text);
    expect_problem(client.receive(), 400, "bad_request");
    EXPECT_TRUE(client.sees_end());
  }
}

TEST_F(HttpWire, a_request_id_of_the_client_comes_back) {
  EXPECT_EQ(daemon_.call("GET", "/livez", "", {{"X-Request-Id", "mine-1"}}).header("X-Request-Id"), "mine-1");
  EXPECT_NE(daemon_.call("GET", "/livez", "", {{"X-Request-Id", "not good\x01"}}).header("X-Request-Id"),
            "not good\x01");
}

}  // namespace baton::test
