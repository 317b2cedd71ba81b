// Kernels run by the interpreter: memory, control flow and reports.
#include "ir/interpret.h"

#include <numeric>

#include "tests/unit/ir/kernel_text.h"

namespace tritonc::ir::testing {
namespace {

constexpr const char *kAdd = R"(
kernel @add(%x: ptr<f32>, %y: ptr<f32>, %o: ptr<f32>, %n: i32) {
  %pid = program_id 0 : i32
  %b = muli %pid, 1024 : i32
  %r = range 0, 1024 : tile<1024xi32>
  %offs = addi %b, %r : tile<1024xi32>
  %m = cmp.slt %offs, %n : tile<1024xi1>
  %px = addptr %x, %offs : tile<1024xptr<f32>>
  %py = addptr %y, %offs : tile<1024xptr<f32>>
  %vx = load %px, %m : tile<1024xf32>
  %vy = load %py, %m : tile<1024xf32>
  %sum = addf %vx, %vy : tile<1024xf32>
  %po = addptr %o, %offs : tile<1024xptr<f32>>
  store %po, %sum, %m
  return
}
)";

TEST(Interpret, AddsVectorsOfOddLength) {
  Kernel kernel(kAdd);
  constexpr size_t kSize = 98432 + 7;
  std::vector<float> x(kSize), y(kSize, 0.5f), o(kSize);
  std::iota(x.begin(), x.end(), 0.0f);
  uint64_t px = kernel.buffer("x", x), py = kernel.buffer("y", y), po = kernel.buffer("o", o);
  ASSERT_TRUE(kernel.run({px, py, po, kSize}, {kSize / 1024 + 1, 1, 1})) << kernel.text.diagnostics();
  for (size_t i = 0; i < kSize; ++i) ASSERT_EQ(o[i], x[i] + 0.5f) << i;
}

TEST(Interpret, ProgramsRunInOrderXFastest) {
  // Each program appends x + 10 y + 100 z and the sizes of the grid to a list.
  Kernel kernel(R"(
kernel @k(%list: ptr<i32>, %count: ptr<i32>) {
  %x = program_id 0 : i32
  %y = program_id 1 : i32
  %z = program_id 2 : i32
  %y10 = muli %y, 10 : i32
  %z100 = muli %z, 100 : i32
  %xy = addi %x, %y10 : i32
  %id = addi %xy, %z100 : i32
  %n = load %count : i32
  %place = addptr %list, %n : ptr<i32>
  store %place, %id
  %next = addi %n, 1 : i32
  store %count, %next
  return
})");
  std::vector<int32_t> list(12), count(1);
  uint64_t p = kernel.buffer("list", list), c = kernel.buffer("count", count);
  ASSERT_TRUE(kernel.run({p, c}, {3, 2, 2})) << kernel.text.diagnostics();
  EXPECT_EQ(list, (std::vector<int32_t>{0, 1, 2, 10, 11, 12, 100, 101, 102, 110, 111, 112}));
}

TEST(Interpret, GridSizes) {
  Kernel kernel(R"(
kernel @k(%p: ptr<i32>) {
  %y = num_programs 1 : i32
  store %p, %y
  return
})");
  std::vector<int32_t> out(1, -1);
  uint64_t p = kernel.buffer("p", out);
  ASSERT_TRUE(kernel.run({p}, {3, 5, 1}));
  EXPECT_EQ(out[0], 5);
  out[0] = -1;
  ASSERT_TRUE(kernel.run({p}, {0, 5, 1}));
  EXPECT_EQ(out[0], -1);
}

TEST(Interpret, MaskedOffElementsAreNotTouched) {
  // Elements 2 and 3 lie outside the buffers, but are masked off.
  Kernel kernel(R"(
kernel @k(%in: ptr<i16>, %zeros: ptr<i16>, %others: ptr<i16>) {
  %r = range 0, 4 : tile<4xi32>
  %m = cmp.slt %r, 2:i32 : tile<4xi1>
  %p = addptr %in, %r : tile<4xptr<i16>>
  %a = load %p, %m : tile<4xi16>
  %b = load %p, %m, 7 : tile<4xi16>
  store %p, -1:i16, %m
  %pz = addptr %zeros, %r : tile<4xptr<i16>>
  store %pz, %a
  %po = addptr %others, %r : tile<4xptr<i16>>
  store %po, %b
  return
})");
  std::vector<int16_t> in{1, 2}, zeros(4, 9), others(4, 9);
  uint64_t pi = kernel.buffer("in", in), pz = kernel.buffer("zeros", zeros), po = kernel.buffer("others", others);
  ASSERT_TRUE(kernel.run({pi, pz, po})) << kernel.text.diagnostics();
  EXPECT_EQ(in, (std::vector<int16_t>{-1, -1}));
  EXPECT_EQ(zeros, (std::vector<int16_t>{1, 2, 0, 0}));
  EXPECT_EQ(others, (std::vector<int16_t>{1, 2, 7, 7}));
}

TEST(Interpret, BooleansAreBytes) {
  Kernel kernel(R"(
kernel @k(%in: ptr<i1>, %out: ptr<i1>) {
  %r = range 0, 4 : tile<4xi32>
  %p = addptr %in, %r : tile<4xptr<i1>>
  %x = load %p : tile<4xi1>
  %q = addptr %out, %r : tile<4xptr<i1>>
  store %q, %x
  return
})");
  std::vector<uint8_t> in{0, 1, 2, 0x80}, out(4, 9);
  uint64_t p = kernel.buffer("in", in), q = kernel.buffer("out", out);
  ASSERT_TRUE(kernel.run({p, q})) << kernel.text.diagnostics();
  EXPECT_EQ(out, (std::vector<uint8_t>{0, 1, 1, 1}));
}

TEST(Interpret, ScalarsAndWideElementsInMemory) {
  Kernel kernel(R"(
kernel @k(%p: ptr<f64>, %v: i8) {
  %x = load %p : f64
  %n = uitofp %v : f64
  %y = mulf %x, %n : f64
  store %p, %y
  return
})");
  std::vector<double> data{1.5};
  // Bits of an argument beyond its width do not count.
  ASSERT_TRUE(kernel.run({kernel.buffer("p", data), ~uint64_t{1}}));
  EXPECT_EQ(data[0], 1.5 * 254);
}

TEST(Interpret, PointersLiveInMemory) {
  Kernel kernel(R"(
kernel @k(%table: ptr<ptr<i32>>) {
  %second = addptr %table, 1:i32 : ptr<ptr<i32>>
  %p = load %second : ptr<i32>
  store %p, 42:i32
  return
})");
  std::vector<int32_t> a(1), b(1);
  std::vector<uint64_t> table{kernel.buffer("a", a), kernel.buffer("b", b)};
  ASSERT_TRUE(kernel.run({kernel.buffer("table", table)})) << kernel.text.diagnostics();
  EXPECT_EQ(a[0], 0);
  EXPECT_EQ(b[0], 42);
}

TEST(Interpret, ShapesRepeatElements) {
  Kernel kernel(R"(
kernel @k(%out: ptr<i32>, %s: i32) {
  %r = range 0, 2 : tile<2xi32>
  %c = range 0, 4 : tile<4xi32>
  %r2 = expand_dims 1, %r : tile<2x1xi32>
  %c2 = expand_dims 0, %c : tile<1x4xi32>
  %rb = broadcast %r2 : tile<2x4xi32>
  %cb = broadcast %c2 : tile<2x4xi32>
  %sb = broadcast %s : tile<2x4xi32>
  %r4 = muli %rb, 4 : tile<2x4xi32>
  %index = addi %r4, %cb : tile<2x4xi32>
  %r10 = muli %rb, 10 : tile<2x4xi32>
  %value = addi %r10, %cb : tile<2x4xi32>
  %all = addi %value, %sb : tile<2x4xi32>
  %p = addptr %out, %index : tile<2x4xptr<i32>>
  store %p, %all
  return
})");
  std::vector<int32_t> out(8);
  ASSERT_TRUE(kernel.run({kernel.buffer("out", out), 100})) << kernel.text.diagnostics();
  EXPECT_EQ(out, (std::vector<int32_t>{100, 101, 102, 103, 110, 111, 112, 113}));
}

/// Runs a `for` over the bounds that sums iv and 100 per iteration.
int64_t sumOverLoop(const std::string &type, const std::string &bounds, const std::string &attrs = "") {
  Kernel kernel(fmt::format(R"(
kernel @k(%out: ptr<{0}>) {{
  %sum = for {1}, 0 {2} : {0} (%i: {0}, %acc: {0}) {{
    %next = addi %acc, %i : {0}
    %counted = addi %next, 100 : {0}
    yield %counted
  }}
  store %out, %sum
  return
}})",
                            type, bounds, attrs));
  std::vector<int64_t> out(1);
  EXPECT_TRUE(kernel.run({kernel.buffer("out", out)}, {1, 1, 1}, {.stepLimit = 10000}));
  return out[0];
}

