#include "tools/file_io.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
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

/// Where a chain of links ends, by a name that is one for each file as far as its folder exists.
std::string linkTarget(const std::string &path) {
  constexpr int kMostLinks = 40;
  std::filesystem::path target = path;
  std::error_code error;
  for (int i = 0; i < kMostLinks && std::filesystem::is_symlink(target, error); ++i) {
    std::filesystem::path next = std::filesystem::read_symlink(target, error);
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  std::filesystem::path folder =
      std::filesystem::canonical(target.has_parent_path() ? target.parent_path() : ".", error);
  return error ? target.string() : (folder / target.filename()).string();
}

/// Of the file that is there, or else those that the umask asks for.
mode_t permissionsOf(const std::string &path) {
  struct stat info;
  if (::stat(path.c_str(), &info) == 0) return info.st_mode & 07777;
  mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
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
    std::string target = linkTarget(file.path);
    // In the folder of the target, under a name of its own: that of the target may be as long as names get.
    std::string temporary = target.substr(0, target.rfind('/') + 1) + ".tritonc-XXXXXX";
    FileDescriptor fd(::mkstemp(temporary.data()));
    if (fd.get() < 0) return failToWrite(file.path, diags);
    StagedFile staged(target, std::move(temporary));
    // mkstemp makes the file private.
    if (::fchmod(fd.get(), permissionsOf(target)) != 0 || !writeAll(fd.get(), file.bytes))
      return failToWrite(file.path, diags);
    return staged;
  }

  const std::string &path() const { return path_; }

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

Result<InputFile> InputFile::open(const std::string &path, Diagnostics &diags) {
  int fd = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return diags.error({}, DiagId::FileNotFound, "cannot read `{}`: {}", path, std::strerror(errno));
  return InputFile(path, fd);
}

InputFile::~InputFile() {
  if (fd_ > STDERR_FILENO) ::close(fd_);
}

Success InputFile::fill(std::string &bytes, size_t size, Diagnostics &diags) {
  std::array<char, 1 << 16> buffer;
  while (bytes.size() < size) {
    ssize_t got = ::read(fd_, buffer.data(), std::min(buffer.size(), size - bytes.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return diags.error({}, DiagId::FileNotFound, "cannot read `{}`: {}", path_, std::strerror(errno));
    if (got == 0) return {};
    bytes.append(buffer.data(), static_cast<size_t>(got));
  }
  return {};
}

uint64_t InputFile::size() const {
  struct stat info;
  return ::fstat(fd_, &info) == 0 && S_ISREG(info.st_mode) ? static_cast<uint64_t>(info.st_size) : 0;
}

Result<std::string> readFile(const std::string &path, Diagnostics &diags) {
  TC_TRY(InputFile file, InputFile::open(path, diags));
  std::string text;
  // A file on a disk says how large it is; a pipe has to be read.
  bool isTooLarge = file.size() > kMaxFileBytes;
  if (!isTooLarge) TC_TRY_VOID(file.fill(text, kMaxFileBytes + 1, diags));
  if (isTooLarge || text.size() > kMaxFileBytes)
    return diags.error({}, DiagId::BadArgument, "cannot use `{}`: it is larger than 1 GiB", path);
  return text;
}

Success writeFiles(std::span<const OutputFile> files, Diagnostics &diags) {
  std::vector<StagedFile> staged;
  for (const OutputFile &file : files) {
    if (isStream(file.path)) continue;
    TC_TRY(StagedFile written, StagedFile::write(file, diags));
    bool isSecond = std::ranges::find(staged, written.path(), &StagedFile::path) != staged.end();
    if (isSecond) return diags.error({}, DiagId::BadArgument, "`{}` is to hold two outputs", file.path);
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
