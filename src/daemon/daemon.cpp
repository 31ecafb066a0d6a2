#include "daemon/daemon.hpp"

#include <fmt/core.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <bitset>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>

#include "cli/daemon_note.hpp"
#include "core/cloud_event.hpp"
#include "core/digest.hpp"
#include "daemon/banner.hpp"
#include "daemon/descriptors.hpp"
#include "daemon/job_tokens.hpp"
#include "daemon/log.hpp"
#include "daemon/memory_settings.hpp"
#include "daemon/port_file.hpp"
#include "daemon/service_manager.hpp"
#include "daemon/stores.hpp"
#include "engine/claim_desk.hpp"
#include "engine/configured_subscriptions.hpp"
#include "engine/correlator.hpp"
#include "engine/courier.hpp"
#include "engine/demo.hpp"
#include "engine/event_feed.hpp"
#include "engine/log_watch.hpp"
#include "engine/metrics.hpp"
#include "engine/nursery.hpp"
#include "engine/orchestrator.hpp"
#include "engine/orphans.hpp"
#include "engine/pulse.hpp"
#include "engine/rest.hpp"
#include "engine/story.hpp"
#include "engine/supervisor.hpp"
#include "engine/thread_retention.hpp"
#include "engine/waiting_room.hpp"
#include "http/access.hpp"
#include "http/api.hpp"
#include "http/gateway.hpp"
#include "http/http_sender.hpp"
#include "http/server.hpp"
#include "http/token_file.hpp"

namespace baton::daemon {

namespace asio = boost::asio;

namespace {

SupervisorOptions supervision(const Settings& settings) {
  SupervisorOptions options{.assign = settings.assign};
  options.on_trouble = [](const Error& error) {
    spdlog::warn("the supervisor leaves the store alone for a moment: {}", error.detail);
  };
  return options;
}

/// Fit for a part of an agent's id.
std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || !is_identifier(name.data())) return "host";
  return std::string(name.data()).substr(0, 48);
}

/// Of the three descriptors that every program has, those that are a terminal which is there.
std::bitset<3> terminals() {
  std::bitset<3> found;
  for (std::size_t number = 0; number < found.size(); ++number) found[number] = ::isatty(static_cast<int>(number)) == 1;
  return found;
}

bool is_in_foreground() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::tcgetpgrp(number) == ::getpgrp()) return true;
  }
  return false;
}

/// Those without which nobody can stop us there any more. In the background only where we complain: who sent that elsewhere
/// meant us to stay.
std::bitset<3> awaited_terminals() {
  return is_in_foreground() ? terminals() : terminals() & std::bitset<3>(1U << STDERR_FILENO);
}

/// Everything that runs while the daemon serves, on one event loop.
class Daemon {
 public:
  Daemon(const Settings& settings, Store store, std::string_view token, MemoryOptions memory)
      : settings_(settings),
        store_(std::move(store)),
        desk_(std::make_shared<ClaimDesk>(loop_.get_executor(), store_)),
        waiting_room_(std::make_shared<WaitingRoom>(loop_.get_executor(), store_)),
        correlator_(std::make_shared<Correlator>(loop_.get_executor(), store_, std::move(memory))),
        feed_(std::make_shared<EventFeed>(loop_.get_executor(), store_)),
        subscriptions_(std::make_shared<const Subscriptions>(store_)),
        courier_(std::make_shared<Courier>(
            loop_.get_executor(), store_,
            std::make_shared<http::HttpSender>(loop_.get_executor(), settings.webhook_targets),
            cloud_source(settings.name_space), [](const std::string& trouble) { spdlog::warn("{}", trouble); })),
        metrics_(std::make_shared<Metrics>(store_, [this] { return supervisor_.counts(); })),
        pulse_(std::make_shared<Pulse>(loop_.get_executor(), store_)),
        access_(
            std::make_shared<http::Access>(loop_.get_executor(), store_, token, settings.tls.has_value(), &complain)),
        where_(std::make_shared<JobSurroundings>()),
        jobs_(std::make_shared<Orchestrator>(
            loop_.get_executor(), store_, desk_, make_profiles(loop_.get_executor(), store_, where_, settings.jobs),
            where_, OrchestratorOptions{.trouble = [](const std::string& trouble) { spdlog::warn("{}", trouble); }})),
        retention_(store_, settings.thread_ttl.value_or(Duration::max())),
        watch_(store_),
        supervisor_(loop_.get_executor(), store_, supervision(settings)),
        server_(loop_.get_executor(), logging_requests(make_gateway()), &complain),
        crew_(loop_.get_executor()),
        job_crew_(loop_.get_executor()),
        fleet_(loop_.get_executor()) {}

