// Matrices of a warp and asynchronous copies.
#include <gtest/gtest.h>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

using U = std::vector<uint32_t>;

RunOptions withShared() {
  RunOptions options;
  options.sharedBytes = 1024;
  options.moduleText = ".extern .shared .align 128 .b8 memory[];";
  return options;
}

std::vector<uint32_t> runShared(const std::string &body, size_t bytes, const std::vector<uint8_t> &in) {
  RunResult result = run("mov.u32 %r31, memory;\n" + body, bytes, in, withShared());
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  return result.as<uint32_t>();
}

/// Element i of an 8x8 matrix of 16 bits is i.
std::string fillMatrix() {
  return "shl.b32 %r1, %lane, 1; add.u32 %r2, %r1, 1; shl.b32 %r2, %r2, 16; or.b32 %r2, %r2, %r1;\n"
         "mad.lo.u32 %r3, %lane, 4, %r31; st.shared.u32 [%r3], %r2; bar.warp.sync -1;\n"
         "and.b32 %r4, %lane, 7; mad.lo.u32 %r4, %r4, 16, %r31;\n";
}

TEST(Matrix, LdmatrixDealsRowsAndColumns) {
  std::string store = "mad.wide.u32 %rd1, %lane, 4, %out; st.global.u32 [%rd1], %r5;";
  U plain = runShared(fillMatrix() + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r5}, [%r4];" + store, 128, {});
  U transposed =
      runShared(fillMatrix() + "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r5}, [%r4];" + store, 128, {});
  for (uint32_t lane = 0; lane < 32; ++lane) {
    uint32_t row = lane / 4, column = lane % 4 * 2;
    EXPECT_EQ(plain[lane], (8 * row + column + 1) << 16 | (8 * row + column));
    EXPECT_EQ(transposed[lane], (8 * (column + 1) + row) << 16 | (8 * column + row));
  }
}

TEST(Matrix, StmatrixIsTheInverse) {
  std::string text = fillMatrix() +
                     "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r5}, [%r4];\n"
                     "stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%r4+512], {%r5}; bar.warp.sync -1;\n"
                     "ld.shared.u32 %r6, [%r3+512]; mad.wide.u32 %rd1, %lane, 4, %out; st.global.u32 [%rd1], %r6;";
  U values = runShared(text, 128, {});
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], (2 * lane + 1) << 16 | 2 * lane);
}

TEST(Matrix, MmaMultipliesHalves) {
  // A[i][k] = i (all k alike), B[k][j] = j: the sum over 16 is 16 * i * j.
  U values = runShared(R"(
    shr.u32 %r1, %lane, 2;
    add.u32 %r2, %r1, 8;
    cvt.rn.f16.u32 %h1, %r1;
    cvt.rn.f16.u32 %h2, %r2;
    mov.b32 %r3, {%h1, %h1};
    mov.b32 %r4, {%h2, %h2};
    mov.f32 %f1, 0f3F800000;
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5}, {%r3, %r4, %r3, %r4}, {%r3, %r3}, {%f1, %f1, %f1, %f1};
    mad.wide.u32 %rd1, %lane, 16, %out;
    cvt.rni.u32.f32 %r5, %f2; cvt.rni.u32.f32 %r6, %f3; cvt.rni.u32.f32 %r7, %f4; cvt.rni.u32.f32 %r8, %f5;
    st.global.v4.u32 [%rd1], {%r5, %r6, %r7, %r8};
  )",
                       512, {});
  for (uint32_t lane = 0; lane < 32; ++lane)
    for (uint32_t i = 0; i < 4; ++i) {
      uint32_t row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      EXPECT_EQ(values[4 * lane + i], 16 * row * column + 1) << lane << " " << i;
    }
}

TEST(Matrix, MmaMultipliesBytes) {
  // A is -1 everywhere, B is its row modulo 4.
  U values = runShared(R"(
    mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%r1, %r2, %r3, %r4}, {-1, -1, -1, -1}, {0x03020100, 0x03020100}, {5, 5, 5, 5};
    mad.wide.u32 %rd1, %lane, 4, %out; st.global.u32 [%rd1], %r4;
  )",
                       128, {});
  EXPECT_EQ(values[7], static_cast<uint32_t>(5 - 8 * 6));
}

TEST(Async, CopiesLandWhenWaitedFor) {
  U in(64);
  for (uint32_t i = 0; i < 64; ++i) in[i] = 100 + i;
  std::string start = "mad.wide.u32 %rd1, %lane, 4, %in; mad.lo.u32 %r1, %lane, 4, %r31; st.shared.u32 [%r1], 1;\n"
                      "cp.async.ca.shared.global [%r1], [%rd1], 4; cp.async.commit_group;\n"
                      "cp.async.ca.shared.global [%r1+256], [%rd1+128], 4, 0; cp.async.commit_group;\n";
  std::string store = "\nmad.wide.u32 %rd2, %lane, 4, %out; st.global.u32 [%rd2], %r2;";
  EXPECT_EQ(runShared(start + "cp.async.wait_group 1; ld.shared.u32 %r2, [%r1]; cp.async.wait_all;" + store, 128,
                      bytesOf(in))[3],
            103u);
  EXPECT_EQ(runShared(start + "cp.async.wait_all; ld.shared.u32 %r2, [%r1+256];" + store, 128, bytesOf(in))[3], 0u);
  RunResult early = run("mov.u32 %r31, memory;\n" + start + "cp.async.wait_group 1; ld.shared.u32 %r2, [%r1+256];", 128,
                        bytesOf(in), withShared());
  ASSERT_EQ(early.faults.size(), 1u);
  EXPECT_EQ(early.faults[0].check, Check::AsyncHazard);
}

}  // namespace
}  // namespace tritonc::emulator::testing
