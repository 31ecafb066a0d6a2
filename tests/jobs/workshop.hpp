#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "support/daemon_process.hpp"
#include "support/programs.hpp"

namespace baton::test {

/// A daemon that does jobs as its configuration file says, in a folder where its programs leave what they saw.
class Workshop : public ::testing::Test {
 protected:
  std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::string read(const std::string& name) const { return contents_of(path(name)); }
  /// A pipe by which a program can be made to wait for the test.
  void make_gate(const std::string& name) const { must_run(folder_.path(), {"/usr/bin/mkfifo", name}); }
  void open_gate(const std::string& name) const { write(name, "go\n"); }

  /// `[jobs.KIND]` for a script of the shell; `more` are other lines of the table.
  static std::string process_kind(const std::string& kind, const std::string& script, const std::string& more = "");
  void start(const std::string& configuration, std::vector<std::string> arguments = {},
             const std::vector<std::string>& environment = {});
  DaemonProcess& daemon() { return *daemon_; }
  void stop_daemon() { daemon_.reset(); }

  HttpResponse get(const std::string& target) const { return daemon_->call("GET", target); }
  HttpResponse post(const std::string& target, const std::string& body) const {
    return daemon_->call("POST", target, body);
  }
  /// The id of a new job.
  std::string submit(const std::string& kind, const std::string& thread = "t", const std::string& request = "1") const;
  /// The job once it has ended.
  std::string ended(const std::string& job) const;
  /// Until the answer to GET `target` holds `text`; the answer.
  std::string until(const std::string& target, const std::string& text) const;
  static std::size_t count(const std::string& text, const std::string& what);
  std::string messages(const std::string& thread = "t") const {
    return get("/v1/threads/" + thread + "/messages?limit=1000").body;
  }

  TemporaryDirectory folder_;
  std::unique_ptr<DaemonProcess> daemon_;
};

/// The processes that have this in their environment.
std::vector<pid_t> processes_with(const std::string& variable);

}  // namespace baton::test