  Result<void> run();

 private:
  static void complain(const std::string& trouble) { spdlog::error("{}", trouble); }
  std::shared_ptr<http::Gateway> make_gateway() const;
  Result<std::string> load_certificate();
  Result<void> announce(std::uint16_t port);
  void find_place(std::uint16_t port);
  void start();
  asio::awaitable<void> tell_durability();
  asio::awaitable<void> tell_writes();
  asio::awaitable<void> tell_alive();
  void hear(const LogWatch::News& news);
  asio::awaitable<void> stop_on_signal();
  void reload_certificate();
  void reload_on_signal();
  asio::awaitable<void> stop();

  const Settings& settings_;
  const std::bitset<3> terminals_ = awaited_terminals();
  const ServiceManager manager_;
  Store store_;
  asio::io_context loop_{1};
  asio::signal_set signals_{loop_, SIGINT, SIGTERM};
  asio::signal_set reload_{loop_, SIGHUP};
  std::stop_source stop_;
  std::stop_source job_stop_;
  std::stop_source fleet_stop_;
  std::shared_ptr<ClaimDesk> desk_;
  std::shared_ptr<WaitingRoom> waiting_room_;
  std::shared_ptr<Correlator> correlator_;
  std::shared_ptr<EventFeed> feed_;
  std::shared_ptr<const Subscriptions> subscriptions_;
  std::shared_ptr<Courier> courier_;
  std::shared_ptr<Metrics> metrics_;
  std::shared_ptr<Pulse> pulse_;
  std::shared_ptr<http::Access> access_;
  std::shared_ptr<JobSurroundings> where_;
  std::shared_ptr<Orchestrator> jobs_;
  ThreadRetention retention_;
  LogWatch watch_;
  Supervisor supervisor_;
  Story story_;
  http::Server server_;
  Nursery crew_;
  Nursery job_crew_;
  Nursery fleet_;
  std::optional<cli::DaemonNote> note_;
};

std::shared_ptr<http::Gateway> Daemon::make_gateway() const {
  auto hosts = settings_.public_hosts;
  hosts.push_back(settings_.listen.host);
  return std::make_shared<http::Gateway>(
      http::Guard(std::move(hosts), settings_.tls.has_value()), http::RouteTable(http::api_routes()),
      http::Services{store_, desk_, waiting_room_, metrics_, pulse_, access_, feed_, subscriptions_, courier_,
                     correlator_, jobs_, std::make_shared<const WebhookSources>(settings_.jobs.webhooks),
                     cloud_source(settings_.name_space)});
}

/// What its dates give to worry about; empty: nothing.
Result<std::string> Daemon::load_certificate() {
  if (!settings_.tls) return "";
  auto context = http::load_certificate(*settings_.tls);
  if (!context) return std::unexpected(context.error());
  const auto dates = http::check_dates(*settings_.tls, **context);
  server_.use_tls(*std::move(context));
  return dates ? *dates : dates.error().detail;
}

Result<void> Daemon::run() {
  const auto worry = load_certificate();
  if (!worry) return std::unexpected(worry.error());
  const auto port = server_.listen(settings_.listen);
  if (!port) return std::unexpected(port.error());
  find_place(*port);
  auto announced = announce(*port);
  if (announced) {
    if (!worry->empty()) spdlog::warn("{}", *worry);
    start();
  } else {
    asio::co_spawn(loop_, stop(), asio::detached);
  }
  loop_.run();
  return announced;
}

