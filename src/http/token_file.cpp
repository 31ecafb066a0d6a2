#include "http/token_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
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

Result<std::string> write_token(const Descriptor& file, const std::string& path) {
  auto token = make_secret();
  const std::string line = token + "\n";
  const auto count = ::write(file.get(), line.data(), line.size());
  if (count != static_cast<ssize_t>(line.size()) || ::fsync(file.get()) != 0) return file_trouble("cannot write", path);
  return token;
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
  const Descriptor made(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (made.get() < 0) return file_trouble("cannot make", path);
  return write_token(made, path);
}

}  // namespace baton::http
