#include "codegen/toolkit_search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "codegen/process.h"

namespace tritonc::codegen {
namespace {

/// Sets a variable of the environment for the time of a test.
class ScopedVariable {
public:
  ScopedVariable(const char *name, const std::string &value) : name_(name) {
    if (const char *old = std::getenv(name)) old_ = old;
    setenv(name, value.c_str(), 1);
  }
  ~ScopedVariable() { old_ ? setenv(name_, old_->c_str(), 1) : unsetenv(name_); }

private:
  const char *name_;
  std::optional<std::string> old_;
};

void makeProgram(const std::filesystem::path &path) {
  std::filesystem::create_directories(path.parent_path());
  ASSERT_TRUE(writeFile(path, "#!/bin/sh\n"));
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

TEST(FindPtxas, AnExplicitPathIsTheOnlyOneTried) {
  ToolkitSearch search = findPtxas("/nonexistent/ptxas");
  EXPECT_FALSE(search.path);
  EXPECT_EQ(search.tried, std::vector<std::string>{"/nonexistent/ptxas"});
}

TEST(FindPtxas, TheVariableComesBeforePath) {
  auto folder = TemporaryFolder::create();
  makeProgram(folder->path() / "a/ptxas");
  makeProgram(folder->path() / "b/ptxas");
  ScopedVariable path("PATH", (folder->path() / "empty").string() + ":" + (folder->path() / "b").string());
  {
    ScopedVariable variable("TRITONC_PTXAS", (folder->path() / "a/ptxas").string());
    EXPECT_EQ(findPtxas("").path, (folder->path() / "a/ptxas").string());
  }
  ScopedVariable variable("TRITONC_PTXAS", "");
  EXPECT_EQ(findPtxas("").path, (folder->path() / "b/ptxas").string());
}

TEST(FindPtxas, CudaHomeComesAfterPath) {
  auto folder = TemporaryFolder::create();
  makeProgram(folder->path() / "cuda/bin/ptxas");
  ScopedVariable variable("TRITONC_PTXAS", "");
  ScopedVariable path("PATH", (folder->path() / "empty").string());
  ScopedVariable home("CUDA_HOME", (folder->path() / "cuda").string());
  EXPECT_EQ(findPtxas("").path, (folder->path() / "cuda/bin/ptxas").string());
}

TEST(FindPtxas, AFileThatCannotRunIsPassedOver) {
  auto folder = TemporaryFolder::create();
  ASSERT_TRUE(writeFile(folder->path() / "ptxas", "text"));
  EXPECT_FALSE(findPtxas((folder->path() / "ptxas").string()).path);
}

}  // namespace
}  // namespace tritonc::codegen
