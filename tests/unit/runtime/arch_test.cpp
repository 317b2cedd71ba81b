// Which device runs which code.
#include "runtime/arch.h"

#include <gtest/gtest.h>

namespace tritonc::detail {
namespace {

bool runs(std::string_view arch, CodeForm form, int major, int minor) {
  return checkArch(arch, form, {major, minor}).ok();
}

TEST(Arch, ACubinRunsWithinItsMajorVersion) {
  EXPECT_TRUE(runs("sm_80", CodeForm::Cubin, 8, 0));
  EXPECT_TRUE(runs("sm_80", CodeForm::Cubin, 8, 9));
  EXPECT_FALSE(runs("sm_89", CodeForm::Cubin, 8, 6));
  EXPECT_FALSE(runs("sm_80", CodeForm::Cubin, 9, 0));
}

TEST(Arch, PtxRunsOnEverythingNewer) {
  EXPECT_TRUE(runs("sm_80", CodeForm::Ptx, 9, 0));
  EXPECT_TRUE(runs("sm_80", CodeForm::Ptx, 12, 0));
  EXPECT_FALSE(runs("sm_90", CodeForm::Ptx, 8, 9));
}

TEST(Arch, SuffixesNarrow) {
  EXPECT_TRUE(runs("sm_90a", CodeForm::Cubin, 9, 0));
  EXPECT_FALSE(runs("sm_90a", CodeForm::Ptx, 10, 0));
  EXPECT_FALSE(runs("sm_100a", CodeForm::Cubin, 10, 3));
  EXPECT_TRUE(runs("sm_100f", CodeForm::Cubin, 10, 3));
  EXPECT_FALSE(runs("sm_100f", CodeForm::Ptx, 12, 0));
}

TEST(Arch, TheTextNamesBothSides) {
  EXPECT_EQ(checkArch("sm_90a", CodeForm::Cubin, {8, 0}).toString(),
            "unsupported: the kernel was compiled for sm_90a; the device is sm_80");
}

TEST(Arch, RefusesOtherNames) {
  for (const char *arch : {"", "sm_", "sm_9", "90", "sm_90b", "sm_90aa", "gfx942", "sm_99999999999"})
    EXPECT_EQ(checkArch(arch, CodeForm::Cubin, {9, 0}).code(), StatusCode::ParseError) << arch;
}

}  // namespace
}  // namespace tritonc::detail