Result<void> Daemon::announce(std::uint16_t port) {
  if (settings_.port_file) {
    if (auto written = write_port_file(*settings_.port_file, port); !written) return written;
  }
  const cli::Whereabouts where = reached_at(settings_, port);
  note_.emplace(where.host + ":" + where.port, settings_.token_file);
  fmt::print("{}", banner(settings_, port));
  std::fflush(stdout);
  manager_.tell_ready(fmt::format("listening on {}:{}", settings_.listen.host, port));
  return {};
}

/// What the agents of jobs are told about us, and what of them an earlier start of ours has left behind.
void Daemon::find_place(std::uint16_t port) {
  const std::string node = settings_.node.empty() ? fmt::format("{}:{}", host_name(), port) : settings_.node;
  where_->url = reached_at(settings_, port).url();
  where_->node = node;
  where_->daemon = make_unique_text();
  where_->tokens = std::make_shared<ApiJobTokens>(store_, access_);
  const std::string world = std::filesystem::absolute(settings_.token_file).string() + " " + settings_.name_space;
  where_->mark = digest(settings_.store + " " + world + " " + node);
  if (const std::size_t orphans = end_orphans(where_->mark, where_->daemon); orphans > 0) {
    spdlog::warn("{} processes of jobs were left over from an earlier start and have been ended", orphans);
  }
}

void Daemon::start() {
  metrics_->watch([this] {
    return LiveFigures{.clients = feed_->readers(),
                       .overruns = feed_->overruns(),
                       .deliveries = courier_->counts(),
                       .writes_fail = pulse_->writes_fail()};
  });
  watch_.listen([this](const LogWatch::News& news) { hear(news); });
  crew_.start(watch_.run(stop_.get_token()));
  crew_.start(feed_->run(stop_.get_token()));
  crew_.start(configure(*subscriptions_, settings_.subscriptions, stop_.get_token(),
                        [](const std::string& trouble) { spdlog::error("{}", trouble); }));
  crew_.start(courier_->run(stop_.get_token()));
  crew_.start(supervisor_.run(stop_.get_token()));
  crew_.start(correlator_->run(stop_.get_token()));
  crew_.start(tell_durability());
  crew_.start(tell_writes());
  if (settings_.thread_ttl) crew_.start(retention_.run(stop_.get_token()));
  job_crew_.start(jobs_->run(job_stop_.get_token()));
  if (manager_.watchdog()) crew_.start(tell_alive());
  if (settings_.demo) fleet_.start(run_demo(store_, desk_, correlator_, fleet_stop_.get_token()));
  asio::co_spawn(loop_, stop_on_signal(), asio::detached);
  reload_on_signal();
}

/// Certificates are renewed while we run. One that cannot be used leaves the old one in its place.
void Daemon::reload_certificate() {
  if (!settings_.tls) {
    spdlog::info("without TLS there is nothing to read again; a changed configuration takes a restart");
  } else if (const auto worry = load_certificate(); worry) {
    spdlog::info("the TLS certificate was read again");
    if (!worry->empty()) spdlog::warn("{}", *worry);
  } else {
    spdlog::error("the TLS certificate stays as it was: {}", worry.error().detail);
  }
}

void Daemon::reload_on_signal() {
  reload_.async_wait([this](const boost::system::error_code& error, int /*number*/) {
    if (error || fleet_stop_.stop_requested()) return;
    if ((terminals_ & ~terminals()).none()) {
      reload_certificate();
      return reload_on_signal();
    }
    // The signal is also what is left of a terminal that was closed. It comes from the shell and from the system: the
    // second must not end us in the middle of stopping.
    (void)std::raise(SIGTERM);
  });
}

/// What a store promises less than it could is said at once, not when something was lost.
asio::awaitable<void> Daemon::tell_durability() {
  const auto report = co_await store_.call(Health{});
  if (!report) {
    spdlog::warn("the store does not tell how durable it is: {}", report.error().detail);
    co_return;
  }
  if (!report->durable) spdlog::warn("durability {}", report->durability);
  for (const std::string& note : report->notes) spdlog::warn("{}", note);
}

