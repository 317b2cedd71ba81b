// Copies of boxes of tensors, and the map that describes them.
#include <gtest/gtest.h>

#include "runtime/emulator/tensor_map.h"
#include "tests/unit/emulator/kernel_text.h"

namespace tritonc::emulator::testing {
namespace {

constexpr uint32_t kColumns = 40, kRows = 10, kSharedBytes = 4096;

/// A matrix of u16, 10 rows of 40 with 48 from row to row; element (i, j) is 100 * i + j.
struct Fixture {
  std::vector<uint16_t> matrix = std::vector<uint16_t>(kRows * 48);
  std::vector<uint16_t> out = std::vector<uint16_t>(kSharedBytes / 2);
  TensorMap map{.rank = 2,
                .element = TensorElement::U16,
                .extents = {kColumns, kRows, 1, 1, 1},
                .strides = {2, 96},
                .box = {16, 4, 1, 1, 1}};
  std::vector<Fault> faults;

  Fixture() {
    for (uint32_t i = 0; i < kRows; ++i)
      for (uint32_t j = 0; j < 48; ++j) matrix[i * 48 + j] = static_cast<uint16_t>(j < kColumns ? 100 * i + j : 7777);
  }

  /// Runs the body with the map as a parameter in %rd1, an mbarrier at %r2, shared memory at %r1, %p1 in thread 0.
  /// Every byte of shared memory up to 2048 starts as 0xaa, fenced.
  std::string run(const std::string &body, const std::string &end = "") {
    std::string text =
        R"(// tritonc.info: {"abi":1,"name":"k","version":"0","source_hash":"0","arch":"sm_90a","ptx_version":"8.5","warps":1,"stages":1,"cluster":[1,1,1],"shared_bytes":4096,"scratch_bytes":0,"scratch_align":128,"registers":null,"spill_bytes":null,"params":[],"constants":{},"tensor_maps":[]}
.version 8.6
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 memory[];
.visible .entry k(.param .u64 k_out, .param .align 64 .b8 k_map[128])
{
.reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<16>; .reg .b16 %h<4>;
mov.u64 %rd1, k_map; cvta.param.u64 %rd1, %rd1; ld.param.u64 %rd2, [k_out];
mov.u32 %r1, memory; add.u32 %r2, %r1, 3072; mov.u32 %r3, %tid.x; setp.eq.u32 %p1, %r3, 0;
mov.u32 %r4, 0; mad.lo.u32 %r5, %r3, 4, %r1;
F: st.shared.u32 [%r5], 0xaaaaaaaa; add.u32 %r5, %r5, 128; add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 16; @%p2 bra F;
@%p1 mbarrier.init.shared::cta.b64 [%r2], 1;
fence.proxy.async.shared::cta; bar.warp.sync -1;
)" + body +
        R"(
W: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r2], 0; @!%p3 bra W;
mov.u32 %r4, 0; mad.lo.u32 %r5, %r3, 4, %r1; mad.wide.u32 %rd3, %r3, 4, %rd2;
C: ld.shared.u32 %r6, [%r5]; st.global.u32 [%rd3], %r6;
add.u32 %r5, %r5, 128; add.u64 %rd3, %rd3, 128; add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 16; @%p2 bra C;
)" + end +
        "ret; }\n";
    auto program = load(text);
    EXPECT_TRUE(program.ok()) << program.status().text();
    if (!program.ok()) return "does not load";
    Memory memory;
    struct {
      uint64_t out;
      alignas(64) std::array<std::byte, kTensorMapBytes> map;
    } params = {memory.add("out", std::as_writable_bytes(std::span(out)), 1), {}};
    map.address = memory.add("x", std::as_writable_bytes(std::span(matrix)), 2);
    params.map = encodeTensorMap(map);
    auto result = launch(**program, memory, {1, 1, 1}, std::as_bytes(std::span(&params, 1)));
    if (result.faults.empty()) return "";
    return std::string(name(result.faults[0].check)) + ": " + result.faults[0].text;
  }

