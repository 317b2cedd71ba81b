#include "tools/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tritonc::tools {
namespace {

/// Closes the descriptor at the end of the scope, unless it is one of the standard ones.
class FileDescriptor {
public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  ~FileDescriptor() {
    if (fd_ > STDERR_FILENO) ::close(fd_);
  }
  FileDescriptor(const FileDescriptor &) = delete;

  int get() const { return fd_; }

private:
  int fd_;
};

bool writeAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

Failed failToWrite(const std::string &path, Diagnostics &diags) {
  return diags.error({}, DiagId::FileNotWritable, "cannot write `{}`: {}", path, std::strerror(errno));
}

/// A path that exists and is no regular file: /dev/null, a named pipe.
bool isSpecialFile(const std::string &path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

Success writeThroughTemporary(const std::string &path, std::string_view bytes, Diagnostics &diags) {
  std::string temporary = path + ".XXXXXX";
  FileDescriptor fd(::mkstemp(temporary.data()));
  if (fd.get() < 0) return failToWrite(path, diags);
  // mkstemp makes the file private; the output gets the permissions that the umask asks for.
  mode_t mask = ::umask(0);
  ::umask(mask);
  bool good = ::fchmod(fd.get(), 0666 & ~mask) == 0 && writeAll(fd.get(), bytes) &&
              ::rename(temporary.c_str(), path.c_str()) == 0;
  if (good) return {};
  Failed failed = failToWrite(path, diags);
  ::unlink(temporary.c_str());
  return failed;
}

}  // namespace

Result<std::string> readFile(const std::string &path, Diagnostics &diags) {
  FileDescriptor fd(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char buffer[1 << 16];
  ssize_t got = fd.get() < 0 ? -1 : 0;
  while (got >= 0 && (got = ::read(fd.get(), buffer, sizeof buffer)) > 0) text.append(buffer, static_cast<size_t>(got));
  if (got < 0) return diags.error({}, DiagId::FileNotFound, "cannot read `{}`: {}", path, std::strerror(errno));
  if (text.size() >= UINT32_MAX)
    return diags.error({}, DiagId::FileNotFound, "cannot read `{}`: it is larger than 4 GiB", path);
  return text;
}

Success writeFile(const std::string &path, std::string_view bytes, Diagnostics &diags) {
  if (path != "-" && !isSpecialFile(path)) return writeThroughTemporary(path, bytes, diags);
  FileDescriptor fd(path == "-" ? STDOUT_FILENO : ::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (fd.get() < 0 || !writeAll(fd.get(), bytes)) return failToWrite(path, diags);
  return {};
}

}  // namespace tritonc::tools
