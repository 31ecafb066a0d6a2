#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <sstream>

#include "baton/limits.hpp"
#include "cli/bench_workload.hpp"
#include "cli/remote_command_line.hpp"
#include "cli/store_command_line.hpp"

namespace baton::cli {

namespace {

CLI::App* add_serve(CLI::App& app, const std::string& name, const std::string& what, Serve& serve) {
  auto* command = app.add_subcommand(name, what);
  command
      ->add_option("--store", serve.store,
                   "where the state lives: sqlite:PATH, postgres://…, redis://… or memory: (default sqlite:state.db)")
      ->type_name("URL");
  command
      ->add_option("--ephemeral", serve.ephemeral,
                   "where results live, which may be lost: redis://… (default: in the same store)")
      ->type_name("URL");
  command->add_option("--namespace", serve.name_space, "the fleet's world on a shared server (default: default)")
      ->type_name("NAME");
  command
      ->add_option("--listen", serve.listen, "address to listen on; port 0 takes a free one (default 127.0.0.1:7777)")
      ->type_name("HOST:PORT");
  command
      ->add_option("--token-file", serve.token_file,
                   "file with the access token, made if missing (default: baton.token beside the store)")
      ->type_name("PATH");
  command->add_option("--config", serve.config, "configuration file (default: baton.toml, if there is one)")
      ->type_name("PATH");
  command
      ->add_option("--assign", serve.assign,
                   "push: idle agents are given tasks, and may claim as well; pull: they only claim (default push)")
      ->type_name("push|pull");
  command
      ->add_option("--tls-cert", serve.tls_cert,
                   "PEM file with the certificate and its chain; needed to listen off loopback; read again on SIGHUP")
      ->type_name("PATH");
  command->add_option("--tls-key", serve.tls_key, "PEM file with the certificate's key")->type_name("PATH");
  command
      ->add_option("--public-host", serve.public_hosts,
                   "a name that requests may call the daemon by, beside what it listens on; may be given several times")
      ->type_name("NAME");
  command->add_option("--port-file", serve.port_file, "write the port that is listened on to this file")
      ->type_name("PATH");
  return command;
}

CLI::App* add_bench(CLI::App& app, BenchOptions& bench) {
  auto* command = app.add_subcommand("bench", "measure a store beside its raw engine");
  command
      ->add_option("--store", bench.store,
                   "sqlite:PATH (new files beside it are used), redis://… or postgres://… (new namespaces) or memory: "
                   "(default sqlite:)")
      ->type_name("URL");
  command->add_option("--verbs", bench.verbs, "of " + all_acts())->delimiter(',');
  command->add_option("--callers", bench.callers, "concurrent callers, several numbers (default 1,16,64,512)")
      ->delimiter(',')
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
  command->add_option("--seconds", bench.seconds, "measured time for each (default 2)")->check(CLI::Range(0.0, 3600.0));
  command->add_option("--fill", bench.fill, "pending tasks beforehand (default 0)");
  command->add_option("--agents", bench.agents, "registered beforehand (default 2000)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000}));
  command->add_option("--lanes", bench.lanes, "lanes that agents serve (default 1)")
      ->check(CLI::Range(std::size_t{1}, limits::lanes_per_agent));
  command->add_flag("!--no-raw", bench.raw, "do not measure the raw engine");
  command->add_flag("--json", bench.json, "print JSON");
  return command;
}

std::string one_line(std::string text) {
  for (auto& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

/// CLI11 tells about help and misuse by exceptions; they end here.
Command told_by(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() != 0) return Misused{one_line(error.what())};
  std::ostringstream text;
  app.exit(error, text, text);
  return ShowHelp{text.str()};
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  Serve serve;
  Serve dev{.demo = true};
  BenchOptions bench;
  StoreCommand store;
  RemoteCommand remote;
  CLI::App app("baton: the state layer and supervisor for fleets of AI agents", "baton");
  app.require_subcommand(1);
  app.fallthrough();
  const auto* serve_command = add_serve(app, "serve", "run the daemon", serve);
  const auto* dev_command = add_serve(app, "dev", "run the daemon with a demonstration fleet to look at", dev);
  const auto* bench_command = add_bench(app, bench);
  const auto* store_command = add_store(app, store);
  add_remote(app, remote);
  app.add_subcommand("version", "print the version");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return told_by(app, error);
  }
  if (serve_command->parsed()) return serve;
  if (dev_command->parsed()) return dev;
  if (bench_command->parsed()) return bench;
  if (store_command->parsed()) return store;
  if (!remote.name.empty()) return remote;
  return ShowVersion{};
}

}  // namespace baton::cli