  std::string runLoad(int x, int y, unsigned bytes, const std::string &to = "%r1") {
    return run("mov.u32 %r7, " + std::to_string(x) + "; mov.u32 %r8, " + std::to_string(y) + ";\n" +
               "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], " + std::to_string(bytes) +
               ";\n@%p1 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [" + to +
               "], [%rd1, {%r7, %r8}], [%r2];\n");
  }
  std::string runStore(const std::string &form, int x, int y) {
    return run("@%p1 mbarrier.arrive.shared::cta.b64 _, [%r2];\nmov.u32 %r7, " + std::to_string(x) + "; mov.u32 %r8, " +
               std::to_string(y) + ";\n@%p1 " + form +
               " [%rd1, {%r7, %r8}], [%r1]; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n");
  }
};

TEST(TensorMap, ComesBackFromItsBits) {
  TensorMap map{.address = 0x7f1234567890,
                .rank = 5,
                .element = TensorElement::BF16,
                .extents = {101, uint64_t{1} << 32, 5, 4, 3},
                .strides = {2, 0xabcdef0120, 0x1000, 0x20, 0xf000000010},
                .box = {64, 256, 3, 2, 1},
                .steps = {1, 8, 1, 2, 3},
                .swizzle = 128,
                .fillsNan = true};
  TensorMap back;
  EXPECT_EQ(decodeTensorMap(encodeTensorMap(map), back), "");
  EXPECT_EQ(back.address, map.address);
  EXPECT_EQ(back.element, map.element);
  EXPECT_EQ(back.extents, map.extents);
  EXPECT_EQ(back.strides, map.strides);
  EXPECT_EQ(back.box, map.box);
  EXPECT_EQ(back.steps, map.steps);
  EXPECT_EQ(back.swizzle, 128u);
  EXPECT_TRUE(back.fillsNan);
  map.box[0] = 65;
  EXPECT_EQ(decodeTensorMap(encodeTensorMap(map), back), "a row of its box has 130 bytes, no multiple of 16");
}

TEST(Tensor, LoadsFillWhatLiesOutside) {
  Fixture f;
  EXPECT_EQ(f.runLoad(32, -2, 128), "");
  for (uint32_t i = 0; i < 4; ++i)
    for (uint32_t j = 0; j < 16; ++j)
      EXPECT_EQ(f.out[16 * i + j], i >= 2 && j < 8 ? 100 * (i - 2) + 32 + j : 0) << i << " " << j;
  EXPECT_EQ(f.out[64], 0xaaaa);
}

TEST(Tensor, SwizzlesKeepThePitchOfTheirSpan) {
  Fixture f;
  f.map.swizzle = 64;
  EXPECT_EQ(f.runLoad(8, 3, 128), "");
  for (uint32_t i = 0; i < 4; ++i)
    for (uint32_t j = 0; j < 16; ++j) {
      uint32_t byte = 64 * i + 2 * j;
      EXPECT_EQ(f.out[(byte ^ (byte >> 3 & 0x30)) / 2], 100 * (i + 3) + 8 + j);
    }
}

TEST(Tensor, StepsSkipElements) {
  Fixture f;
  f.map.steps[1] = 2;
  EXPECT_EQ(f.runLoad(0, 1, 64), "");
  EXPECT_EQ(f.out[0], 100);
  EXPECT_EQ(f.out[16 + 3], 303);
  EXPECT_EQ(f.out[32], 0xaaaa);
}