TEST(Interpret, LoopsRunWhileInBounds) {
  EXPECT_EQ(sumOverLoop("i64", "0, 4, 1"), 406);
  EXPECT_EQ(sumOverLoop("i64", "0, 5, 2"), 306);
  EXPECT_EQ(sumOverLoop("i64", "5, 5, 1"), 0);
  EXPECT_EQ(sumOverLoop("i64", "-2, 1, 1"), 297);
  EXPECT_EQ(sumOverLoop("i64", "3, 0, -1", "{descending}"), 306);
  EXPECT_EQ(sumOverLoop("i64", "3, -2, -2", "{descending}"), 303);
  EXPECT_EQ(sumOverLoop("i64", "0, 3, -1", "{descending}"), 0);
  EXPECT_EQ(sumOverLoop("i64", "3, 0, -1"), 0);
  EXPECT_EQ(sumOverLoop("i16", "-1, 1, -32767", "{descending}"), 0);
  EXPECT_EQ(sumOverLoop("i16", "-1, 1, -32767", "{unsigned, descending}"), (65535 + 32768 + 200) & 0xffff);
  EXPECT_EQ(sumOverLoop("i32", "-1, 1, 1"), 199);
  EXPECT_EQ(sumOverLoop("i32", "-1, 1, 1", "{unsigned}"), 0);
  EXPECT_EQ(sumOverLoop("i16", "-2, -1, 1", "{unsigned}"), 98);
}

