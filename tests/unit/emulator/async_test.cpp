// mbarriers, copies of cp.async and cp.async.bulk, and the checks on them: each with its innocent twin.
#include <gtest/gtest.h>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

using U = std::vector<uint32_t>;

/// Two warps with 4 KiB of shared memory at %r31: data from 0 on, an mbarrier at 2048 and one at 2056.
RunOptions twoWarps() {
  RunOptions options;
  options.warps = 2;
  options.sharedBytes = 4096;
  options.moduleText = ".extern .shared .align 128 .b8 memory[];";
  return options;
}
constexpr const char *kStart = R"(
  mov.u32 %r31, memory; mul.wide.u32 %rd31, %lane, 4; add.u64 %rd30, %out, %rd31; shl.b32 %r30, %lane, 2;
  add.u32 %r30, %r30, %r31; setp.eq.u32 %p31, %lane, 0; setp.ge.u32 %p30, %lane, 32;
)";
/// Thread 0 makes the barriers: one for itself, one for all 64 threads.
const std::string kInit = std::string(kStart) + R"(
  @%p31 mbarrier.init.shared::cta.b64 [%r31+2048], 1; @%p31 mbarrier.init.shared::cta.b64 [%r31+2056], 64;
  fence.mbarrier_init.release.cluster; bar.sync 0;
)";
const std::string kWait = "W: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r31+2048], 0; @!%p1 bra W;\n";

RunResult runAsync(const std::string &body) {
  U in(256);
  for (uint32_t i = 0; i < in.size(); ++i) in[i] = 100 + i;
  return run(body, 256, bytesOf(in), twoWarps());
}
std::string faultOf(const std::string &body) {
  RunResult result = runAsync(body);
  return result.faults.empty() ? "" : std::string(name(result.faults[0].check)) + ": " + result.faults[0].text;
}
U valuesOf(const std::string &body) {
  RunResult result = runAsync(body);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  return result.as<uint32_t>();
}
#define EXPECT_FAULT(body, start)                                                                                      \
  do {                                                                                                                 \
    std::string fault = faultOf(body);                                                                                 \
    EXPECT_TRUE(fault.starts_with(start)) << fault;                                                                    \
  } while (false)

// ---- mbarriers ----

TEST(Mbarrier, PhasesEndWhenAllHaveArrived) {
  // Lane 0 sees the parity of the phase before and after 64 arrivals, and after 64 more.
  U values = valuesOf(kInit + R"(
    mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r31+2056], 1; selp.u32 %r1, 1, 0, %p1;
    bar.sync 0;
    mbarrier.arrive.shared::cta.b64 %rd1, [%r31+2056];
    A: mbarrier.try_wait.shared::cta.b64 %p2, [%r31+2056], %rd1; @!%p2 bra A;
    mbarrier.test_wait.parity.shared.b64 %p3, [%r31+2056], 0; selp.u32 %r2, 2, 0, %p3; or.b32 %r1, %r1, %r2;
    bar.sync 0;
    mbarrier.arrive.shared::cta.b64 %rd2, [%r31+2056];
    B: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 %p4, [%r31+2056], 1, 1000; @!%p4 bra B;
    mbarrier.pending_count.b64 %r3, %rd2; shl.b32 %r3, %r3, 8; or.b32 %r1, %r1, %r3;
    st.global.u32 [%rd30], %r1;
  )");
  // Pending before the arrival: 64 for the first thread, which is of the last warp.
  EXPECT_EQ(values[32], 3u | 64u << 8);
  EXPECT_EQ(values[31], 3u | 1u << 8);
}

TEST(Mbarrier, OrdersWhatWasWrittenBeforeTheArrival) {
  std::string write = "st.shared.u32 [%r30], %lane; xor.b32 %r1, %r30, 128;\n",
              arrive = "mbarrier.arrive.shared::cta.b64 _, [%r31+2056];\n",
              wait = "A: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r31+2056], 0; @!%p2 bra A;\n",
              read = "ld.shared.u32 %r2, [%r1]; st.global.u32 [%rd30], %r2;";
  EXPECT_EQ(valuesOf(kInit + write + arrive + wait + read)[5], 37u);
  EXPECT_FAULT(kInit + arrive + write + wait + read, "data-race: ");
  std::string relaxed = "mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%r31+2056];\n";
  EXPECT_FAULT(kInit + write + relaxed + wait + read, "data-race: ");
}

