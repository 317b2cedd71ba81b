// Every check finds a planted fault, at its line, and leaves its innocent twin alone.
#include <gtest/gtest.h>

#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

/// Two warps with 1 KiB of shared memory, addressed by %r31 plus four bytes for each thread in %r30.
RunOptions twoWarps() {
  RunOptions options;
  options.warps = 2;
  options.sharedBytes = 1024;
  options.moduleText = ".extern .shared .align 16 .b8 memory[];";
  return options;
}
constexpr const char *kShared = "mov.u32 %r31, memory; shl.b32 %r30, %lane, 2; add.u32 %r30, %r30, %r31;\n";

std::string faultOf(const std::string &body, const RunOptions &options = {}, size_t outBytes = 256,
                    const std::vector<uint8_t> &in = std::vector<uint8_t>(256)) {
  RunResult result = run(body, outBytes, in, options);
  return result.faults.empty() ? "" : std::string(name(result.faults[0].check)) + ": " + result.faults[0].text;
}
std::string sharedFault(const std::string &body) { return faultOf(kShared + body, twoWarps()); }
bool startsWith(const std::string &text, std::string_view start) { return text.starts_with(start); }

TEST(Check, OutOfBounds) {
  EXPECT_EQ(
      faultOf("st.global.u32 [%out+256], 0;"),
      "out-of-bounds: lane 0 writes 4 bytes at 0x100000100, 0 bytes behind the end of `out`, which has 256 bytes");
  EXPECT_TRUE(startsWith(faultOf("ld.global.u32 %r1, [%in+-4];"), "out-of-bounds: lane 0 reads 4 bytes"));
  EXPECT_TRUE(startsWith(faultOf("mov.b64 %rd1, 0; ld.u32 %r1, [%rd1];"), "out-of-bounds"));
  EXPECT_TRUE(startsWith(sharedFault("st.shared.u32 [%r31+1024], 0;"), "out-of-bounds: lane 0 writes 4 bytes"));
  EXPECT_TRUE(
      startsWith(faultOf(".local .b8 depot[8]; mov.u64 %rd1, depot; ld.local.u32 %r1, [%rd1+16];"), "out-of-bounds"));
  EXPECT_EQ(faultOf("ld.global.u32 %r1, [%in+252];"), "");
}

TEST(Check, FaultsHaveTheirPlace) {
  RunOptions options;
  options.moduleText = ".file 1 \"k.py\"";
  RunResult result = run(".loc 1 12 5\nst.global.u32 [%out+1024], 0;", 4, {}, options);
  ASSERT_EQ(result.faults.size(), 1u);
  EXPECT_EQ(
      result.faults[0].toString(),
      "k.py:12: out-of-bounds: lane 0 writes 4 bytes at 0x100000400, 1020 bytes behind the end of `out`, which has "
      "4 bytes (block 0, warp 0; PTX line 20, st.global.u32)");
}

TEST(Check, Misaligned) {
  EXPECT_EQ(faultOf("ld.global.v2.u32 {%r1, %r2}, [%in+4];"),
            "misaligned: lane 0 reads 8 bytes at 0x100100004, which is not a multiple of 8");
}

TEST(Check, Uninitialised) {
  EXPECT_EQ(sharedFault("ld.shared.u32 %r1, [%r30];"),
            "uninitialised: lane 0 reads byte 128 of shared memory, which nobody has written");
  EXPECT_EQ(sharedFault("st.shared.u32 [%r30], 1; ld.shared.u32 %r1, [%r30];"), "");
  RunOptions options;
  options.isOutputDefined = false;
  EXPECT_TRUE(
      startsWith(faultOf("ld.global.u32 %r1, [%out];", options), "uninitialised: lane 0 reads byte 0 of `out`"));
  EXPECT_EQ(faultOf("mad.wide.u32 %rd1, %lane, 4, %out; st.global.u32 [%rd1], 0; ld.global.u32 %r1, [%rd1];", options),
            "");
}

