// wgmma: what it multiplies, and the checks on its registers, its shared memory and its warpgroup.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

RunOptions warpgroup() {
  RunOptions options;
  options.warps = 4;
  options.sharedBytes = 4096;
  options.moduleText = ".extern .shared .align 1024 .b8 memory[];";
  return options;
}

/// A, 64 x 16 of bf16, at 0 with element (i, k) = i; B, 8 x 16 (N x K), at 2048 with element (j, k) = j + 1: without a
/// swizzle, both in atoms of 8 rows by 16 bytes, 256 bytes for 8 rows. %rd1 and %rd2 are the descriptors.
constexpr const char *kFactors = R"(
  mov.u32 %r31, memory; setp.eq.u32 %p31, %lane, 0;
  shr.u32 %r1, %lane, 1; and.b32 %r2, %lane, 1;
  cvt.rn.bf16.u32 %h1, %r1; mov.b32 %r3, {%h1, %h1};
  shr.u32 %r4, %r1, 3; mul.lo.u32 %r4, %r4, 256; and.b32 %r5, %r1, 7; mad.lo.u32 %r4, %r5, 16, %r4;
  mad.lo.u32 %r4, %r2, 128, %r4; add.u32 %r4, %r4, %r31;
  st.shared.v4.u32 [%r4], {%r3, %r3, %r3, %r3};
  setp.lt.u32 %p1, %r1, 8; add.u32 %r6, %r1, 1; cvt.rn.bf16.u32 %h2, %r6; mov.b32 %r7, {%h2, %h2};
  @%p1 st.shared.v4.u32 [%r4+2048], {%r7, %r7, %r7, %r7};
  shr.u32 %r8, %r31, 4; cvt.u64.u32 %rd1, %r8; or.b64 %rd1, %rd1, 0x1000080000; add.u64 %rd2, %rd1, 128;
  mov.f32 %f1, 0f3F800000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;
)";
const std::string kReady = std::string(kFactors) + "fence.proxy.async.shared::cta; bar.sync 0;\n";
const std::string kFence = "wgmma.fence.sync.aligned;\n", kCommit = "wgmma.commit_group.sync.aligned;\n",
                  kWait = "wgmma.wait_group.sync.aligned 0;\n";
const std::string kMultiply =
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1, %f2, %f3, %f4}, %rd1, %rd2, 1, 1, "
    "1, 0, 0;\n";
const std::string kStore = "mad.wide.u32 %rd3, %lane, 16, %out; st.global.v4.f32 [%rd3], {%f1, %f2, %f3, %f4};\n";

RunResult runGroup(const std::string &body) { return run(body, 2048, {}, warpgroup()); }
std::string faultOf(const std::string &body) {
  RunResult result = runGroup(body);
  return result.faults.empty() ? "" : std::string(name(result.faults[0].check)) + ": " + result.faults[0].text;
}
#define EXPECT_FAULT(body, start)                                                                                      \
  do {                                                                                                                 \
    std::string fault = faultOf(body);                                                                                 \
    EXPECT_TRUE(fault.starts_with(start)) << fault;                                                                    \
  } while (false)

TEST(Wgmma, MultipliesFromSharedMemory) {
  RunResult result = runGroup(kReady + kFence + kMultiply + kMultiply + kCommit + kWait + kStore);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  std::vector<float> values = result.as<float>();
  for (unsigned thread = 0; thread < 128; ++thread)
    for (unsigned v = 0; v < 4; ++v) {
      unsigned row = 16 * (thread / 32) + thread % 32 / 4 + 8 * (v / 2), column = 2 * (thread % 4) + v % 2;
      EXPECT_EQ(values[4 * thread + v], static_cast<float>(1 + 32 * row * (column + 1))) << thread << " " << v;
    }
}

TEST(Wgmma, ScalesAndNegates) {
  std::string fresh = kMultiply, negated = kMultiply;
  fresh.replace(fresh.find(", 1, 1, "), 8, ", 0, 1, ");
  negated.replace(negated.find("1, 1, 1, 0"), 10, "1, -1, 1, 0");
  auto value = [&](const std::string &text) {
    return runGroup(kReady + kFence + text + kCommit + kWait + kStore).as<float>()[4 * 127 + 3];
  };
  EXPECT_EQ(value(fresh), 16.0f * 63 * 8);
  EXPECT_EQ(value(negated), 1 - 16.0f * 63 * 8);
}