TEST(Interpret, IndicesHave32Bits) {
  Kernel kernel(R"(
kernel @k(%out: ptr<i64>) {
  %r = range -2, 2 : tile<4xi32>
  %wide = extui %r : tile<4xi64>
  %place = addi %r, 2 : tile<4xi32>
  %p = addptr %out, %place : tile<4xptr<i64>>
  store %p, %wide
  for -1:i32, 1:i32, 1:i32 (%i: i32) {
    %wide_i = extui %i : i64
    %place_i = addi %i, 5 : i32
    %p_i = addptr %out, %place_i : ptr<i64>
    store %p_i, %wide_i
    yield
  }
  return
})");
  std::vector<int64_t> out(6);
  ASSERT_TRUE(kernel.run({kernel.buffer("out", out)})) << kernel.text.diagnostics();
  EXPECT_EQ(out, (std::vector<int64_t>{0xfffffffe, 0xffffffff, 0, 1, 0xffffffff, 0}));
}

TEST(Interpret, CarriedValuesAreExchangedAtOnce) {
  Kernel kernel(R"(
kernel @k(%out: ptr<i32>) {
  %a, %b = for 0, 3, 1, 1, 2 : i32, i32 (%i: i32, %x: i32, %y: i32) {
    yield %y, %x
  }
  %ten = muli %a, 10 : i32
  %r = addi %ten, %b : i32
  store %out, %r
  return
})");
  std::vector<int32_t> out(1);
  ASSERT_TRUE(kernel.run({kernel.buffer("out", out)}));
  EXPECT_EQ(out[0], 21);
}

TEST(Interpret, IfRunsOneBlock) {
  Kernel kernel(R"(
kernel @k(%out: ptr<i32>, %c: i1) {
  %x = if %c : i32 {
    store %out, 1:i32
    yield 10:i32
  } {
    yield 20:i32
  }
  %second = addptr %out, 1:i32 : ptr<i32>
  store %second, %x
  return
})");
  std::vector<int32_t> out(2);
  uint64_t p = kernel.buffer("out", out);
  ASSERT_TRUE(kernel.run({p, 0}));
  EXPECT_EQ(out, (std::vector<int32_t>{0, 20}));
  ASSERT_TRUE(kernel.run({p, 1}));
  EXPECT_EQ(out, (std::vector<int32_t>{1, 10}));
}

TEST(Interpret, CallsKeepTheCallersValues) {
  Kernel kernel(R"(
func @square(%x: i32) -> i32 {
  %y = muli %x, %x : i32
  return %y
}
func @both(%x: i32) -> i32, i32 {
  %a = call @square, %x : i32
  %b = call @square, %a : i32
  return %a, %b
}
kernel @k(%out: ptr<i32>, %x: i32) {
  %a, %b = call @both, %x : i32, i32
  %ab = addi %a, %b : i32
  %r = addi %ab, %x : i32
  store %out, %r
  return
})");
  std::vector<int32_t> out(1);
  ASSERT_TRUE(kernel.run({kernel.buffer("out", out), 3}));
  EXPECT_EQ(out[0], 9 + 81 + 3);
}

