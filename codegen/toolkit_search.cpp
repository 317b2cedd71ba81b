#include "codegen/toolkit_search.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace tritonc::codegen {
namespace {

namespace fs = std::filesystem;

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// Whether there is a file that this user can run, or read.
bool isUsable(const fs::path &path, int mode) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), mode) == 0;
}

/// The folders in `parent` whose names start so, last name first: cuda-13.0 before cuda-12.4.
std::vector<fs::path> foldersStartingWith(const fs::path &parent, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().filename().string().starts_with(prefix)) found.push_back(entry->path());
  std::ranges::sort(found, std::greater<>());
  return found;
}

class Search {
public:
  /// `file` from the folder of a toolkit; `mode` as for `access`.
  Search(std::string file, int mode) : file_(std::move(file)), mode_(mode) {}

  bool tryFile(const fs::path &path) {
    if (result_.path) return true;
    if (isUsable(path, mode_))
      result_.path = path.string();
    else
      result_.tried.push_back(path.string());
    return result_.path.has_value();
  }

  void tryPathVariable() {
    std::string rest = environment("PATH");
    for (size_t colon = 0; colon != std::string::npos && !result_.path;) {
      colon = rest.find(':');
      std::string folder = rest.substr(0, colon);
      if (!folder.empty() && isUsable(fs::path(folder) / "ptxas", mode_)) result_.path = folder + "/ptxas";
      if (colon != std::string::npos) rest.erase(0, colon + 1);
    }
    if (!result_.path) result_.tried.push_back("the folders in PATH");
  }

  void tryToolkits() {
    for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
      if (std::string home = environment(variable); !home.empty()) tryFile(fs::path(home) / file_);
    tryFile(fs::path("/usr/local/cuda") / file_);
    for (const fs::path &toolkit : foldersStartingWith("/usr/local", "cuda-")) tryFile(toolkit / file_);
  }

  /// `./dev setup` unpacks the wheel beside the build folder that holds the running program.
  void tryProjectTools() {
    std::error_code error;
    fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error) tryFile(program.parent_path().parent_path() / ".tools/cuda" / file_);
  }

  void tryWheels() {
    for (const std::string &root : {environment("VIRTUAL_ENV"), environment("CONDA_PREFIX"),
                                    environment("HOME").empty() ? std::string() : environment("HOME") + "/.local"}) {
      if (root.empty()) continue;
      for (const fs::path &python : foldersStartingWith(fs::path(root) / "lib", "python3"))
        for (const char *folder : {"cu13", "cuda_nvcc"}) tryFile(python / "site-packages/nvidia" / folder / file_);
    }
  }

  void tryEverything() {
    tryToolkits();
    tryProjectTools();
    tryWheels();
  }

  ToolkitSearch take() { return std::move(result_); }

private:
  std::string file_;
  int mode_;
  ToolkitSearch result_;
};

}  // namespace

ToolkitSearch findPtxas(const std::string &explicitPath) {
  Search search("bin/ptxas", X_OK);
  std::string chosen = explicitPath.empty() ? environment("TRITONC_PTXAS") : explicitPath;
  if (!chosen.empty()) {
    search.tryFile(chosen);
    return search.take();
  }
  search.tryPathVariable();
  search.tryEverything();
  return search.take();
}

ToolkitSearch findLibdevice(const std::string &explicitPath) {
  Search search("nvvm/libdevice/libdevice.10.bc", R_OK);
  std::string chosen = explicitPath.empty() ? environment("TRITONC_LIBDEVICE") : explicitPath;
  if (chosen.empty())
    search.tryEverything();
  else
    search.tryFile(chosen);
  return search.take();
}

}  // namespace tritonc::codegen
