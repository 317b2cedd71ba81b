#include "codegen/process.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace tritonc::codegen {
namespace {

TEST(Process, BothOutputsAndTheStatusAreKept) {
  auto result = runProcess("/bin/sh", {"-c", "echo out; echo err >&2; exit 7"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 7);
  EXPECT_EQ(result->output, "out\nerr\n");
}

TEST(Process, ArgumentsAreNotReadByAShell) {
  auto result = runProcess("/bin/echo", {"$HOME;", "a  b"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->output, "$HOME; a  b\n");
}

TEST(Process, ASignalCountsFrom128) {
  auto result = runProcess("/bin/sh", {"-c", "kill -TERM $$"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, 128 + 15);
}

TEST(Process, AMissingProgramSetsErrno) {
  EXPECT_FALSE(runProcess("/nonexistent/program", {}));
  EXPECT_EQ(errno, ENOENT);
}

TEST(TemporaryFolder, IsPrivateAndGoesWithTheObject) {
  std::filesystem::path path;
  {
    auto folder = TemporaryFolder::create();
    ASSERT_TRUE(folder);
    path = folder->path();
    EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms::owner_all);
    EXPECT_TRUE(writeFile(path / "file", "text"));
    EXPECT_EQ(readFile(path / "file"), "text");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace tritonc::codegen