TEST(Interpret, LayoutsChangeNothing) {
  ModuleText text("module {stage = laid_out, warps = 1}\n"
                  "#l = blocked<per_thread=[2], threads=[32], warps=[1], order=[0], shape=[64]>\n"
                  "kernel @k(%p: ptr<i32>) {\n  %r = range 0, 64 : tile<64xi32, #l>\n"
                  "  %q = addptr %p, %r : tile<64xptr<i32>, #l>\n  store %q, %r\n  return\n}\n");
  ASSERT_TRUE(text.isValid()) << text.diagnostics();
  std::vector<int32_t> out(64), expected(64);
  std::iota(expected.begin(), expected.end(), 0);
  AddressSpace memory;
  uint64_t args[] = {memory.add("p", std::as_writable_bytes(std::span(out)))};
  ASSERT_TRUE(interpret(*text.module, text.function(), {1, 1, 1}, args, memory));
  EXPECT_EQ(out, expected);
}

TEST(Interpret, SeedsDifferInUnspecifiedValuesOnly) {
  Kernel kernel(R"(
kernel @k(%out: ptr<i32>, %zero: i32) {
  %r = range 0, 4 : tile<4xi32>
  %q = divsi %r, %zero : tile<4xi32>
  %isZero = cmp.eq %zero, 0:i32 : i1
  %guarded = select %isZero, %r, %q : tile<4xi32>
  %p = addptr %out, %r : tile<4xptr<i32>>
  store %p, %guarded
  %p4 = addptr %p, 4:i32 : tile<4xptr<i32>>
  store %p4, %q
  return
})");
  std::vector<int32_t> first(8), second(8);
  auto run = [&](std::vector<int32_t> &out, uint64_t seed) {
    EXPECT_TRUE(kernel.run({kernel.buffer("out", out), 0}, {1, 1, 1}, {.seed = seed}));
  };
  run(first, 1), run(second, 2);
  EXPECT_TRUE(std::equal(first.begin(), first.begin() + 4, second.begin()));
  EXPECT_NE(first[4], second[4]);
  run(second, 1);
  EXPECT_EQ(first, second);
}

TEST(Interpret, SeedsDifferInTheOrderOfStores) {
  Kernel kernel(R"(
kernel @k(%out: ptr<i32>) {
  %r = range 0, 4 : tile<4xi32>
  %zero = subi %r, %r : tile<4xi32>
  %p = addptr %out, %zero : tile<4xptr<i32>>
  store %p, %r
  return
})");
  std::vector<int32_t> out(1);
  uint64_t p = kernel.buffer("out", out);
  ASSERT_TRUE(kernel.run({p}, {1, 1, 1}, {.seed = 0}));
  EXPECT_EQ(out[0], 3);
  ASSERT_TRUE(kernel.run({p}, {1, 1, 1}, {.seed = 1}));
  EXPECT_EQ(out[0], 0);
}

// ---- Reports ----

TEST(Interpret, AccessBeyondABufferIsReported) {
  Kernel kernel("kernel @k(%x: ptr<f32>) {\n  %r = range 0, 8 : tile<8xi32>\n"
                "  %r2 = expand_dims 0, %r : tile<1x8xi32>\n"
                "  %p = addptr %x, %r2 : tile<1x8xptr<f32>>\n  %v = load %p : tile<1x8xf32>\n  return\n}\n");
  std::vector<float> x(5);
  EXPECT_FALSE(kernel.run({kernel.buffer("x", x)}, {1, 2, 1}));
  EXPECT_EQ(kernel.text.diagnostics(),
            "t.tir:6:8: error: `load` of 4 bytes at 0x10000000014, just past the end of `x` (20 bytes) "
            "[out-of-bounds]\n"
            "    6 |   %v = load %p : tile<1x8xf32>\n"
            "      |        ^~~~\n"
            "note: element (0, 5) in program (0, 0, 0)\n");
}

TEST(Interpret, AccessBeforeABufferIsReported) {
  Kernel kernel("kernel @k(%x: ptr<i64>) {\n  %p = addptr %x, -2:i32 : ptr<i64>\n  store %p, 1:i64\n  return\n}\n");
  std::vector<int64_t> x(1);
  EXPECT_FALSE(kernel.run({kernel.buffer("x", x)}));
  EXPECT_EQ(kernel.text.diagnostics(),
            "t.tir:4:3: error: `store` of 8 bytes at 0xfffffffff0, 16 bytes before `x` (8 bytes) [out-of-bounds]\n"
            "    4 |   store %p, 1:i64\n"
            "      |   ^~~~~\n"
            "note: program (0, 0, 0)\n");
}

