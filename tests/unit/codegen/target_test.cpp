#include "codegen/target.h"

#include <gtest/gtest.h>

namespace tritonc::codegen {
namespace {

TEST(Target, AllSpellingsOfHopperAreOneTarget) {
  for (const char *text : {"cuda:90", "sm_90a", "sm_90", "90a", "90"}) EXPECT_EQ(parseTarget(text), Target{90}) << text;
  EXPECT_EQ(smName(Target{90}), "sm_90a");
}

TEST(Target, OlderChipsHaveNoSuffix) {
  EXPECT_EQ(parseTarget("cuda:80"), Target{80});
  EXPECT_EQ(smName(Target{86}), "sm_86");
  EXPECT_EQ(parseTarget("80a"), std::nullopt);
}

TEST(Target, OthersAreRefused) {
  for (const char *text : {"", "sm_", "75", "sm_100a", "hip:gfx942", "cuda:sm_90", "90 "})
    EXPECT_EQ(parseTarget(text), std::nullopt) << text;
  EXPECT_EQ(supportedTargetsText(), "80, 86, 89 and 90");
}

TEST(PtxVersion, IsReadWithAndWithoutDot) {
  EXPECT_EQ(parsePtxVersion("8.5", Target{90}), 85);
  EXPECT_EQ(parsePtxVersion("85", Target{90}), 85);
  EXPECT_EQ(parsePtxVersion("9.0", Target{90}), std::nullopt);
  EXPECT_EQ(ptxVersionText(85), "8.5");
}

TEST(PtxVersion, TheOldestDependsOnTheTarget) {
  EXPECT_EQ(parsePtxVersion("7.8", Target{80}), 78);
  EXPECT_EQ(parsePtxVersion("7.8", Target{90}), std::nullopt);
  EXPECT_EQ(supportedPtxVersionsText(Target{90}), "8.1, 8.2, 8.3, 8.4, 8.5");
}

}  // namespace
}  // namespace tritonc::codegen
