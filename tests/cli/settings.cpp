#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "cli/chosen.hpp"
#include "cli/daemon_fixture.hpp"
#include "cli/setting_table.hpp"
#include "support/programs.hpp"

/// Where settings come from, and how commands find their daemon.
namespace baton::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Configuration : public ::testing::Test {
 protected:
  Ended baton(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) const {
    return run_baton(folder_, arguments, environment);
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_.path() / name) << text; }

  TemporaryDirectory folder_;
};

TEST_F(Configuration, names_each_value_and_where_it_comes_from) {
  write("baton.toml", "# ours\nlisten = \"127.0.0.1:1\"\nassign = \"pull\"\nnamespace = \"file\"\n");
  const Ended shown = baton({"config", "show", "--assign", "push", "--json"}, {"BATON_NAMESPACE=variable"});
  EXPECT_EQ(shown.exit_code, 0) << shown.out;
  for (const char* line :
       {R"({"setting":"listen","value":"127.0.0.1:1","from":"baton.toml:2","variable":"BATON_LISTEN"})",
        R"({"setting":"assign","value":"push","from":"--assign","variable":"BATON_ASSIGN"})",
        R"({"setting":"namespace","value":"variable","from":"BATON_NAMESPACE","variable":"BATON_NAMESPACE"})",
        R"({"setting":"log_format","value":"auto","from":"default","variable":"BATON_LOG_FORMAT"})"}) {
    EXPECT_THAT(shown.out, HasSubstr(line));
  }
  EXPECT_THAT(baton({"config", "show"}).out, AllOf(HasSubstr("SETTING"), HasSubstr("baton.toml:2")));
}

TEST_F(Configuration, leaves_out_passwords) {
  write("url", "redis://u:hunter3@cache/0\n");
  const Ended shown =
      baton({"config", "show", "--store", "postgres://u:hunter2@db/x?password=hunter4"}, {"BATON_EPHEMERAL_FILE=url"});
  EXPECT_THAT(shown.out, AllOf(HasSubstr("postgres://db/x"), HasSubstr("redis://cache/0"),
                               HasSubstr("BATON_EPHEMERAL_FILE"), Not(HasSubstr("hunter"))));
  const Ended refused = baton({"config", "show", "--store", "postgres://u:hun/ter5@db/x"});
  EXPECT_THAT(refused.out, AllOf(HasSubstr("postgres://db/x"), Not(HasSubstr("ter5"))));
}

TEST_F(Configuration, is_the_same_in_the_order_flag_variable_file_default_for_every_setting) {
  for (const auto& setting : cli::setting_table()) {
    if (setting.name.empty()) continue;
    const bool words = setting.value.contains('|');
    const std::string a(words ? setting.value.substr(0, setting.value.find('|')) : "127.0.0.1:1");
    const std::string b(words ? setting.value.substr(setting.value.rfind('|') + 1) : "127.0.0.1:2");
    const std::string name(setting.name);
    write("settings.toml", name + " = \"" + a + "\"\n");
    const auto chosen = [&](bool typed, bool set) {
      cli::Typed given;
      given.values["config"] = {(folder_.path() / "settings.toml").string()};
      if (typed) given.values[name] = {a};
      return cli::choose_settings(given, [&](const std::string& variable) {
        return set && variable == setting.variable ? std::optional(b) : std::nullopt;
      });
    };
    EXPECT_EQ(chosen(false, false)->one(name), a) << name;
    EXPECT_EQ(chosen(false, true)->one(name), b) << name;
    EXPECT_EQ(chosen(true, true)->one(name), a) << name;
    EXPECT_EQ(chosen(true, true)->place(name), setting.flag);
  }
}