TEST(Interpret, AccessAcrossTheEndIsReported) {
  Kernel kernel("kernel @k(%x: ptr<i32>) {\n  %v = load %x : i32\n  return\n}\n");
  std::vector<uint8_t> x(3);
  EXPECT_FALSE(kernel.run({kernel.buffer("x", x)}));
  EXPECT_NE(kernel.text.diagnostics().find("the last 1 bytes are past the end of `x` (3 bytes) [out-of-bounds]"),
            std::string::npos);
}

TEST(Interpret, MisalignedAccessIsReported) {
  Kernel kernel("kernel @k(%x: ptr<i32>) {\n  %v = load %x : i32\n  return\n}\n");
  std::vector<int32_t> x(2);
  EXPECT_FALSE(kernel.run({kernel.buffer("x", x) + 2}));
  EXPECT_EQ(kernel.text.diagnostics(),
            "t.tir:3:8: error: `load` of 4 bytes at 0x10000000002, byte 2 of `x` [misaligned-access]\n"
            "    3 |   %v = load %x : i32\n"
            "      |        ^~~~\n"
            "note: program (0, 0, 0)\n");
}

TEST(Interpret, EndlessLoopIsReported) {
  Kernel kernel("kernel @k() {\n  for 0:i32, 1:i32, 0:i32 (%i: i32) {\n    yield\n  }\n  return\n}\n");
  EXPECT_FALSE(kernel.run({}, {1, 1, 1}, {.stepLimit = 1000}));
  EXPECT_EQ(kernel.text.diagnostics(),
            "t.tir:4:5: error: the program is still running after 1000 operations [step-limit]\n"
            "    4 |     yield\n"
            "      |     ^~~~~\n"
            "note: program (0, 0, 0)\n");
}

TEST(Interpret, TheStepLimitCountsEachProgramAlone) {
  Kernel kernel("kernel @k() {\n  return\n}\n");
  EXPECT_TRUE(kernel.run({}, {100, 1, 1}, {.stepLimit = 1}));
}

TEST(Interpret, NestingTooDeepIsReported) {
  std::string text;
  for (int i = 60; i-- > 0;) {
    std::string body = i == 59 ? "" : fmt::format("call @f{} ", i + 1);
    for (int depth = 0; depth < 20; ++depth) body = "if true:i1 { " + body + "yield } { yield } ";
    text += fmt::format("func @f{}() {{ {} return }}\n", i, body);
  }
  Kernel kernel(text + "kernel @k() { call @f0 return }");
  EXPECT_FALSE(kernel.run({}));
  EXPECT_NE(kernel.text.diagnostics().find("blocks and calls nest more than 1000 deep [nested-too-deep]"),
            std::string::npos);
}

// ---- Address space ----

TEST(AddressSpace, BuffersAreAlignedAndFarApart) {
  std::vector<std::byte> a(100), b(0), c(1);
  AddressSpace memory;
  uint64_t pa = memory.add("a", a), pb = memory.add("b", b), pc = memory.add("c", c);
  for (uint64_t address : {pa, pb, pc}) EXPECT_EQ(address % AddressSpace::kAlignment, 0u);
  EXPECT_GE(pb - pa, uint64_t{1} << 36);
  EXPECT_EQ(memory.find(pa + 99, 1)->name, "a");
  EXPECT_EQ(memory.find(pa + 99, 2), nullptr);
  EXPECT_EQ(memory.find(pb, 1), nullptr);
  EXPECT_EQ(memory.find(pc, 1)->name, "c");
  EXPECT_EQ(memory.find(~uint64_t{0}, 8), nullptr);
  EXPECT_EQ(memory.find(0, 8), nullptr);
}

TEST(AddressSpace, AMissNamesTheNearestBuffer) {
  std::vector<std::byte> a(16), b(32);
  AddressSpace memory;
  EXPECT_EQ(memory.describeMiss(8, 8), "there is no buffer");
  uint64_t pa = memory.add("a", a), pb = memory.add("b", b);
  EXPECT_EQ(memory.describeMiss(0, 8), fmt::format("{} bytes before `a` (16 bytes)", pa));
  EXPECT_EQ(memory.describeMiss(pa + 20, 4), "4 bytes past the end of `a` (16 bytes)");
  EXPECT_EQ(memory.describeMiss(pb - 4, 4), "4 bytes before `b` (32 bytes)");
  EXPECT_EQ(memory.describeMiss(pb + 30, 4), "the last 2 bytes are past the end of `b` (32 bytes)");
}

}  // namespace
}  // namespace tritonc::ir::testing