TEST(Check, RacesInSharedMemory) {
  std::string store = "st.shared.u32 [%r30], %lane;\n", other = "xor.b32 %r1, %r30, 128; ld.shared.u32 %r2, [%r1];";
  EXPECT_TRUE(startsWith(sharedFault(store + "bar.warp.sync -1;" + other), "uninitialised"));
  EXPECT_EQ(sharedFault(store + "bar.sync 0;" + other), "");
  // Reads by one warp, then a write by another.
  std::string exchange = store + "bar.sync 0;" + other;
  EXPECT_TRUE(startsWith(sharedFault(exchange + store), "data-race: lane 0 "));
  EXPECT_EQ(sharedFault(exchange + "bar.sync 0;" + store), "");
  // Within a warp, `bar.warp.sync` is enough, and needed.
  std::string neighbour = "xor.b32 %r1, %r30, 4; ld.shared.u32 %r2, [%r1];";
  EXPECT_TRUE(
      startsWith(sharedFault(store + neighbour), "data-race: lane 0 reads byte 132 of shared memory, which lane 1"));
  EXPECT_EQ(sharedFault(store + "bar.warp.sync -1;" + neighbour), "");
  // Two lanes that write one word at once.
  EXPECT_TRUE(startsWith(sharedFault("setp.ge.u32 %p1, %lane, 32; @!%p1 st.shared.u32 [%r31], %lane;"), "data-race"));
  EXPECT_EQ(sharedFault("setp.ge.u32 %p1, %lane, 32; @!%p1 st.shared.u32 [%r31], 5;"), "");
  // So do warps of which one waits at a barrier already. After a barrier it is a race.
  EXPECT_EQ(sharedFault("st.shared.u32 [%r31], 5; bar.sync 0;"), "");
  EXPECT_TRUE(startsWith(sharedFault("setp.lt.u32 %p1, %lane, 32; @!%p1 st.shared.u32 [%r31], 5; @!%p1 bar.sync 1, 32;"
                                     "@%p1 st.shared.u32 [%r31], 5;"),
                         "data-race"));
  EXPECT_EQ(sharedFault("setp.eq.u32 %p1, %lane, 0; @%p1 st.shared.u32 [%r31], 0; bar.sync 0;"
                        "atom.shared.add.u32 %r1, [%r31], 1;"),
            "");
}

TEST(Check, ArrivingAtABarrierOrdersOnlyWhatWasBefore) {
  // Warp 0 arrives and goes on writing; warp 1 waits and reads.
  std::string text = "setp.ge.u32 %p1, %lane, 32; @%p1 bra READER;\n st.shared.u32 [%r30], 1; AFTER bar.arrive 1, 64; "
                     "BEFORE bra END;\n"
                     "READER: bar.sync 1, 64; ld.shared.u32 %r1, [%r30+-128]; END:";
  auto with = [&](const std::string &before, const std::string &after) {
    std::string one = text;
    one.replace(one.find("AFTER"), 5, before);
    one.replace(one.find("BEFORE"), 6, after);
    return sharedFault(one);
  };
  EXPECT_EQ(with("", ""), "");
  EXPECT_TRUE(startsWith(with("", "st.shared.u32 [%r30], 2;"), "data-race"));
}

TEST(Check, RacesInGlobalMemory) {
  RunOptions options = twoWarps();
  std::string store = "mad.wide.u32 %rd1, %lane, 4, %out; st.global.u32 [%rd1], %lane;\n",
              other = "xor.b32 %r1, %lane, 32; mad.wide.u32 %rd2, %r1, 4, %out; ld.global.u32 %r2, [%rd2];";
  EXPECT_TRUE(startsWith(faultOf(store + other, options), "data-race"));
  EXPECT_EQ(faultOf(store + "bar.sync 0;" + other, options), "");
  // Two blocks.
  RunOptions blocks;
  blocks.grid = {2, 1, 1};
  blocks.options.threads = 1;
  EXPECT_TRUE(startsWith(faultOf("mov.u32 %r1, %ctaid.x; st.global.u32 [%out], %r1;", blocks), "data-race: "));
  EXPECT_EQ(faultOf("red.global.add.u32 [%out], 1;", blocks), "");
}