TEST(Tensor, RefusesWhatTheHardwareRefuses) {
  EXPECT_EQ(Fixture().runLoad(4, 0, 128),
            "bad-operand: lane 0 starts at 4 in dimension 0, which is not a multiple of 16 bytes");
  EXPECT_TRUE(Fixture().runLoad(0, 0, 128, "%r1+64").starts_with("misaligned: lane 0 copies to 0x40"));
  EXPECT_TRUE(Fixture().runLoad(0, 0, 64).starts_with("deadlock: "));
  Fixture wide;
  wide.map.swizzle = 32;
  wide.map.box[0] = 32;
  EXPECT_NE(wide.runLoad(0, 0, 256).find("more than the span"), std::string::npos);
  EXPECT_EQ(Fixture().runStore("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group", 0, -1),
            "bad-operand: lane 0 stores a box that starts below 0");
  Fixture other;
  other.map.rank = 3;
  other.map.strides[2] = 960;
  EXPECT_EQ(other.runLoad(0, 0, 128), "bad-operand: the tensor map has rank 3, the instruction 2");
}

TEST(Tensor, StoresDropWhatLiesOutside) {
  Fixture f;
  f.map.extents[0] = 36;
  EXPECT_EQ(f.runStore("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group", 32, 8), "");
  // Dimension 0 is clipped at the next multiple of 16 bytes, not at 36.
  EXPECT_EQ(f.matrix[8 * 48 + 31], 831);
  EXPECT_EQ(f.matrix[8 * 48 + 32], 0xaaaa);
  EXPECT_EQ(f.matrix[9 * 48 + 39], 0xaaaa);
  EXPECT_EQ(f.matrix[9 * 48 + 40], 7777);
}

/// A kernel that makes its map in shared memory, copies it to global memory and loads through it.
TEST(Tensor, MapsMadeByTheKernel) {
  Fixture f;
  std::string body =
      "mov.u32 %r9, memory; add.u32 %r9, %r9, 2048; mad.lo.u32 %r10, %r3, 4, %r9; st.shared.u32 [%r10], 0;\n"
      "bar.warp.sync -1; add.u64 %rd4, %rd2, 3072; ld.param.u64 %rd5, [k_map];\n";
  auto replace = [&](const std::string &what, const std::string &value) {
    bool isWide = what == "global_address" || what.starts_with("global_stride");
    std::string field = what.substr(0, what.find(' ')),
                dimension = what.find(' ') < what.size() ? what.substr(what.find(' ')) + "," : "";
    body += "@%p1 tensormap.replace.tile." + field + ".shared::cta.b1024." + (isWide ? "b64" : "b32") + " [%r9]," +
            dimension + " " + value + ";\n";
  };
  replace("global_address", "%rd5");
  replace("rank", "1"), replace("elemtype", "1"), replace("interleave_layout", "0"), replace("swizzle_mode", "2");
  replace("fill_mode", "0"), replace("global_dim 0", "40"), replace("global_dim 1", "10"),
      replace("global_stride 0", "96");
  replace("box_dim 0", "16"), replace("box_dim 1", "4"), replace("element_stride 0", "1"),
      replace("element_stride 1", "1");
  body += "bar.warp.sync -1;\n"
          "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd4], [%r9], 128;\n"
          "fence.proxy.tensormap::generic.acquire.gpu [%rd4], 128; bar.warp.sync -1;\n"
          "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128; mov.u32 %r7, 8; mov.u32 %r8, 3;\n"
          "@%p1 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd4, {%r7, "
          "%r8}], "
          "[%r2];\n";
  EXPECT_EQ(f.run(body), "");
  for (uint32_t i = 0; i < 4; ++i)
    for (uint32_t j = 0; j < 16; ++j) {
      uint32_t byte = 64 * i + 2 * j;
      EXPECT_EQ(f.out[(byte ^ (byte >> 3 & 0x30)) / 2], 100 * (i + 3) + 8 + j);
    }
}

TEST(Tensor, Reduces) {
  Fixture f;
  f.map.element = TensorElement::U32;
  f.map.extents[0] = 20, f.map.strides[0] = 4, f.map.box[0] = 8;
  EXPECT_EQ(f.runStore("cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group", 8, 1), "");
  EXPECT_EQ(f.matrix[48 + 16], 116 ^ 0xaaaa);
  EXPECT_EQ(f.matrix[48 + 32], 132);
}

}  // namespace
}  // namespace tritonc::emulator::testing
