// Text of layouts: exact forms, round trips, and refusals.
#include "ir/layout_text.h"

#include "ir/layout_algebra.h"
#include "tests/unit/ir/random_layout.h"

namespace tritonc::ir {

using layout_testing::kCases;
using layout_testing::RandomLayouts;

TEST(LayoutText, BlockedFormIsShort) {
  EXPECT_EQ(print(blocked({{4}, {32}, {4}, {0}}, {1024})),
            "blocked<per_thread=[4], threads=[32], warps=[4], order=[0], shape=[1024]>");
  EXPECT_EQ(print(blocked({{1, 8}, {4, 8}, {4, 1}, {1, 0}}, {64, 64})),
            "blocked<per_thread=[1, 8], threads=[4, 8], warps=[4, 1], order=[1, 0], shape=[64, 64]>");
}

TEST(LayoutText, LinearFormListsBases) {
  EXPECT_EQ(print(*parseLayout("linear<lane=[4,2,1],shape=[8],register=[]>")), "linear<lane=[4, 2, 1], shape=[8]>");
  LinearLayout layout({2, 4});
  layout.appendColumn(InDim::Offset, 1);
  layout.appendColumn(InDim::Offset, 6);
  EXPECT_EQ(print(layout), "linear<offset=[(0, 1), (1, 2)], shape=[2, 4]>");
}

TEST(LayoutText, ScalarsHaveEmptyTuples) {
  LinearLayout layout;
  layout.appendColumn(InDim::Lane, 0);
  EXPECT_EQ(print(layout), "linear<lane=[()], shape=[]>");
  EXPECT_EQ(parseLayout(print(layout)), layout);
  EXPECT_EQ(parseLayout(print(LinearLayout())), LinearLayout());
}

TEST(LayoutText, RandomLayoutsRoundTrip) {
  RandomLayouts random(50);
  for (int round = 0; round < 2 * kCases; ++round) {
    LinearLayout layout = random.coin() ? random.any() : random.distributed(random.shape(), random.below(4));
    EXPECT_EQ(parseLayout(print(layout)), layout) << print(layout);
    EXPECT_EQ(parseLayout(print(layout, ShapeText::Omit), layout.shape()), layout) << print(layout, ShapeText::Omit);
  }
}

TEST(LayoutText, RandomBlockedLayoutsRoundTripInTheShortForm) {
  RandomLayouts random(51);
  for (int round = 0; round < 2 * kCases; ++round) {
    unsigned rank = 1 + random.below(3);
    LinearLayout layout = blocked(random.blockedSpec(rank), random.shape(rank, random.below(12)));
    std::string text = print(layout);
    EXPECT_TRUE(text.starts_with("blocked<")) << text;
    EXPECT_EQ(parseLayout(text), layout) << text;
  }
}

TEST(LayoutText, HugeLayoutsRoundTripInTheLongForm) {
  // More bits than a blocked description may have, in the tile or in the places.
  LinearLayout replicated({1});
  for (int bit = 0; bit < 33; ++bit) replicated.appendColumn(InDim::Lane, 0);
  for (const LinearLayout &layout : {identity1D(InDim::Lane, int64_t{1} << 32, 0, 1),
                                     identity1D(InDim::Lane, int64_t{1} << 31, 0, 1) * replicated}) {
    EXPECT_TRUE(print(layout).starts_with("linear<"));
    EXPECT_EQ(parseLayout(print(layout)), layout);
  }
}

TEST(LayoutText, RefusesWhatIsNotALayout) {
  for (const char *text : {
           "",
           "linear",
           "linear<>",
           "linear<shape=[8]",
           "linear<shape=[8]> ;",
           "linear<shape=8>",
           "linear<shape=[6]>",
           "linear<shape=[0]>",
           "linear<shape=[-8]>",
           "linear<shape=[(8)], lane=[1],>",
           "linear<shape=[99999999999999999999]>",
           "linear<shape=[4611686018427387904, 2]>",
           "linear<shape=[1, 1, 1, 1, 1, 1, 1, 1, 1]>",
           "linear<shape=[8], shape=[8]>",
           "linear<lane=[8], shape=[8]>",
           "linear<lane=[-1], shape=[8]>",
           "linear<lane=[(1, 0)], shape=[8]>",
           "linear<lane=[1], shape=[8, 8]>",
           "linear<lane=[1], lane=[2], shape=[8]>",
           "linear<thread=[1], shape=[8]>",
           "cyclic<lane=[1], shape=[8]>",
           "blocked<per_thread=[4], threads=[32], warps=[4], shape=[8]>",
           "blocked<per_thread=[4], threads=[32], warps=[4], order=[1], shape=[8]>",
           "blocked<per_thread=[4, 1], threads=[32, 1], warps=[4, 1], order=[0, 0], shape=[8, 8]>",
           "blocked<per_thread=[4], threads=[32], warps=[3], order=[0], shape=[8]>",
           "blocked<per_thread=[4], threads=[32, 1], warps=[4], order=[0], shape=[8]>",
           "blocked<per_thread=[4611686018427387904], threads=[32], warps=[4], order=[0], shape=[8]>",
       })
    EXPECT_FALSE(parseLayout(text)) << text;
  // More columns than a place has bits.
  std::string columns = "0";
  for (int i = 0; i < 64; ++i) columns += ", 0";
  EXPECT_FALSE(parseLayout("linear<lane=[" + columns + "], shape=[8]>"));
}

TEST(LayoutText, TheShapeComesFromOnePlace) {
  EXPECT_FALSE(parseLayout("linear<lane=[1]>"));
  EXPECT_FALSE(parseLayout("linear<lane=[1], shape=[8]>", {8}));
  EXPECT_TRUE(parseLayout("linear<lane=[1]>", {8}));
}

}  // namespace tritonc::ir
