#include "http/token_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "http/secret.hpp"

namespace baton::http {

namespace {

constexpr std::size_t shortest_token = 32;
constexpr std::size_t longest_token = 512;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

std::unexpected<Error> file_trouble(const std::string& what, const std::string& path) {
  const auto why = std::error_code(errno, std::system_category()).message();
  return fail(Errc::unavailable, what + " the token file " + path + ": " + why + "; name another with --token-file");
}

bool is_token(std::string_view text) {
  return text.size() >= shortest_token && text.size() <= longest_token &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

Result<std::string> read_token(const Descriptor& file, const std::string& path) {
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return file_trouble("cannot read", path);
  if (!S_ISREG(status.st_mode)) {
    return fail(Errc::invalid,
                "cannot read the token file " + path + ": it is no regular file; name another with " + "--token-file");
  }
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return fail(Errc::forbidden, "other users may read the token file " + path + "; run: chmod 600 " + path);
  }
  std::string text(longest_token + 2, '\0');
  const auto count = ::read(file.get(), text.data(), text.size());
  if (count < 0) return file_trouble("cannot read", path);
  text.resize(static_cast<std::size_t>(count));
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  if (!is_token(text)) {
    return fail(Errc::invalid, "the token file " + path +
                                   " holds no token (32 to 512 visible characters); remove it to have one made");
  }
  return text;
}

/// What the file at `path` is to be: beside it, for its owner alone, gone in the end.
class TokenDraft {
 public:
  explicit TokenDraft(const std::string& path) : name_(path + ".XXXXXX"), file_(::mkostemp(name_.data(), O_CLOEXEC)) {}
  ~TokenDraft() {
    if (file_.get() >= 0) ::unlink(name_.c_str());
  }
  TokenDraft(const TokenDraft&) = delete;
  TokenDraft& operator=(const TokenDraft&) = delete;
  const std::string& name() const { return name_; }
  int get() const { return file_.get(); }

 private:
  std::string name_;
  Descriptor file_;
};

bool write_token(const TokenDraft& draft) {
  const std::string line = make_secret() + "\n";
  return ::write(draft.get(), line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
         ::fsync(draft.get()) == 0;
}

bool sync_folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const Descriptor handle(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return handle.get() >= 0 && ::fsync(handle.get()) == 0;
}

/// The file has its name when it is whole, and keeps what whoever came first wrote into it.
Result<void> make_token_file(const std::string& path) {
  const TokenDraft draft(path);
  if (draft.get() < 0) return file_trouble("cannot make", path);
  if (!write_token(draft)) return file_trouble("cannot write", path);
  if (::link(draft.name().c_str(), path.c_str()) != 0 && errno != EEXIST) return file_trouble("cannot make", path);
  if (!sync_folder_of(path)) return file_trouble("cannot write", path);
  return {};
}

}  // namespace

Result<std::optional<std::string>> load_token(const std::string& path) {
  const Descriptor existing(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (existing.get() >= 0) return read_token(existing, path);
  if (errno != ENOENT) return file_trouble("cannot read", path);
  return std::nullopt;
}

Result<std::string> load_or_make_token(const std::string& path) {
  auto existing = load_token(path);
  if (!existing) return std::unexpected(std::move(existing.error()));
  if (*existing) return **std::move(existing);
  if (auto made = make_token_file(path); !made) return std::unexpected(std::move(made.error()));
  auto token = load_token(path);
  if (!token) return std::unexpected(std::move(token.error()));
  if (!*token) return file_trouble("cannot read", path);
  return **std::move(token);
}

}  // namespace baton::http
