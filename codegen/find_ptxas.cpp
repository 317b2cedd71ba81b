#include "codegen/find_ptxas.h"

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

bool isExecutable(const fs::path &path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
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
  bool tryFile(const fs::path &path) {
    if (result_.path) return true;
    if (isExecutable(path))
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
      if (!folder.empty() && isExecutable(fs::path(folder) / "ptxas")) result_.path = folder + "/ptxas";
      if (colon != std::string::npos) rest.erase(0, colon + 1);
    }
    if (!result_.path) result_.tried.push_back("the folders in PATH");
  }

  void tryToolkits() {
    for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
      if (std::string home = environment(variable); !home.empty()) tryFile(fs::path(home) / "bin/ptxas");
    tryFile("/usr/local/cuda/bin/ptxas");
    for (const fs::path &toolkit : foldersStartingWith("/usr/local", "cuda-")) tryFile(toolkit / "bin/ptxas");
  }

  /// `./dev setup` unpacks the wheel beside the build folder that holds the running program.
  void tryProjectTools() {
    std::error_code error;
    fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error) tryFile(program.parent_path().parent_path() / ".tools/cuda/bin/ptxas");
  }

  void tryWheels() {
    for (const std::string &root : {environment("VIRTUAL_ENV"), environment("CONDA_PREFIX"),
                                    environment("HOME").empty() ? std::string() : environment("HOME") + "/.local"}) {
      if (root.empty()) continue;
      for (const fs::path &python : foldersStartingWith(fs::path(root) / "lib", "python3"))
        for (const char *folder : {"cu13/bin", "cuda_nvcc/bin"})
          tryFile(python / "site-packages/nvidia" / folder / "ptxas");
    }
  }

  PtxasSearch take() { return std::move(result_); }

private:
  PtxasSearch result_;
};

}  // namespace

PtxasSearch findPtxas(const std::string &explicitPath) {
  Search search;
  std::string chosen = explicitPath.empty() ? environment("TRITONC_PTXAS") : explicitPath;
  if (!chosen.empty()) {
    search.tryFile(chosen);
    return search.take();
  }
  search.tryPathVariable();
  search.tryToolkits();
  search.tryProjectTools();
  search.tryWheels();
  return search.take();
}

}  // namespace tritonc::codegen