TEST(Mbarrier, DroppedArrivalsAreNotWaitedForAgain) {
  // Warp 0 drops out: the second phase waits for the 32 threads of warp 1.
  U values = valuesOf(kInit + R"(
    @!%p30 mbarrier.arrive_drop.shared::cta.b64 _, [%r31+2056];
    @!%p30 ret;
    mbarrier.arrive.shared::cta.b64 %rd1, [%r31+2056];
    A: mbarrier.try_wait.shared::cta.b64 %p2, [%r31+2056], %rd1; @!%p2 bra A;
    bar.warp.sync -1;
    mbarrier.arrive.shared::cta.b64 %rd1, [%r31+2056];
    B: mbarrier.try_wait.shared::cta.b64 %p2, [%r31+2056], %rd1; @!%p2 bra B;
    st.global.u32 [%rd30], 7;
  )");
  EXPECT_EQ(values[63], 7u);
}

TEST(Mbarrier, Misuse) {
  EXPECT_EQ(faultOf(std::string(kStart) + "@%p31 mbarrier.arrive.shared::cta.b64 _, [%r31+2048];"),
            "mbarrier: lane 0: there is no mbarrier at 0x800, it was not initialised");
  EXPECT_EQ(faultOf(kInit + "@%p31 mbarrier.arrive.shared::cta.b64 _, [%r31+2048], 2;"),
            "mbarrier: 2 arrivals at the mbarrier at 0x800, whose phase 0 lacks 1 arrival");
  EXPECT_EQ(faultOf(kInit + "@%p31 mbarrier.init.shared::cta.b64 [%r31+2048], 1;"),
            "mbarrier: lane 0 initialises the mbarrier at 0x800, whose phase 0 lacks 1 arrival again without "
            "mbarrier.inval");
  EXPECT_EQ(faultOf(kInit + "@%p31 mbarrier.inval.shared::cta.b64 [%r31+2048];"
                            "@%p31 mbarrier.init.shared::cta.b64 [%r31+2048], 1;"),
            "");
  EXPECT_EQ(faultOf(kInit + "@%p31 st.shared.u32 [%r31+2052], 0;"),
            "mbarrier: lane 0 writes byte 2052 of shared memory, which is part of an mbarrier");
  EXPECT_EQ(faultOf(kInit + "@%p31 st.shared.u32 [%r31+2064], 0;"), "");
  EXPECT_FAULT(kInit + "@%p31 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r31+2048], 1048576;",
               "mbarrier: the mbarrier at 0x800 counts 1048576 bytes");
  EXPECT_FAULT(kInit + "@%p31 mbarrier.arrive.noComplete.shared::cta.b64 %rd1, [%r31+2048], 1;",
               "mbarrier: an arrival with .noComplete is the last");
  EXPECT_FAULT(kInit + "mbarrier.test_wait.shared::cta.b64 %p1, [%r31+2056], 0x500000;",
               "mbarrier: lane 0 waits for phase 5");
  EXPECT_FAULT(std::string(kStart) + "@%p31 mbarrier.init.shared::cta.b64 [%r31+4], 1;",
               "misaligned: lane 0 has an mbarrier at 0x4");
  // Made by one thread, used by another without a barrier in between.
  EXPECT_FAULT(std::string(kStart) + "@%p30 ret; @%p31 mbarrier.init.shared::cta.b64 [%r31+2048], 64;"
                                     "@!%p31 mbarrier.arrive.shared::cta.b64 _, [%r31+2048];",
               "data-race: lane 1 writes byte 2048");
}

TEST(Mbarrier, DeadlocksSayWhoWaitsForWhat) {
  EXPECT_EQ(faultOf(kInit +
                    "@%p30 bra END;\n"
                    "@%p31 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r31+2048], 512;\n" +
                    kWait + "END: bar.sync 0;"),
            "deadlock: nobody can go on: all lanes of warp 0 wait for the mbarrier at 0x800, whose phase 0 lacks 0 "
            "arrivals and 512 bytes, `mbarrier.try_wait.parity.shared::cta.b64` at PTX line 27; all lanes of warp 1 "
            "wait at barrier 0, `bar.sync` at PTX line 28");
}

// ---- Bulk copies into shared memory ----

const std::string kLoad =
    "@%p31 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r31+2048], 256;\n"
    "@%p31 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r31], [%in], 256, [%r31+2048];\n";