TEST(Check, ReleaseAndAcquireOrderBlocks) {
  RunOptions options;
  options.grid = {2, 1, 1};
  options.options.threads = 1;
  // Block 0 writes data and raises a flag; block 1 waits for it.
  auto text = [](const std::string &raise, const std::string &look) {
    return "setp.ne.u32 %p1, %lane, 0; @%p1 ret; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra READER;\n"
           "st.global.u32 [%out], 7;\n" +
           raise + "\nret;\nREADER: " + look +
           "\nsetp.eq.u32 %p2, %r2, 0; @%p2 bra READER;\n ld.global.u32 %r3, [%out];";
  };
  std::string raise = "st.release.gpu.global.u32 [%in], 1;", look = "ld.acquire.gpu.global.u32 %r2, [%in];";
  EXPECT_EQ(faultOf(text(raise, look), options), "");
  EXPECT_TRUE(startsWith(faultOf(text("st.relaxed.gpu.global.u32 [%in], 1;", look), options), "data-race"));
  EXPECT_TRUE(startsWith(faultOf(text(raise, "ld.relaxed.gpu.global.u32 %r2, [%in];"), options), "data-race"));
  EXPECT_EQ(faultOf(text("fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%in], 1;",
                         "ld.relaxed.gpu.global.u32 %r2, [%in]; fence.acq_rel.gpu;"),
                    options),
            "");
  EXPECT_TRUE(startsWith(faultOf(text("st.global.u32 [%in], 1;", look), options), "data-race"));
}

TEST(Check, AReleasePublishesWhatItsWarpDidAndKnows) {
  RunOptions options = twoWarps();
  options.grid = {2, 1, 1};
  options.options.threads = 1;
  // Warp 1 of block 0 writes and its warp 0 raises a flag, for which warp 0 of block 1 waits and its warp 1 reads.
  auto text = [](const std::string &beforeRelease, const std::string &afterAcquire) {
    return "and.b32 %r4, %lane, 31; mad.wide.u32 %rd1, %r4, 4, %out; setp.ge.u32 %p2, %lane, 32;\n"
           "mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra READER;\n @%p2 st.global.u32 [%rd1], 7;\n" +
           beforeRelease +
           "\n@!%p2 st.release.gpu.global.u32 [%in], 1; ret;\nREADER: @%p2 bra SKIP;\n"
           "LOOP: ld.acquire.gpu.global.u32 %r2, [%in]; setp.eq.u32 %p3, %r2, 0; @%p3 bra LOOP;\nSKIP: " +
           afterAcquire + "\n@%p2 ld.global.u32 %r3, [%rd1];";
  };
  EXPECT_EQ(faultOf(text("bar.sync 0;", "bar.sync 0;"), options), "");
  EXPECT_TRUE(startsWith(faultOf(text("", "bar.sync 0;"), options), "data-race: lane 0 "));
  EXPECT_TRUE(startsWith(faultOf(text("bar.sync 0;", ""), options), "data-race: lane 0 "));
}

TEST(Check, ALaneReleasesWhatItDidAndWhatWasBeforeItsWarpMet) {
  RunOptions options;
  options.grid = {2, 1, 1};
  options.options.threads = 1;
  // Each lane of block 0 writes a word, then lane 0 raises a flag; a lane of block 1 waits and reads.
  auto text = [](const std::string &between, const std::string &raise, int reader) {
    return "mad.wide.u32 %rd1, %lane, 4, %out; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra READER;\n"
           "st.global.u32 [%rd1], 7; " +
           between + "\nsetp.ne.u32 %p2, %lane, 0; @%p2 ret; " + raise + " ret;\nREADER: setp.ne.u32 %p2, %lane, " +
           std::to_string(reader) +
           "; @%p2 ret;\nLOOP: ld.acquire.gpu.global.u32 %r2, [%in]; setp.eq.u32 %p3, %r2, 0; @%p3 bra LOOP;\n"
           "ld.global.u32 %r3, [%rd1];";
  };
  const std::string release = "st.release.gpu.global.u32 [%in], 1;",
                    fenced = "fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%in], 1;";
  for (const std::string &raise : {release, fenced}) {
    EXPECT_EQ(faultOf(text("bar.warp.sync -1;", raise, 5), options), "");
    EXPECT_EQ(faultOf(text("", raise, 0), options), "");
    EXPECT_TRUE(startsWith(faultOf(text("", raise, 5), options), "data-race"));
  }
}

