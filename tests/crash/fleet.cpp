#include "crash/fleet.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <csignal>
#include <iostream>
#include <limits>

#include "baton/open.hpp"
#include "crash/deaths.hpp"
#include "support/invariants.hpp"
#include "support/programs.hpp"
#include "support/sse_client.hpp"
#include "support/store_fixture.hpp"

namespace baton::test {
namespace {

namespace asio = boost::asio;
constexpr std::size_t crowd_size = 8;

void run_caller(Shop& shop, std::size_t number) {
  asio::io_context loop;
  auto ended = asio::co_spawn(loop, work_in(&shop, number), asio::use_future);
  loop.run();
  ended.get();
}

}  // namespace

Fleet::Fleet(std::string url, const TemporaryDirectory& folder, std::uint64_t seed,
             std::vector<std::string> environment)
    : url_(std::move(url)), environment_(std::move(environment)), folder_(folder) {
  start_daemon();
  door_ = std::make_unique<Door>(network_->port(), daemon_->token());
  for (std::size_t i = 0; i < crowd_size; ++i) start_caller(i, seed);
  crowd_.emplace_back([this] { follow_events(); });
}

void Fleet::start_caller(std::size_t number, std::uint64_t seed) {
  ports_.push_back(std::make_shared<HttpPort>(*door_));
  shops_.emplace_back(new Shop{.store = Store(ports_.back()), .round = "fleet-" + std::to_string(seed), .tell = {}});
  Shop* const shop = shops_.back().get();
  shop->most_calls = std::numeric_limits<std::size_t>::max();
  shop->tell = [this](const Acknowledgement& told) { hear(told); };
  crowd_.emplace_back([this, shop, number] {
    try {
      run_caller(*shop, number);
    } catch (const std::exception& bug) {
      const std::lock_guard lock(mutex_);
      failures_.emplace_back(bug.what());
      std::cout << "a client gave up: " << bug.what() << "\n" << std::flush;
      more_.notify_all();
    }
  });
}

void Fleet::hear(const Acknowledgement& told) {
  const std::lock_guard lock(mutex_);
  calls_.note(told.asked, told.at);
  told_.add(told);
  more_.notify_all();
}

Fleet::~Fleet() {
  door_->close();
  // Whoever follows the stream waits for its end.
  daemon_->signal(SIGKILL);
  for (auto& shop : shops_) shop->most_calls = 0;
}

void Fleet::start_daemon() {
  daemon_ = std::make_unique<DaemonProcess>(
      folder_, std::vector<std::string>{"serve", "--store", url_, "--assign", "pull"}, environment_);
  network_ = std::make_unique<Proxy>("127.0.0.1", daemon_->port());
}

void Fleet::kill_daemon() {
  daemon_->signal(SIGKILL);
  (void)daemon_->wait(std::chrono::seconds{10});
  start_daemon();
  door_->open(network_->port());
  ++daemon_kills_;
}

bool Fleet::progresses(std::size_t mutations, Duration within) {
  std::unique_lock lock(mutex_);
  const std::size_t wanted = told_.size() + mutations;
  return more_.wait_for(lock, within, [&] { return told_.size() >= wanted || !failures_.empty(); }) &&
         failures_.empty();
}

bool Fleet::heals() {
  const auto heal = std::chrono::steady_clock::now();
  const bool healed = progresses(1, std::chrono::seconds{5});
  heals_.note(heal);
  return healed;
}

bool Fleet::is_found_unready() {
  const auto fault = std::chrono::steady_clock::now();
  const bool found = is_ready(false, std::chrono::seconds{2});
  unready_.note(fault);
  return found;
}

bool Fleet::is_found_ready() const { return is_ready(true, std::chrono::seconds{5}); }

bool Fleet::is_ready(bool ready, Duration within) const {
  const auto until = std::chrono::steady_clock::now() + within;
  for (;;) {
    const auto left = std::chrono::ceil<Duration>(until - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    auto client = daemon_->connect();
    client.give_up_after(left);
    const int status = client.request("GET", "/readyz", "", {}).status;
    if (status != 0 && (status == 200) == ready) return true;
    wait_briefly();
  }
}

Time Fleet::store_time() const {
  const auto answer = daemon_->call("GET", "/v1/health");
  return parse_time(json_word(answer.body, "now")).value();
}

/// Comes back with the last id whenever the stream ends.
void Fleet::follow_events() {
  std::string last_id = "0";
  while (const auto port = door_->port()) {
    SseClient stream(port, door_->token(), "/v1/events/stream?keep_alive=1", {{"Last-Event-ID", last_id}});
    while (const auto event = stream.next()) {
      streamed_.emplace_back(event->position(), event->name);
      if (door_->port() == 0) return;
    }
    if (!stream.last_id().empty()) last_id = stream.last_id();
    door_->wait_for_another(port);
  }
}

/// What was delivered live is what the log says, from its first event on, each once.
void Fleet::check_stream(BlockingStore& store, std::vector<std::string>& wrong) const {
  ReadLog request{.limit = 1000};
  std::size_t next = 0;
  while (next < streamed_.size()) {
    const auto page = must(store, request);
    if (page.events.empty()) return wrong.push_back("the stream told more than the log holds");
    for (const Event& event : page.events) {
      if (next == streamed_.size()) break;
      const auto& [position, type] = streamed_[next++];
      if (position == event.position.value && type == to_text(event.type)) continue;
      return wrong.push_back("the stream told " + type + " at " + std::to_string(position) + ", the log has " +
                             std::string(to_text(event.type)) + " at " + std::to_string(event.position.value));
    }
    request.after = page.next;
  }
  if (next == 0) wrong.emplace_back("nothing came by the stream");
}

std::vector<std::string> Fleet::examine() {
  for (auto& shop : shops_) shop->most_calls = 0;
  for (std::size_t i = 0; i < crowd_size; ++i) crowd_[i].join();
  door_->close();
  daemon_->signal(SIGTERM);
  std::vector<std::string> wrong = failures_;
  if (daemon_->wait(std::chrono::seconds{30}) != 0)
    wrong.push_back("the daemon did not end well: " + daemon_->output());
  crowd_.back().join();
  auto opened = open_store(url_);
  if (!opened) return {"the store does not open: " + opened.error().detail};
  {
    BlockingStore store(*opened);
    for (std::string& broken : broken_invariants(store)) wrong.push_back(std::move(broken));
    for (std::string& missing : told_.missing_in(store)) wrong.push_back(std::move(missing));
    check_stream(store, wrong);
  }
  opened->port()->close();
  for (std::string& damage : damages_of(url_)) wrong.push_back(std::move(damage));
  return wrong;
}

void Fleet::tell_figures() const {
  const std::lock_guard lock(mutex_);
  std::size_t unanswered = 0;
  for (const auto& port : ports_) unanswered += port->unanswered();
  if (daemon_kills_ > 0) tell_figure(daemon_kills_, "kills of the daemon");
  tell_figure(told_.size(), "acknowledged writes of a fleet over HTTP");
  tell_figure(unanswered, "requests of a fleet without an answer");
  heals_.tell(until_progress);
  unready_.tell("until /readyz was no after a fault");
  calls_.tell("from a call to its answer, with all that lay between");
}

}  // namespace baton::test