const std::string kRead = "ld.shared.u32 %r2, [%r30]; st.global.u32 [%rd30], %r2;\n";

TEST(Bulk, LoadsLandWhenTheirBarrierIsWaitedFor) {
  EXPECT_EQ(valuesOf(kInit + kLoad + kWait + kRead)[63], 163u);
  EXPECT_EQ(
      faultOf(kInit + kLoad + "bar.sync 0;" + kRead),
      "async-hazard: lane 0 reads byte 128 of shared memory, where "
      "`cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes` at PTX line 26 is still writing: nobody "
      "has waited for it");
  // One warp waits, the other reads without.
  EXPECT_FAULT(kInit + kLoad + "@%p30 bra R;\n" + kWait + "R: nanosleep.u32 1; nanosleep.u32 1;" + kRead,
               "data-race: lane 0 reads byte 128");
  EXPECT_EQ(faultOf(kInit + kLoad + "@%p30 bra R;\n" + kWait + "R: bar.sync 0;" + kRead), "");
  // Written over before it has landed.
  EXPECT_FAULT(kInit + kLoad + "bar.sync 0; st.shared.u32 [%r30], 0;", "async-hazard: lane 0 writes byte 128");
}

TEST(Bulk, LoadsNeedTheirBytesAnnounced) {
  std::string tooFew = kInit + kLoad;
  tooFew.replace(tooFew.find(", 256;"), 6, ", 240;");
  EXPECT_NE(faultOf(tooFew + kWait).find("has 16 bytes too many"), std::string::npos);
  EXPECT_FAULT(std::string(kStart) + kLoad.substr(kLoad.find('\n')), "mbarrier: lane 0: there is no");
}

TEST(Bulk, LoadsOverWhatSomebodyReadsNeedOrder) {
  std::string early = "bar.sync 0; st.shared.u32 [%r30], 5; fence.proxy.async.shared::cta; bar.sync 0;\n"
                      "ld.shared.u32 %r3, [%r30];\n";
  EXPECT_FAULT(kInit + early + kLoad + kWait, "data-race: ");
  EXPECT_EQ(faultOf(kInit + early + "bar.sync 0;" + kLoad + kWait), "");
}

TEST(Bulk, AddressesAndSizesAreMultiplesOf16) {
  std::string off = kInit + kLoad;
  off.replace(off.find("[%in]"), 5, "[%in+4]");
  EXPECT_FAULT(off, "misaligned: lane 0 copies 256 bytes");
}

// ---- Bulk copies out of shared memory ----

const std::string kFill = std::string(kStart) + "st.shared.u32 [%r30], %lane;\n";
const std::string kFence = "fence.proxy.async.shared::cta;\n", kSync = "bar.sync 0;\n";
const std::string kStore = "@%p31 cp.async.bulk.global.shared::cta.bulk_group [%out], [%r31], 256;\n"
                           "cp.async.bulk.commit_group;\n";
const std::string kDone = "cp.async.bulk.wait_group.read 0;\n";

TEST(Bulk, StoresWriteGlobalMemory) {
  EXPECT_EQ(valuesOf(kFill + kFence + kSync + kStore + kDone)[63], 63u);
  EXPECT_EQ(valuesOf(kFill + kFence + kSync + kStore + "cp.async.bulk.wait_group 0;")[9], 9u);
}

TEST(Bulk, StoresNeedAFenceOfTheWriter) {
  EXPECT_EQ(
      faultOf(kFill + kSync + kStore + kDone),
      "proxy-fence: byte 0 of shared memory was written by an ordinary instruction, and no fence.proxy.async of the "
      "thread that wrote it comes before this");
  // The thread that stores fences, the others do not: its own writes only.
  EXPECT_FAULT(kFill + "@%p31 fence.proxy.async.shared::cta;" + kSync + kStore + kDone, "proxy-fence: byte 4 ");
  // A fence behind the barrier does not order the write for those who wait there.
  EXPECT_FAULT(kFill + kSync + "@%p30 fence.proxy.async.shared::cta;" + kStore + kDone, "proxy-fence");
  EXPECT_FAULT(kFill + kFence + "nanosleep.u32 1;" + kStore + kDone, "data-race");
  // A fence for global memory is none for shared memory.
  EXPECT_FAULT(kFill + "fence.proxy.async.global;" + kSync + kStore + kDone, "proxy-fence");
  EXPECT_EQ(faultOf(kFill + "fence.proxy.async;" + kSync + kStore + kDone), "");
}