TEST(Check, AFencePublishesWhatWasBeforeIt) {
  RunOptions options;
  options.grid = {2, 1, 1};
  options.options.threads = 1;
  // Of two words that block 0 writes, a fence comes between.
  auto text = [](const std::string &read) {
    return "setp.ne.u32 %p1, %lane, 0; @%p1 ret; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra READER;\n"
           "st.global.u32 [%out], 7; fence.acq_rel.gpu; st.global.u32 [%out+4], 8;\n"
           "st.relaxed.gpu.global.u32 [%in], 1; ret;\n"
           "READER: ld.acquire.gpu.global.u32 %r2, [%in]; setp.eq.u32 %p2, %r2, 0; @%p2 bra READER;\n" +
           read;
  };
  EXPECT_EQ(faultOf(text("ld.global.u32 %r3, [%out];"), options), "");
  EXPECT_TRUE(startsWith(faultOf(text("ld.global.u32 %r3, [%out+4];"), options), "data-race"));
}

TEST(Check, AFenceAcquiresWhatTheReadsBeforeItSaw) {
  RunOptions options;
  options.grid = {2, 1, 1};
  // A read takes its value a moment before it notes what was published with it.
  options.options.threads = 1;
  // Block 0 waits until block 1 has looked at the flag once, then writes and raises it.
  auto text = [](const std::string &beforeRead, const std::string &afterRead) {
    return "setp.ne.u32 %p1, %lane, 0; @%p1 ret; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; @%p1 bra READER;\n"
           "WAIT: ld.relaxed.gpu.global.u32 %r2, [%in+4]; setp.eq.u32 %p2, %r2, 0; @%p2 bra WAIT;\n"
           "st.global.u32 [%out], 7; fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%in], 1; ret;\n"
           "READER: " +
           beforeRead + " ld.relaxed.gpu.global.u32 %r2, [%in]; " + afterRead +
           " st.relaxed.gpu.global.u32 [%in+4], 1; setp.eq.u32 %p2, %r2, 0; @%p2 bra READER;\n"
           "ld.global.u32 %r3, [%out];";
  };
  EXPECT_EQ(faultOf(text("", "fence.acq_rel.gpu;"), options), "");
  EXPECT_TRUE(startsWith(faultOf(text("fence.acq_rel.gpu;", ""), options), "data-race"));
}

TEST(Check, ALaneThatAcquiresItsOwnReleaseKnowsNothingOfOtherLanes) {
  RunOptions options = twoWarps();
  options.warps = 1;
  auto text = [](const std::string &between) {
    return kShared +
           std::string("setp.eq.u32 %p1, %lane, 0; @%p1 st.shared.u32 [%r31], 5; bar.sync 0;\n"
                       "ld.shared.u32 %r2, [%r31]; ") +
           between + "@%p1 atom.acq_rel.gpu.global.add.u32 %r3, [%in], 1; @%p1 st.shared.u32 [%r31], 6;";
  };
  EXPECT_EQ(faultOf(text("bar.warp.sync -1;"), options), "");
  EXPECT_TRUE(startsWith(faultOf(text(""), options), "data-race: lane 0 writes byte 0 of shared memory"));
}

