#include "engine/child_start.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

namespace baton {

namespace {

std::string said(int error) { return std::error_code(error, std::system_category()).message(); }

std::unexpected<Error> no_room(const char* what) {
  return fail(Errc::unavailable, std::string("cannot ") + what + ": " + said(errno));
}

struct Pipe {
  Descriptor read;
  Descriptor write;
};

Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return no_room("make a pipe");
  return Pipe{.read = Descriptor(ends[0]), .write = Descriptor(ends[1])};
}

/// A file in memory that holds the input: nobody has to feed the program while it reads.
Result<Descriptor> input_of(const std::string& text) {
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  if (file.get() < 0) return no_room("hold the input of a program");
  std::string_view rest = text;
  while (!rest.empty()) {
    const ssize_t written = ::write(file.get(), rest.data(), rest.size());
    if (written <= 0) return no_room("hold the input of a program");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

/// Everything that the child needs, made before the fork.
struct Plan {
  std::string program;
  std::vector<char*> arguments;
  std::vector<char*> environment;
  const char* directory;
  int input;
  int output;
  int errors;
  int trouble;
  pid_t parent;
};

/// Only what is allowed after a fork in a process with several threads.
[[noreturn]] void become(const Plan& plan) {
  ::setpgid(0, 0);
  // If we die, nobody is left to stop it. What it has started itself is found by its environment.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  const bool ready = ::getppid() == plan.parent && ::dup2(plan.input, 0) >= 0 && ::dup2(plan.output, 1) >= 0 &&
                     ::dup2(plan.errors, 2) >= 0 && ::close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0 &&
                     (*plan.directory == '\0' || ::chdir(plan.directory) == 0);
  if (ready) ::execve(plan.program.c_str(), plan.arguments.data(), plan.environment.data());
  const int error = errno;
  static_cast<void>(!::write(plan.trouble, &error, sizeof error));
  ::_exit(127);
}

/// errno says why not.
bool is_program(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0 || ::access(path.c_str(), X_OK) != 0) return false;
  if (S_ISDIR(status.st_mode)) errno = EISDIR;
  return !S_ISDIR(status.st_mode);
}

}  // namespace

// Looked for here, since between fork and exec little is allowed.
Result<std::string> program_of(const std::string& name, const std::string& directory) {
  if (name.contains('/')) {
    const bool relative = !name.starts_with('/') && !directory.empty();
    if (is_program(relative ? directory + "/" + name : name)) return name;
    return fail(Errc::invalid, "cannot execute " + name + ": " + said(errno) + "; correct the command");
  }
  const char* path = std::getenv("PATH");
  std::string_view left = path == nullptr ? "/usr/bin:/bin" : path;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find(':'), left.size());
    std::string candidate = std::string(left.substr(0, end)).append(1, '/').append(name);
    if (is_program(candidate)) return candidate;
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return fail(Errc::invalid, "there is no program " + name + " in PATH; correct the command");
}

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

int Descriptor::release() { return std::exchange(number_, -1); }

Result<StartedChild> start_child(const ChildOptions& options) {
  auto program = program_of(options.arguments.front(), options.directory);
  if (!program) return std::unexpected(std::move(program.error()));
  auto input = input_of(options.input);
  auto output = make_pipe();
  auto errors = make_pipe();
  auto trouble = make_pipe();
  for (const Error* error : {input ? nullptr : &input.error(), output ? nullptr : &output.error(),
                             errors ? nullptr : &errors.error(), trouble ? nullptr : &trouble.error()}) {
    if (error != nullptr) return std::unexpected(*error);
  }
  const Plan plan{.program = *std::move(program),
                  .arguments = pointers_to(options.arguments),
                  .environment = pointers_to(options.environment),
                  .directory = options.directory.c_str(),
                  .input = input->get(),
                  .output = output->write.get(),
                  .errors = errors->write.get(),
                  .trouble = trouble->write.get(),
                  .parent = ::getpid()};
  const pid_t pid = ::fork();
  if (pid < 0) return no_room("start a program");
  if (pid == 0) become(plan);
  ::setpgid(pid, pid);
  // By its number: the header of the C library has no C linkage for it.
  Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (handle.get() < 0) {
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return no_room("follow a program");
  }
  return StartedChild{.pid = pid,
                      .handle = std::move(handle),
                      .output = std::move(output->read),
                      .errors = std::move(errors->read),
                      .trouble = std::move(trouble->read)};
}

}  // namespace baton