TEST_F(Configuration, refuses_unknown_keys_and_names_the_nearest) {
  write("a.toml", "store = \"memory:\"\nlistne = \"x\"\n");
  const Ended unknown = baton({"config", "check", "a.toml"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.out, "baton config check: a.toml:2: unknown key `listne`; did you mean `listen`?\n");
  write("b.toml", "store = 1\n");
  EXPECT_THAT(baton({"config", "check", "b.toml"}).out, HasSubstr("b.toml:1: `store` must be a text in quotes"));
  write("c.toml", "log_level = \"loud\"\n");
  EXPECT_THAT(baton({"config", "check", "c.toml"}).out, HasSubstr("write one of debug|info|warn|error"));
  write("d.toml", "store = \"memory:\n");
  EXPECT_EQ(baton({"config", "check", "d.toml"}).exit_code, 2);
  EXPECT_EQ(baton({"config", "check", "nowhere.toml"}).exit_code, 1);
  write("e.toml", "store = \"memory:\"\n");
  EXPECT_EQ(baton({"config", "check", "e.toml"}).out, "e.toml is right\n");
}

TEST_F(Configuration, is_checked_as_serve_does) {
  for (const std::string line :
       {"thread_ttl = '5 parsecs'", "ttl = 'x=y'", "schemas = '/nowhere'", "listen = 'garbage'",
        "listen = '0.0.0.0:7804'", "store = 'mysql://x'", "store = 'sqlite:nowhere/x.db'", "ephemeral = 'mysql://x'",
        "tls_cert = '/nowhere'", "patterns = 'mine=/nowhere'", "token_file = '.'", "port_file = 'nowhere/x'",
        "namespace = 'a b'", "public_host = ['http://x']", "public_host = ['baton.example:7777']"}) {
    write("a.toml", line + "\n");
    const Ended checked = baton({"config", "check", "a.toml"});
    const Ended served = baton({"serve", "--config", "a.toml"});
    EXPECT_EQ(checked.exit_code, served.exit_code) << line;
    const auto what = [](const std::string& out) { return out.substr(out.find(':'), out.find(';') - out.find(':')); };
    EXPECT_EQ(what(checked.out), what(served.out));
  }
}

TEST_F(Configuration, a_folder_is_no_file) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"config", "check", "."}, {"serve", "--config", "."}, {"schema", "check", "."}}) {
    const Ended refused = baton(arguments);
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_THAT(refused.out, HasSubstr(" .: it is a folder; check its path"));
  }
  const Ended submitted = baton({"task", "submit", "write", "@."});
  EXPECT_THAT(submitted.out, HasSubstr("cannot read .: it is a folder; check the path behind the @"));
  EXPECT_THAT(baton({"serve", "--store", "memory:", "--token-file", "."}).out, Not(HasSubstr("chmod")));
}

TEST_F(Configuration, without_a_token_nothing_is_allowed) {
  for (const std::string path : {"nowhere", "."}) {
    const Ended refused = baton({"health", "--token-file", path});
    EXPECT_EQ(refused.exit_code, 4);
    EXPECT_THAT(refused.out, HasSubstr("no token in " + path + ": "));
  }
}

TEST_F(RemoteCommands, find_the_daemon_from_another_directory) {
  const TemporaryDirectory elsewhere;
  const std::string state = "XDG_STATE_HOME=" + (folder_.path() / "state").string();
  EXPECT_EQ(run_baton(elsewhere, {"health", "--url", url()}, {state}).exit_code, 0);
  EXPECT_EQ(run_baton(elsewhere, {"health", "--url", url()}).exit_code, 4);
  EXPECT_EQ(run_baton(elsewhere, {"health", "--url", url()}, {"BATON_TOKEN=" + daemon_.token()}).exit_code, 0);
  const std::string file = (folder_.path() / "baton.token").string();
  EXPECT_EQ(run_baton(elsewhere, {"health", "--url", url()}, {"BATON_TOKEN_FILE=" + file}).exit_code, 0);
  std::ofstream(elsewhere.path() / "baton.toml")
      << "listen = \"127.0.0.1:" << daemon_.port() << "\"\ntoken_file = \"" << file << "\"\n";
  EXPECT_EQ(run_baton(elsewhere, {"health"}).exit_code, 0);
}

TEST_F(RemoteCommands, a_daemon_takes_its_note_away_when_it_stops) {
  const auto note = folder_.path() / "state" / "baton" / "daemons" / ("127.0.0.1:" + std::to_string(daemon_.port()));
  EXPECT_EQ(contents_of(note), (folder_.path() / "baton.token").string() + "\n");
  daemon_.signal(SIGTERM);
  EXPECT_EQ(daemon_.wait(std::chrono::seconds{30}), 0);
  EXPECT_FALSE(std::filesystem::exists(note));
}

TEST_F(Configuration, a_file_that_nobody_named_sends_no_token_to_other_machines) {
  for (const char* place :
       {"listen = \"192.0.2.1:443\"\n", "listen = \"0.0.0.0:443\"\npublic_host = [\"192.0.2.1\"]\n"}) {
    write("baton.toml", std::string(place) + "tls_cert = \"x\"\ntoken_file = \"nowhere\"\n");
    const Ended refused = baton({"health"}, {"BATON_TOKEN=" + std::string(64, 'x')});
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.out, HasSubstr("names another machine, https://192.0.2.1:443; if you trust it, say so with "
                                       "--config baton.toml or --url https://192.0.2.1:443"));
    // Believed, it is asked for its token.
    const Ended named = baton({"health", "--config", "baton.toml"});
    EXPECT_EQ(named.exit_code, 4) << named.out;
    EXPECT_EQ(baton({"health"}, {"BATON_CONFIG=baton.toml"}).exit_code, 4);
  }
}

TEST_F(Configuration, a_local_token_is_not_sent_to_other_machines) {
  write("baton.token", std::string(64, 'x'));
  const Ended refused = baton({"health", "--url", "https://baton.invalid"});
  EXPECT_EQ(refused.exit_code, 4);
  EXPECT_THAT(refused.out, HasSubstr("there is no token for https://baton.invalid:7777; put it into BATON_TOKEN"));
}

}  // namespace
}  // namespace baton::test