TEST(Wgmma, TakesAFromRegisters) {
  // Each lane has rows g and g + 8 of its warp, all alike along K.
  std::string registers = "mov.u32 %r10, %r3; and.b32 %r9, %lane, 31; shr.u32 %r9, %r9, 2; shr.u32 %r11, %lane, 5;\n"
                          "mad.lo.u32 %r9, %r11, 16, %r9; cvt.rn.bf16.u32 %h3, %r9; mov.b32 %r10, {%h3, %h3};\n"
                          "add.u32 %r9, %r9, 8; cvt.rn.bf16.u32 %h3, %r9; mov.b32 %r11, {%h3, %h3};\n"
                          "mov.u32 %r12, %r10; mov.u32 %r13, %r11;\n";
  std::string multiply = "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f1, %f2, %f3, %f4}, {%r10, %r11, %r12, "
                         "%r13}, %rd2, 1, 1, 1, 0;\n";
  RunResult result = runGroup(kReady + registers + kFence + multiply + kCommit + kWait + kStore);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  EXPECT_EQ(result.as<float>()[4 * 127 + 3], 1 + 16.0f * 63 * 8);
  EXPECT_FAULT(kReady + registers + kFence + multiply + kCommit + "mov.u32 %r13, 0;" + kWait,
               "wgmma-registers: this touches a register of A of `wgmma.mma_async");
  EXPECT_EQ(faultOf(kReady + registers + kFence + multiply + kCommit + kWait + "mov.u32 %r13, 0;"), "");
}

TEST(Wgmma, AccumulatorsAreNotTouchedBeforeTheWait) {
  std::string start = kReady + kFence + kMultiply + kCommit;
  EXPECT_EQ(faultOf(start + "add.f32 %f5, %f4, %f4;" + kWait),
            "wgmma-registers: this touches a register of the accumulator of "
            "`wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16` at PTX line 32, which nobody has waited for");
  EXPECT_FAULT(start + "mov.f32 %f2, 0f00000000;" + kWait, "wgmma-registers");
  EXPECT_FAULT(start + "wgmma.wait_group.sync.aligned 1;" + kStore + kWait, "wgmma-registers");
  // Not committed, and so not waited for.
  EXPECT_FAULT(kReady + kFence + kMultiply + kWait + kStore, "wgmma-registers");
  EXPECT_EQ(faultOf(start + "add.f32 %f5, %f6, %f6;" + kWait + "add.f32 %f5, %f4, %f4;"), "");
}

TEST(Wgmma, AccumulatorsOfAnotherShapeNeedTheWait) {
  std::string wide =
      "wgmma.mma_async.sync.aligned.m64n16k16.f32.bf16.bf16 {%f5, %f6, %f7, %f8, %f1, %f2, %f3, %f4}, %rd1, "
      "%rd1, 0, 1, 1, 0, 0;\n";
  EXPECT_FAULT(kReady + kFence + kMultiply + wide + kCommit + kWait, "wgmma-registers: a register of this is in use");
  EXPECT_EQ(faultOf(kReady + kFence + kMultiply + kCommit + kWait + wide + kCommit + kWait), "");
}

TEST(Wgmma, NeedsAFenceBehindOtherInstructions) {
  EXPECT_FAULT(kReady + kMultiply + kCommit + kWait, "wgmma-fence: register ");
  EXPECT_FAULT(kReady + kFence + "mov.f32 %f3, 0f00000000;" + kMultiply + kCommit + kWait, "wgmma-fence: register ");
  EXPECT_EQ(faultOf(kReady + kFence + "mov.f32 %f9, 0f00000000;" + kMultiply + kCommit + kWait), "");
}

TEST(Wgmma, SharedMemoryIsFencedAndStays) {
  EXPECT_FAULT(std::string(kFactors) + "bar.sync 0;" + kFence + kMultiply + kCommit + kWait, "proxy-fence: byte ");
  std::string start = kReady + kFence + kMultiply + kCommit, again = "st.shared.v4.u32 [%r4], {%r3, %r3, %r3, %r3};\n";
  EXPECT_FAULT(start + again + kWait, "async-hazard: lane 0 writes byte ");
  EXPECT_EQ(faultOf(start + kWait + "bar.sync 0;" + again), "");
  EXPECT_FAULT(start + kWait + "setp.ge.u32 %p2, %lane, 96; @%p2 bra E; nanosleep.u32 1; E:" + again, "data-race");
}

