#include "tools/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

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

/// Standard output, or a path that exists and is no regular file: /dev/null, a named pipe.
bool isStream(const std::string &path) {
  struct stat info;
  return path == "-" || (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode));
}

bool isFolder(const std::string &path) {
  struct stat info;
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

Success writeStream(const OutputFile &file, Diagnostics &diags) {
  FileDescriptor fd(file.path == "-" ? STDOUT_FILENO : ::open(file.path.c_str(), O_WRONLY | O_CLOEXEC));
  if (fd.get() < 0 || !writeAll(fd.get(), file.bytes)) return failToWrite(file.path, diags);
  return {};
}

/// The bytes of a file, complete, beside the place where `commit` puts them; removed unless it does.
class StagedFile {
public:
  StagedFile(std::string path, std::string temporary) : path_(std::move(path)), temporary_(std::move(temporary)) {}
  StagedFile(StagedFile &&other) noexcept
      : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})) {}
  ~StagedFile() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }

  static Result<StagedFile> write(const OutputFile &file, Diagnostics &diags) {
    if (isFolder(file.path)) {
      errno = EISDIR;
      return failToWrite(file.path, diags);
    }
    std::string temporary = file.path + ".XXXXXX";
    FileDescriptor fd(::mkstemp(temporary.data()));
    if (fd.get() < 0) return failToWrite(file.path, diags);
    StagedFile staged(file.path, std::move(temporary));
    // mkstemp makes the file private; the output gets the permissions that the umask asks for.
    mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(fd.get(), 0666 & ~mask) != 0 || !writeAll(fd.get(), file.bytes)) return failToWrite(file.path, diags);
    return staged;
  }

  Success commit(Diagnostics &diags) {
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) return failToWrite(path_, diags);
    temporary_.clear();
    return {};
  }

private:
  std::string path_;
  std::string temporary_;
};

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

Success writeFiles(std::span<const OutputFile> files, Diagnostics &diags) {
  std::vector<StagedFile> staged;
  for (const OutputFile &file : files) {
    if (isStream(file.path)) continue;
    TC_TRY(StagedFile written, StagedFile::write(file, diags));
    staged.push_back(std::move(written));
  }
  for (const OutputFile &file : files)
    if (isStream(file.path)) TC_TRY_VOID(writeStream(file, diags));
  for (StagedFile &file : staged) TC_TRY_VOID(file.commit(diags));
  return {};
}

Success writeFile(const std::string &path, std::string_view bytes, Diagnostics &diags) {
  return writeFiles(std::array{OutputFile{path, bytes}}, diags);
}

}  // namespace tritonc::tools
