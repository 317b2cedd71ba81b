// Branches, calls, lanes that part and meet, and what lanes and warps do together.
#include <gtest/gtest.h>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

using U = std::vector<uint32_t>;

/// Every lane stores %r0.
constexpr const char *kStore = "\nmad.wide.u32 %rd31, %lane, 4, %out; st.global.u32 [%rd31], %r0;";

U perLane(const std::string &body, const RunOptions &options = {}) {
  RunResult result = run(body + kStore, size_t{128} * options.warps, {}, options);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  return result.as<uint32_t>();
}

TEST(Flow, LanesPartAndMeet) {
  U values = perLane(R"(
    mov.u32 %r0, 0;
    setp.lt.u32 %p1, %lane, 10;
    @%p1 bra FEW;
    add.u32 %r0, %r0, 100;
    bra JOIN;
    FEW: add.u32 %r0, %r0, 1;
    JOIN: activemask.b32 %r1;
    popc.b32 %r1, %r1;
    add.u32 %r0, %r0, %r1;
  )");
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane < 10 ? 33 : 132);
}

TEST(Flow, LoopsOfDifferentLength) {
  U values = perLane(R"(
    mov.u32 %r0, 0;
    LOOP: add.u32 %r0, %r0, 1;
    setp.le.u32 %p1, %r0, %lane;
    @%p1 bra LOOP;
    activemask.b32 %r1;
    setp.ne.u32 %p1, %r1, -1;
    @%p1 trap;
  )");
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane + 1);
}

TEST(Flow, TablesOfTargets) {
  U values = perLane(R"(
    and.b32 %r1, %lane, 3;
    table: .branchtargets A, B, C, A;
    brx.idx %r1, table;
    A: mov.u32 %r0, 1; bra DONE;
    B: mov.u32 %r0, 2; bra DONE;
    C: mov.u32 %r0, 3;
    DONE: activemask.b32 %r2; popc.b32 %r2, %r2; mad.lo.u32 %r0, %r2, 10, %r0;
  )");
  const U wanted = {321, 322, 323, 321};
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], wanted[lane & 3]);
}

TEST(Flow, CallsWithLocalMemoryAndRecursion) {
  RunOptions options;
  options.moduleText = R"(
    .func (.param .b32 result) sum(.param .b32 n)
    {
      .reg .pred %p; .reg .b32 %a, %b; .reg .b64 %spl;
      .local .align 4 .b8 depot[4];
      .param .b32 argument; .param .b32 back;
      mov.u64 %spl, depot;
      ld.param.u32 %a, [n];
      st.local.u32 [%spl], %a;
      setp.eq.u32 %p, %a, 0;
      mov.u32 %b, 0;
      @%p bra END;
      sub.u32 %b, %a, 1;
      st.param.b32 [argument+0], %b;
      call.uni (back), sum, (argument);
      ld.param.b32 %b, [back+0];
      END: ld.local.u32 %a, [depot];
      add.u32 %b, %a, %b;
      st.param.b32 [result+0], %b;
      ret;
    }
  )";
  U values = perLane(R"(
    .param .b32 p0; .param .b32 r0;
    st.param.b32 [p0], %lane;
    call (r0), sum, (p0);
    ld.param.b32 %r0, [r0];
    activemask.b32 %r1; setp.ne.u32 %p1, %r1, -1; @%p1 trap;
  )",
                     options);
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane * (lane + 1) / 2);
}

TEST(Flow, CallsOfPartOfTheLanes) {
  RunOptions options;
  options.moduleText =
      ".func (.param .b32 result) seven() { .reg .b32 %a; mov.u32 %a, 7; st.param.b32 [result], %a; ret; }";
  U values = perLane(R"(
    .param .b32 r0;
    mov.u32 %r0, 1;
    st.param.b32 [r0], %r0;
    setp.lt.u32 %p1, %lane, 4;
    @%p1 call (r0), seven, ();
    ld.param.b32 %r0, [r0];
    activemask.b32 %r1; setp.ne.u32 %p1, %r1, -1; @%p1 trap;
  )",
                     options);
  for (uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane < 4 ? 7 : 1);
}

TEST(Warp, ShufflesStayWithinTheirSegments) {
  U values = perLane("mov.u32 %r1, %lane; shfl.sync.bfly.b32 %r0, %r1, 1, 31, -1;");
  EXPECT_EQ(values[6], 7u);
  values = perLane("shfl.sync.up.b32 %r0|%p1, %lane, 1, 0x1800, -1; @!%p1 mov.u32 %r0, 99;");
  EXPECT_EQ(values[9], 8u);
  EXPECT_EQ(values[8], 99u);
  values = perLane("shfl.sync.down.b32 %r0|%p1, %lane, 2, 31, -1; @!%p1 mov.u32 %r0, 99;");
  EXPECT_EQ(values[29], 31u);
  EXPECT_EQ(values[30], 99u);
  values = perLane("shfl.sync.idx.b32 %r0, %lane, 3, 0x1c1f, -1;");
  EXPECT_EQ(values[30], 31u);
}