TEST(Check, DivergentInstructions) {
  EXPECT_TRUE(startsWith(faultOf("setp.lt.u32 %p1, %lane, 5; @%p1 bra SKIP; bar.sync 0; SKIP:"),
                         "divergent: an aligned instruction is executed by part of the warp"));
  EXPECT_TRUE(startsWith(faultOf("setp.lt.u32 %p1, %lane, 5; @%p1 bar.sync 0;"), "divergent"));
  EXPECT_TRUE(
      startsWith(faultOf("setp.lt.u32 %p1, %lane, 5; @%p1 bra SKIP; shfl.sync.bfly.b32 %r1, %lane, 1, 31, -1; SKIP:"),
                 "divergent: lanes 0x0000001f should execute this together with lanes 0xffffffe0, but never come"));
  EXPECT_TRUE(
      startsWith(faultOf("setp.lt.u32 %p1, %lane, 5; @%p1 exit; vote.sync.ballot.b32 %r1, %p1, -1;"), "divergent"));
}

TEST(Check, Deadlock) {
  RunOptions options = twoWarps();
  std::string fault =
      faultOf("setp.ge.u32 %p1, %lane, 32; @%p1 bra OTHER; bar.sync 1; ret; OTHER: bar.sync 2;", options);
  EXPECT_EQ(fault,
            "deadlock: nobody can go on: all lanes of warp 0 wait at barrier 1, `bar.sync` at PTX line 19; all lanes "
            "of warp 1 wait at barrier 2, `bar.sync` at PTX line 19");
}

TEST(Check, EndlessLoops) {
  RunOptions options;
  options.options.stepLimit = 100000;
  EXPECT_TRUE(
      startsWith(faultOf("LOOP: ld.volatile.global.u32 %r1, [%in]; setp.eq.u32 %p1, %r1, 0; @%p1 bra LOOP;", options),
                 "step-limit: warp 0 has executed"));
}

TEST(Check, TrapsAndConstants) {
  EXPECT_EQ(faultOf("trap;"), "trap: the kernel stopped itself");
  RunOptions options;
  options.moduleText = ".const .b32 limit = 5;";
  EXPECT_TRUE(startsWith(faultOf("mov.u64 %rd1, limit; st.u32 [%rd1], 1;", options), "out-of-bounds"));
}

TEST(Check, SpinningLanesLetTheOwnerOfALockGoOn) {
  RunResult result = run(R"(
    LOOP: atom.global.acquire.gpu.cas.b32 %r1, [%in], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra LOOP;
    ld.relaxed.gpu.global.u32 %r2, [%in+4];
    add.u32 %r2, %r2, 1;
    st.relaxed.gpu.global.u32 [%in+4], %r2;
    st.global.u32 [%out], %r2;
    atom.global.release.gpu.exch.b32 %r1, [%in], 0;
  )",
                         4, bytesOf<uint32_t>({0, 0}));
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  EXPECT_EQ(result.as<uint32_t>()[0], 32u);
}

TEST(Trace, CountsSectorsAndConflicts) {
  RunOptions options = twoWarps();
  options.warps = 1;
  options.options.trace = true;
  options.moduleText = ".extern .shared .align 16 .b8 memory[];\n.file 1 \"k.py\"";
  std::string body = std::string(kShared) + R"(
    mad.wide.u32 %rd1, %lane, 4, %in;
    .loc 1 1 1
    ld.global.u32 %r1, [%rd1];
    mad.lo.u32 %r2, %lane, 8, %r31;
    .loc 1 2 1
    st.shared.u32 [%r2], %r1;
    .loc 1 3 1
    st.shared.u32 [%r30+512], %r1;
  )";
  RunResult result = run(body, 4, std::vector<uint8_t>(128), options);
  for (const Fault &fault : result.faults) ADD_FAILURE() << fault.toString();
  std::string text = result.trace.toText(*result.program);
  EXPECT_NE(text.find("opcode st.shared.u32: 2 warps, 64 threads\n"), std::string::npos) << text;
  EXPECT_NE(text.find("line k.py:1: ld.global.u32: 1 warps, 4 sectors\n"), std::string::npos) << text;
  EXPECT_NE(text.find("line k.py:2: st.shared.u32: 1 warps, 2 passes, 1 of them for conflicts\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("line k.py:3: st.shared.u32: 1 warps, 1 passes, 0 of them for conflicts\n"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace tritonc::emulator::testing
