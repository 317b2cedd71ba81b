// Clusters of blocks: shared memory of each other, the barrier of all, copies to several blocks.
#include <gtest/gtest.h>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

using U = std::vector<uint32_t>;

/// Two blocks of one warp with 1 KiB each: %r31 shared memory, %r30 the own rank, %r29 that of the other block, %rd30
/// where a thread stores its word. An mbarrier at 512.
RunOptions pair() {
  RunOptions options;
  options.cluster = 2;
  options.sharedBytes = 1024;
  options.moduleText = ".extern .shared .align 128 .b8 memory[];";
  return options;
}
constexpr const char *kStart = R"(
  mov.u32 %r31, memory; mov.u32 %r30, %cluster_ctarank; xor.b32 %r29, %r30, 1; setp.eq.u32 %p31, %lane, 0;
  mad.lo.u32 %r28, %r30, 32, %lane; mad.wide.u32 %rd30, %r28, 4, %out; mad.lo.u32 %r27, %lane, 4, %r31;
)";
const std::string kSync = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n";

RunResult runPair(const std::string &body, const RunOptions &options = pair()) {
  U in(64);
  for (uint32_t i = 0; i < in.size(); ++i) in[i] = 100 + i;
  return run(kStart + body, 1024, bytesOf(in), options);
}
std::string faultOf(const std::string &body) {
  RunResult result = runPair(body);
  return result.faults.empty() ? "" : std::string(name(result.faults[0].check)) + ": " + result.faults[0].text;
}
U valuesOf(const std::string &body, const RunOptions &options = pair()) {
  RunResult result = runPair(body, options);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  return result.as<uint32_t>();
}

TEST(Cluster, BlocksKnowTheirPlace) {
  RunOptions options = pair();
  options.grid = {2, 1, 1};
  U values = valuesOf("mov.u32 %r1, %clusterid.x; mov.u32 %r2, %cluster_nctarank; mov.u32 %r3, %ctaid.x; mov.u32 %r4, "
                      "%nctaid.x; mad.lo.u32 %r1, %r1, 10, %r30; mad.lo.u32 %r1, %r2, 100, %r1; mad.lo.u32 %r1, %r4, "
                      "1000, %r1; mad.wide.u32 %rd1, %r3, 4, %out; @%p31 st.global.u32 [%rd1], %r1;",
                      options);
  EXPECT_EQ((U{values.begin(), values.begin() + 4}), (U{4200, 4201, 4210, 4211}));
}

TEST(Cluster, ReachesSharedMemoryOfOthers) {
  // Each writes into the other's memory, and reads its own.
  std::string write = "mapa.shared::cluster.u32 %r1, %r27, %r29; add.u32 %r2, %r28, 1000;\n"
                      "st.shared::cluster.u32 [%r1], %r2;\n",
              read = "ld.shared.u32 %r3, [%r27]; st.global.u32 [%rd30], %r3;";
  U values = valuesOf(kSync + write + kSync + read);
  EXPECT_EQ(values[5], 1037u);
  EXPECT_EQ(values[37], 1005u);
  // Generic addresses, and the other way round.
  U back = valuesOf("st.shared.u32 [%r27], %r28;" + kSync +
                    "cvt.u64.u32 %rd1, %r27; cvta.shared.u64 %rd1, %rd1; mapa.u64 %rd2, %rd1, %r29; ld.u32 %r3, [%rd2];"
                    "getctarank.u32 %r4, %rd2; mad.lo.u32 %r3, %r4, 100, %r3; st.global.u32 [%rd30], %r3;" +
                    kSync);
  EXPECT_EQ(back[5], 137u);
  EXPECT_EQ(back[37], 5u);
  EXPECT_EQ(faultOf("mapa.shared::cluster.u32 %r1, %r27, 2;"),
            "bad-operand: lane 0 asks for block 2 of a cluster of 2");
  EXPECT_TRUE(faultOf("mapa.shared::cluster.u32 %r1, %r27, %r29; ld.shared::cluster.u32 %r2, [%r1];")
                  .starts_with("uninitialised: lane 0 reads byte 0"));
}

TEST(Cluster, ItsBarrierOrdersGlobalMemory) {
  std::string other = "xor.b32 %r1, %r28, 32; mad.wide.u32 %rd1, %r1, 4, %out; ld.global.u32 %r2, [%rd1];",
              write = "st.global.u32 [%rd30], %r28;\n";
  EXPECT_EQ(faultOf(write + kSync + other), "");
  EXPECT_TRUE(faultOf(write + "nanosleep.u32 1;" + other).starts_with("data-race"));
  EXPECT_EQ(faultOf("barrier.cluster.wait.aligned;"),
            "bad-operand: a thread waits at the barrier of the cluster where it has not arrived");
}

const std::string kInit =
    "@%p31 mbarrier.init.shared::cta.b64 [%r31+512], 1; fence.mbarrier_init.release.cluster;\n" + kSync;
const std::string kWait =
    "W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [%r31+512], 0; @!%p1 bra W;\n";

TEST(Cluster, DeadlocksNameItsBarrier) {
  EXPECT_EQ(faultOf(kInit + "setp.eq.u32 %p1, %r30, 0; @!%p1 bra W;\n" + kSync + kWait),
            "deadlock: nobody can go on: all lanes of warp 0 wait at the barrier of the cluster, "
            "`barrier.cluster.wait.aligned` at PTX line 25");
}

TEST(Cluster, ArrivesAtBarriersOfOthers) {
  std::string arrive = "mapa.shared::cluster.u32 %r1, %r31, %r29; add.u32 %r1, %r1, 512;\n"
                       "@%p31 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r1];\n";
  EXPECT_EQ(valuesOf(kInit + arrive + kWait + "st.global.u32 [%rd30], 7;" + kSync)[40], 7u);
  EXPECT_NE(faultOf(kInit + kWait).find("wait for the mbarrier at 0x200, whose phase 0 lacks 1 arrival"),
            std::string::npos);
}

TEST(Cluster, CopiesGoToSeveralBlocks) {
  std::string expect = "@%p31 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r31+512], 256;\n",
              both = "shl.b32 %r1, %r30, 7; add.u32 %r2, %r31, %r1; cvt.u64.u32 %rd1, %r1; add.u64 %rd1, %rd1, %in; "
                     "mov.b16 %h1, 3;\n"
                     "@%p31 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                     "[%r2], [%rd1], 128, [%r31+512], %h1;\n",
              read = "ld.shared.u32 %r3, [%r27]; ld.shared.u32 %r4, [%r27+128]; mad.lo.u32 %r3, %r4, 1000, %r3;"
                     "st.global.u32 [%rd30], %r3;";
  U values = valuesOf(kInit + expect + both + kWait + read + kSync);
  EXPECT_EQ(values[3], 135103u);
  EXPECT_EQ(values[35], 135103u);
}

TEST(Cluster, PushesItsOwnSharedMemory) {
  std::string
      expect = "@%p31 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r31+512], 128;\n",
      push =
          "st.shared.u32 [%r27], %r28; fence.proxy.async.shared::cta; bar.warp.sync -1;\n"
          "mapa.shared::cluster.u32 %r1, %r31, %r29; add.u32 %r2, %r1, 128; add.u32 %r1, %r1, 512;\n"
          "@%p31 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r2], [%r31], 128, [%r1];\n",
      read = "ld.shared.u32 %r3, [%r27+128]; st.global.u32 [%rd30], %r3;";
  EXPECT_EQ(valuesOf(kInit + expect + push + kWait + read + kSync)[3], 35u);
}

}  // namespace
}  // namespace tritonc::emulator::testing
