#include "codegen/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

extern char **environ;

namespace tritonc::codegen {
namespace {

/// Starts the program with both outputs on `output`; the error number, or 0.
int spawn(pid_t &child, const std::string &program, const std::vector<std::string> &arguments, int output) {
  std::vector<char *> argv = {const_cast<char *>(program.c_str())};
  for (const std::string &argument : arguments) argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  int error = posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

// ---- What a handler of signals may touch: no more than these ----

constexpr int kMaxSlots = 64;

struct FolderSlot {
  std::atomic<bool> isTaken = false;
  /// The path is complete.
  std::atomic<bool> isReady = false;
  std::array<char, 512> path;
};

std::array<FolderSlot, kMaxSlots> folders;
std::array<std::atomic<pid_t>, kMaxSlots> children;

/// -1 if there is no room, or the path is too long.
int keepPath(const std::string &path) {
  if (path.size() + 32 > FolderSlot().path.size()) return -1;
  for (int i = 0; i < kMaxSlots; ++i) {
    FolderSlot &slot = folders[static_cast<size_t>(i)];
    if (slot.isTaken.exchange(true)) continue;
    std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
    slot.isReady = true;
    return i;
  }
  return -1;
}

/// The child, for as long as the object lives.
class KeptChild {
public:
  explicit KeptChild(pid_t child) {
    for (std::atomic<pid_t> &slot : children) {
      pid_t none = 0;
      if (slot.compare_exchange_strong(none, child)) {
        slot_ = &slot;
        return;
      }
    }
  }
  ~KeptChild() {
    if (slot_) *slot_ = 0;
  }
  KeptChild(const KeptChild &) = delete;

private:
  std::atomic<pid_t> *slot_ = nullptr;
};

void removeFolder(const FolderSlot &slot) {
  std::array<char, 600> path;
  size_t size = std::strlen(slot.path.data());
  std::memcpy(path.data(), slot.path.data(), size);
  path[size] = '/';
  for (const char *name : kFileNames) {
    std::memcpy(path.data() + size + 1, name, std::strlen(name) + 1);
    unlink(path.data());
  }
  rmdir(slot.path.data());
}

extern "C" void cleanUp(int signal) {
  for (const std::atomic<pid_t> &child : children)
    if (pid_t id = child.load()) kill(id, SIGKILL);
  for (const FolderSlot &slot : folders)
    if (slot.isReady) removeFolder(slot);
  // The handler was for once: this ends the process as the signal would have.
  raise(signal);
}

std::string readAll(int file) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    ssize_t count = read(file, buffer.data(), buffer.size());
    if (count > 0) text.append(buffer.data(), static_cast<size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

}  // namespace

std::optional<ProcessResult> runProcess(const std::string &program, const std::vector<std::string> &arguments) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  pid_t child = 0;
  int error = spawn(child, program, arguments, ends[1]);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    errno = error;
    return std::nullopt;
  }
  KeptChild kept(child);
  ProcessResult result{0, readAll(ends[0])};
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::nullopt;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

void cleanUpOnSignals() {
  for (int signal : {SIGHUP, SIGINT, SIGTERM}) {
    struct sigaction old{};
    sigaction(signal, nullptr, &old);
    // Who starts us may have it ignored, as `nohup` does.
    if (old.sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_handler = cleanUp;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    sigaction(signal, &action, nullptr);
  }
}

TemporaryFolder::TemporaryFolder(std::filesystem::path path)
    : path_(std::move(path)), slot_(keepPath(path_.string())) {}

std::optional<TemporaryFolder> TemporaryFolder::create() {
  std::error_code error;
  std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) {
    errno = error.value();
    return std::nullopt;
  }
  std::string name = (parent / "tritonc-XXXXXX").string();
  if (!mkdtemp(name.data())) return std::nullopt;
  return TemporaryFolder(name);
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
  if (slot_ < 0) return;
  FolderSlot &slot = folders[static_cast<size_t>(slot_)];
  slot.isReady = false;
  slot.isTaken = false;
}

bool writeFile(const std::filesystem::path &path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return file.good();
}

std::optional<std::string> readFile(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return std::nullopt;
  return text;
}

}  // namespace tritonc::codegen