TEST(Warp, Votes) {
  EXPECT_EQ(perLane("setp.lt.u32 %p1, %lane, 4; vote.sync.ballot.b32 %r0, %p1, -1;")[5], 0xfu);
  EXPECT_EQ(perLane("setp.lt.u32 %p1, %lane, 4; vote.sync.ballot.b32 %r0, !%p1, -1;")[5], 0xfffffff0u);
  EXPECT_EQ(perLane("setp.lt.u32 %p1, %lane, 4; vote.sync.any.pred %p2, %p1, -1; selp.u32 %r0, 1, 0, %p2;")[5], 1u);
  EXPECT_EQ(perLane("shr.u32 %r1, %lane, 4; match.any.sync.b32 %r0, %r1, -1;")[20], 0xffff0000u);
  EXPECT_EQ(perLane("redux.sync.add.s32 %r0, %lane, -1;")[3], 496u);
  EXPECT_EQ(perLane("sub.u32 %r1, %lane, 5; redux.sync.min.s32 %r0, %r1, -1;")[3], 0xfffffffbu);
  EXPECT_EQ(perLane("elect.sync %r0|%p1, -1; @!%p1 mov.u32 %r0, 9;")[1], 9u);
}

TEST(Warp, PartsOfAWarpShuffleByThemselves) {
  U values = perLane(R"(
    setp.lt.u32 %p1, %lane, 16;
    @%p1 bra LOW;
    shfl.sync.idx.b32 %r0, %lane, 20, 31, 0xffff0000;
    bra JOIN;
    LOW: shfl.sync.idx.b32 %r0, %lane, 3, 31, 0x0000ffff;
    JOIN:
  )");
  EXPECT_EQ(values[1], 3u);
  EXPECT_EQ(values[30], 20u);
}

TEST(Block, NamedBarriersCountThreads) {
  RunOptions options;
  options.warps = 4;
  options.sharedBytes = 512;
  options.moduleText = ".extern .shared .align 16 .b8 memory[];";
  // Warps 0 and 1 exchange through barrier 1, all four count at barrier 2.
  U values = perLane(R"(
    mov.u32 %r5, memory;
    mov.u32 %r0, 0;
    setp.ge.u32 %p1, %lane, 64;
    @%p1 bra REST;
    shl.b32 %r1, %lane, 2;
    add.u32 %r2, %r5, %r1;
    st.shared.u32 [%r2], %lane;
    bar.sync 1, 64;
    xor.b32 %r1, %r1, 128;
    add.u32 %r2, %r5, %r1;
    ld.shared.u32 %r0, [%r2];
    REST: setp.eq.u32 %p2, %lane, %lane;
    bar.red.popc.u32 %r3, 2, %p2;
    mad.lo.u32 %r0, %r3, 1000, %r0;
  )",
                     options);
  EXPECT_EQ(values[5], 128037u);
  EXPECT_EQ(values[40], 128008u);
  EXPECT_EQ(values[100], 128000u);
}

TEST(Block, BlocksThatWaitForEachOtherGoOn) {
  RunOptions options;
  options.grid = {100, 1, 1};
  options.options.threads = 2;
  // Each block waits until all blocks behind it have counted.
  RunResult result = run(R"(
    setp.ne.u32 %p1, %lane, 0;
    @%p1 ret;
    mov.u32 %r1, %ctaid.x;
    sub.u32 %r2, 99, %r1;
    LOOP: ld.acquire.gpu.global.u32 %r3, [%in];
    setp.lt.u32 %p2, %r3, %r2;
    @%p2 bra LOOP;
    atom.acq_rel.gpu.global.add.u32 %r4, [%in], 1;
    mad.wide.u32 %rd1, %r1, 4, %out;
    st.global.u32 [%rd1], %r4;
  )",
                         1200, bytesOf<uint32_t>({0}), options);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  EXPECT_EQ(result.as<uint32_t>()[0], 99u);
  EXPECT_EQ(result.as<uint32_t>()[99], 0u);
}

TEST(System, PrintsAndAsserts) {
  RunOptions options;
  options.moduleText =
      ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
      ".global .align 1 .b8 format[20] = {37, 117, 32, 37, 46, 49, 102, 32, 37, 108, 108, 105, 37, 37, 10, 0};";
  RunResult result = run(R"(
    .local .align 8 .b8 depot[32];
    .param .b64 p0; .param .b64 p1; .param .b32 r0;
    setp.ne.u32 %p1, %lane, 3;
    @%p1 ret;
    mov.u64 %rd1, depot;
    cvta.local.u64 %rd1, %rd1;
    st.u32 [%rd1], %lane;
    st.f64 [%rd1+8], 0d3FF8000000000000;
    st.u64 [%rd1+16], -5;
    mov.u64 %rd2, format;
    cvta.global.u64 %rd2, %rd2;
    st.param.b64 [p0], %rd2;
    st.param.b64 [p1], %rd1;
    call.uni (r0), vprintf, (p0, p1);
  )",
                         4, {}, options);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  EXPECT_EQ(result.printed, "3 1.5 -5%\n");
}

}  // namespace
}  // namespace tritonc::emulator::testing