/// The wait of one warp is one for all of its warpgroup: it may tell others that shared memory is free.
TEST(Wgmma, OneWarpWaitsForTheWarpgroup) {
  RunOptions two = warpgroup();
  two.warps = 8;
  auto fault = [&](const std::string &consume) {
    RunResult result =
        run("mov.u32 %r31, memory; setp.eq.u32 %p31, %lane, 0; setp.ge.u32 %p30, %lane, 128;\n"
            "@%p31 mbarrier.init.shared::cta.b64 [%r31+3072], 1; bar.sync 0; @%p30 bra P;\n" +
                std::string(kFactors) + "fence.proxy.async.shared::cta; bar.sync 1, 128;\n" + kFence +
                "setp.lt.u32 %p2, %lane, 32; @%p2 bra L; nanosleep.u32 1; nanosleep.u32 1; L: bar.warp.sync -1;\n" +
                kMultiply + kCommit + consume +
                "bra END; P: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r31+3072], 0; @!%p3 bra P;\n"
                "shl.b32 %r1, %lane, 4; add.u32 %r1, %r1, %r31; st.shared.u32 [%r1+-2048], 0; END:\n",
            2048, {}, two);
    return result.faults.empty() ? "" : std::string(name(result.faults[0].check)) + ": " + result.faults[0].text;
  };
  std::string arrive = "@%p31 mbarrier.arrive.shared::cta.b64 _, [%r31+3072];\n";
  EXPECT_EQ(fault(kWait + arrive), "");
  EXPECT_TRUE(fault(arrive + kWait).starts_with("async-hazard")) << fault(arrive + kWait);
}

TEST(Wgmma, WarpsOfAGroupDoTheSame) {
  std::string rest = kFence + kMultiply + kCommit + kWait;
  EXPECT_FAULT(kReady + "setp.lt.u32 %p2, %lane, 32; @%p2 ret;" + rest, "divergent: warp 0 of the warpgroup should");
  EXPECT_FAULT(kReady + "setp.ge.u32 %p2, %lane, 96; @!%p2 bra G; nanosleep.u32 1; ret; G: nanosleep.u32 1;" + rest,
               "divergent: ");
  EXPECT_FAULT(kReady + "setp.ge.u32 %p2, %lane, 96; @%p2 add.u64 %rd1, %rd1, 1;" + rest,
               "divergent: another warp of the warpgroup executes another wgmma");
  EXPECT_FAULT(kReady + "@%p31 bra E; " + rest + "E:", "divergent: an aligned instruction");
  RunOptions two = warpgroup();
  two.warps = 2;
  RunResult result = run(kReady + rest, 2048, {}, two);
  ASSERT_EQ(result.faults.size(), 1u);
}

TEST(Wgmma, ExitsOnlyWhenNothingIsUnderWay) {
  EXPECT_FAULT(kReady + kFence + kMultiply + kCommit, "outstanding: the warp exits while `wgmma.mma_async");
}

TEST(Wgmma, RefusesFormsThatTheHardwareHasNot) {
  auto error = [](const std::string &body) { return loadError(kernelText(body, warpgroup().moduleText)); };
  std::string integer =
      "wgmma.mma_async.sync.aligned.m64n40k32.s32.s8.s8 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, "
      "%r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20}, %rd1, %rd2, 1;";
  EXPECT_NE(error(integer).find("not supported"), std::string::npos);
  std::string sign = kMultiply;
  sign.replace(sign.find("1, 1, 1, 0"), 10, "1, 0, 1, 0");
  EXPECT_NE(error(sign).find("an operand must be 1 or -1"), std::string::npos);
  EXPECT_NE(error("setmaxnreg.inc.sync.aligned.u32 100;").find("multiple of 8"), std::string::npos);
}

/// Sums of one product of 2^-r with an accumulator of 1: what of it stays.
TEST(Wgmma, CutsSumsAsTheHardwareDoes) {
  // bf16: A is 1 + 2^-7 in all 16 places, B 2^-17: each product is 2^-17 + 2^-24, of which 2^-24 and 2^-25 still count
  // within one sum; the sum of 16 is 2^-13 + 2^-20.
  std::string body = kReady;
  size_t at = body.find("cvt.rn.bf16.u32 %h1, %r1;");
  body.replace(at, 25, "mov.b16 %h1, 0x3f81;    ");
  at = body.find("cvt.rn.bf16.u32 %h2, %r6;");
  body.replace(at, 25, "mov.b16 %h2, 0x3700;    ");
  RunResult result = runGroup(body + kFence + kMultiply + kCommit + kWait + kStore);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  EXPECT_EQ(result.as<float>()[0], 1 + 0x1p-13f + 0x1p-20f);
}

}  // namespace
}  // namespace tritonc::emulator::testing