/// Once when writes begin to fail, and once when they do no more. While they fail it looks, so that somebody finds out.
asio::awaitable<void> Daemon::tell_writes() {
  Rest rest(loop_.get_executor(), stop_.get_token());
  bool failing = false;
  while (co_await rest.wait(std::chrono::seconds{1})) {
    if (failing) (void)co_await pulse_->feel();
    if (pulse_->writes_fail() == failing) continue;
    failing = !failing;
    if (failing) {
      spdlog::error("the store does not keep what is written; free space on its disk, or look at its server");
    } else {
      spdlog::info("the store keeps what is written again");
    }
  }
}

/// From the event loop itself, twice as often as it is asked for: a loop that hangs falls silent.
asio::awaitable<void> Daemon::tell_alive() {
  Rest rest(loop_.get_executor(), stop_.get_token());
  do {
    manager_.tell_alive();
  } while (co_await rest.wait(*manager_.watchdog() / 2));
}

void Daemon::hear(const LogWatch::News& news) {
  desk_->hear(news);
  waiting_room_->hear(news);
  feed_->hear(news);
  courier_->hear(news);
  metrics_->hear(news);
  jobs_->hear(news);
  supervisor_.hear(news);
  correlator_->hear(news);
  if (!settings_.demo) return;
  for (const auto& event : news.events) {
    // Unlike print, without a complaint where the terminal is gone.
    if (const auto line = story_.tell(event)) std::fputs((*line + "\n").c_str(), stdout);
  }
  std::fflush(stdout);
}

asio::awaitable<void> Daemon::stop_on_signal() {
  co_await signals_.async_wait(asio::as_tuple(asio::use_awaitable));
  // Who asks twice does not want to wait.
  signals_.async_wait([](const boost::system::error_code& error, int number) {
    if (!error) ::_exit(128 + number);
  });
  spdlog::info("stopping");
  co_await stop();
  // From here on a signal ends us at once, whatever the system is still looking up.
  signals_.clear();
  signals_.cancel();
}

asio::awaitable<void> Daemon::stop() {
  manager_.tell_stopping();
  // The fleet first, so that its leave-taking is still told.
  fleet_stop_.request_stop();
  co_await fleet_.join();
  // Jobs while they can still be given back, and their agents heard.
  job_stop_.request_stop();
  co_await job_crew_.join();
  desk_->stop();
  waiting_room_->stop();
  correlator_->stop_waiting();
  jobs_->stop_waiting();
  reload_.cancel();
  co_await server_.stop();
  co_await access_->join();
  stop_.request_stop();
  co_await crew_.join();
  co_await pulse_->join();
}

/// What is wrong with files beside the store is told before a store is made, or brought to a newer schema.
Result<void> check_files(const Settings& settings) {
  if (const auto token = http::load_token(settings.token_file); !token) return std::unexpected(token.error());
  if (!settings.tls) return {};
  const auto certificate = http::load_certificate(*settings.tls);
  return certificate ? Result<void>{} : std::unexpected(certificate.error());
}

}  // namespace

Result<void> run(const Settings& settings) {
  for (const std::string& variable : settings.shown_passwords) {
    spdlog::warn(
        "the arguments show the store's password to every user of this machine; put its URL into {0} "
        "or into a file that {0}_FILE names",
        variable);
  }
  auto memory = memory_options(settings);
  if (!memory) return std::unexpected(std::move(memory.error()));
  if (auto usable = check_files(settings); !usable) return usable;
  allow_many_descriptors();
  auto store = open_stores(settings);
  if (!store) return std::unexpected(store.error());
  const auto port = store->port();
  auto token = http::load_or_make_token(settings.token_file);
  Result<void> outcome;
  if (token) {
    outcome = Daemon(settings, *std::move(store), *token, *std::move(memory)).run();
  } else {
    outcome = std::unexpected(token.error());
  }
  port->close();
  if (outcome) spdlog::info("stopped; the store is closed");
  return outcome;
}

}  // namespace baton::daemon
