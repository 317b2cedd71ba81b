// Integer and bit instructions, with the edges that hand-written models get wrong.
#include <gtest/gtest.h>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

using U = std::vector<uint32_t>;
using W = std::vector<uint64_t>;
using Rows = std::vector<U>;

TEST(Integer, AddWrapsAndSaturates) {
  EXPECT_EQ((eval<uint32_t, uint32_t>("add.s32 %r0, %r1, %r2;", {{0xffffffff, 2}, {0x7fffffff, 1}})),
            (U{1, 0x80000000}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("add.sat.s32 %r0, %r1, %r2;", {{0x7fffffff, 1}, {0x80000000, 0xffffffff}})),
            (U{0x7fffffff, 0x80000000}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("add.u16x2 %r0, %r1, %r2;", {{0x0001ffff, 0x00010001}})), (U{0x00020000}));
}

TEST(Integer, CarriesRunThroughWords) {
  std::string text = "add.cc.u32 %r3, %r1, %r2; addc.u32 %r0, 0, 0;";
  EXPECT_EQ((eval<uint32_t, uint32_t>(text, {{0xffffffff, 1}, {1, 1}})), (U{1, 0}));
  text = "sub.cc.u32 %r3, %r1, %r2; subc.u32 %r0, 5, 0;";
  EXPECT_EQ((eval<uint32_t, uint32_t>(text, {{1, 2}, {2, 1}})), (U{4, 5}));
}

TEST(Integer, Products) {
  EXPECT_EQ((eval<uint32_t, uint32_t>("mul.hi.s32 %r0, %r1, %r2;", {{0xffffffff, 5}, {0x80000000, 0x80000000}})),
            (U{0xffffffff, 0x40000000}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("mul.hi.u32 %r0, %r1, %r2;", {{0xffffffff, 0xffffffff}})), (U{0xfffffffe}));
  EXPECT_EQ((eval<uint64_t, uint32_t>("mul.wide.s32 %rd0, %r1, %r2;", {{0xffffffff, 3}})), (W{0xfffffffffffffffd}));
  EXPECT_EQ((eval<uint64_t, uint64_t>("mul.hi.u64 %rd0, %rd1, %rd2;", {{~0ull, ~0ull}})), (W{~0ull - 1}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("mul24.lo.s32 %r0, %r1, %r2;", {{0x00800000, 2}})), (U{0xff000000}));
  EXPECT_EQ((eval<uint16_t, uint16_t>("mul.lo.u16 %h0, %h1, %h2;", {{0xffff, 0xffff}})), (std::vector<uint16_t>{1}));
}

TEST(Integer, QuotientsOfTheEdges) {
  EXPECT_EQ((eval<uint32_t, uint32_t>("div.s32 %r0, %r1, %r2;", {{0x80000000, 0xffffffff}, {0xfffffff9, 2}, {7, 0}})),
            (U{0x80000000, 0xfffffffd, 0xffffffff}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("rem.s32 %r0, %r1, %r2;", {{0x80000000, 0xffffffff}, {0xfffffff9, 2}, {7, 0}})),
            (U{0, 0xffffffff, 7}));
}

TEST(Bits, ShiftsBeyondTheWidth) {
  Rows rows = {{0x80000001, 31}, {0x80000001, 32}, {0x80000001, 0xffffffff}};
  EXPECT_EQ((eval<uint32_t, uint32_t>("shl.b32 %r0, %r1, %r2;", rows)), (U{0x80000000, 0, 0}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("shr.u32 %r0, %r1, %r2;", rows)), (U{1, 0, 0}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("shr.s32 %r0, %r1, %r2;", rows)), (U{0xffffffff, 0xffffffff, 0xffffffff}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("shf.l.wrap.b32 %r0, %r1, %r2, %r3;", {{0x80000000, 1, 33}})), (U{3}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("shf.r.clamp.b32 %r0, %r1, %r2, %r3;", {{5, 7, 40}})), (U{7}));
}

TEST(Bits, Fields) {
  EXPECT_EQ(
      (eval<uint32_t, uint32_t>("bfe.u32 %r0, %r1, %r2, %r3;", {{0xabcd1234, 8, 8}, {5, 0, 0}, {0xf0000000, 28, 99}})),
      (U{0x12, 0, 0xf}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("bfe.s32 %r0, %r1, %r2, %r3;", {{0x80, 4, 4}, {0x80000000, 40, 4}})),
            (U{0xfffffff8, 0xffffffff}));
  EXPECT_EQ(
      (eval<uint32_t, uint32_t>("bfi.b32 %r0, %r1, %r2, %r3, %r4;", {{0xff, 0, 4, 4}, {1, 7, 32, 3}, {9, 7, 0, 0}})),
      (U{0xf0, 7, 7}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("prmt.b32 %r0, %r1, %r2, %r3;", {{0x33221180, 0x77665544, 0x7408}})),
            (U{0x774480ff}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("szext.clamp.s32 %r0, %r1, %r2;", {{0x0000ff80, 8}, {0x80, 9}})),
            (U{0xffffff80, 0x80}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("bmsk.clamp.b32 %r0, %r1, %r2;", {{4, 8}, {33, 1}, {0, 40}})),
            (U{0xff0, 0, 0xffffffff}));
}

TEST(Bits, Counting) {
  EXPECT_EQ((eval<uint32_t, uint64_t>("popc.b64 %r0, %rd1;", {{~0ull}, {0}})), (U{64, 0}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("clz.b32 %r0, %r1;", {{0}, {1}})), (U{32, 31}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("bfind.u32 %r0, %r1;", {{0}, {0x10}})), (U{0xffffffff, 4}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("bfind.s32 %r0, %r1;", {{0xffffffff}, {0xfffffff0}})), (U{0xffffffff, 3}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("bfind.shiftamt.u32 %r0, %r1;", {{0x10}})), (U{27}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("brev.b32 %r0, %r1;", {{1}})), (U{0x80000000}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("lop3.b32 %r0, %r1, %r2, %r3, 0xe8;", {{0xf0, 0xcc, 0xaa}})), (U{0xe8}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("fns.b32 %r0, %r1, %r2, %r3;", {{0xb4, 2, 2}, {0xb4, 7, 0xfffffffe}, {4, 2, 0}})),
            (U{4, 5, 2}));
}

TEST(Integer, DotProductsOfBytes) {
  EXPECT_EQ((eval<uint32_t, uint32_t>("dp4a.s32.u32 %r0, %r1, %r2, %r3;", {{0xff020304, 0x02010101, 10}})), (U{17}));
  EXPECT_EQ((eval<uint32_t, uint32_t>("dp2a.hi.s32.s32 %r0, %r1, %r2, %r3;", {{0xffff0002, 0x03040000, 1}})), (U{6}));
}

TEST(Convert, PackSaturates) {
  auto one = [](const std::string &text, const std::vector<uint32_t> &row) {
    return eval<uint32_t>(text, std::vector<std::vector<uint32_t>>{row})[0];
  };
  EXPECT_EQ(one("cvt.pack.sat.s16.s32 %r0, %r1, %r2;", {70000, static_cast<uint32_t>(-70000)}), 0x7fff8000u);
  EXPECT_EQ(one("cvt.pack.sat.u8.s32.b32 %r0, %r1, %r2, %r3;", {300, static_cast<uint32_t>(-5), 0xabcd}), 0xabcdff00u);
  EXPECT_EQ(one("cvt.pack.sat.s8.s32.b32 %r0, %r1, %r2, %r3;", {300, static_cast<uint32_t>(-5), 1}), 0x17ffbu);
}

}  // namespace
}  // namespace tritonc::emulator::testing