TEST(Bulk, SourcesOfStoresStayUntilWaitedFor) {
  std::string again = "st.shared.u32 [%r30], 9;\n", store = kFill + kFence + kSync + kStore;
  EXPECT_FAULT(store + kSync + again + kDone, "async-hazard: lane 0 writes byte 128 of shared memory, which ");
  EXPECT_EQ(faultOf(store + kDone + kSync + again), "");
  // The wait of the thread that stored counts, and what orders the others behind it.
  EXPECT_FAULT(store + kDone + "@!%p30 ret; nanosleep.u32 1;" + again, "data-race");
  // With one group left under way.
  EXPECT_FAULT(store + "cp.async.bulk.wait_group.read 1;" + kSync + again, "async-hazard");
}

TEST(Bulk, NobodyExitsBeforeItsStoresHaveRead) {
  EXPECT_EQ(
      faultOf(kFill + kFence + kSync + kStore),
      "outstanding: lane 0 exits while `cp.async.bulk.global.shared::cta.bulk_group` at PTX line 25 may still read "
      "shared memory: cp.async.bulk.wait_group.read is missing");
}

TEST(Bulk, Reduces) {
  auto reduce = [](const std::string &form) {
    return "@%p31 cp.reduce.async.bulk.global.shared::cta.bulk_group." + form + " [%in], [%r31], 256;\n" +
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; bar.sync 0; add.u64 %rd29, %in, %rd31;\n" +
           "ld.relaxed.gpu.global.u32 %r2, [%rd29]; st.global.u32 [%rd30], %r2;";
  };
  std::string start = kFill + kFence + kSync;
  EXPECT_EQ(valuesOf(start + reduce("add.u32"))[10], 120u);
  EXPECT_EQ(valuesOf(start + reduce("min.s32"))[10], 10u);
  EXPECT_EQ(valuesOf(start + reduce("xor.b32"))[10], 10u ^ 110u);
  EXPECT_NE(loadError(kernelText(kStart + reduce("add.f16"), twoWarps().moduleText)).find("not supported"),
            std::string::npos);
}

// ---- cp.async ----

const std::string kCopy = "mul.wide.u32 %rd29, %lane, 4; add.u64 %rd29, %rd29, %in;\n"
                          "cp.async.ca.shared.global [%r30], [%rd29], 4;\n";

TEST(CpAsync, IsNotReadBeforeItsWait) {
  EXPECT_EQ(valuesOf(kStart + kCopy + "cp.async.wait_all;" + kRead)[9], 109u);
  EXPECT_FAULT(kStart + kCopy + kRead, "async-hazard: lane 0 reads byte 128");
  EXPECT_FAULT(kStart + kCopy + "cp.async.commit_group; cp.async.wait_group 1;" + kRead, "async-hazard");
  EXPECT_FAULT(kStart + kCopy, "outstanding: the warp exits while `cp.async.ca.shared.global` at PTX line ");
}

TEST(CpAsync, ArrivesAtMbarriers) {
  std::string arrive = "cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%r31+2056];\n",
              wait = "A: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r31+2056], 0; @!%p2 bra A;\n",
              other = "xor.b32 %r1, %r30, 128; ld.shared.u32 %r2, [%r1]; st.global.u32 [%rd30], %r2;\n";
  EXPECT_EQ(valuesOf(kInit + kCopy + arrive + wait + other)[9], 141u);
  EXPECT_FAULT(kInit + kCopy + arrive + "bar.sync 0;" + other, "async-hazard");
  // Counted by itself, the barrier waits for the ordinary arrivals too.
  std::string counted = "cp.async.mbarrier.arrive.shared::cta.b64 [%r31+2056];\n";
  EXPECT_FAULT(kInit + kCopy + counted + wait, "deadlock");
  EXPECT_EQ(valuesOf(kInit + kCopy + counted + "mbarrier.arrive.shared::cta.b64 _, [%r31+2056];\n" + wait + other)[9],
            141u);
}

TEST(CpAsync, ItsBytesNeedNoProxyFence) {
  std::string store = kSync + kStore + kDone;
  EXPECT_EQ(faultOf(kStart + kCopy + "cp.async.wait_all;" + store), "");
  EXPECT_FAULT(kStart + kCopy + store, "async-hazard");
}

}  // namespace
}  // namespace tritonc::emulator::testing
