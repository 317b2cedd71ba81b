// Hints that are checked, assertions and prints in the interpreter.
#include "tests/unit/ir/kernel_text.h"

namespace tritonc::ir::testing {
namespace {

/// What running a kernel of one i32 parameter `%n` reports; `%r` counts to 8.
std::string reports(const std::string &body, uint64_t n = 0) {
  Kernel kernel("kernel @k(%n: i32) {\n  %r = range 0, 8 : tile<8xi32>\n" + body + "  return\n}\n");
  bool isGood = kernel.run({n});
  EXPECT_EQ(isGood, kernel.text.diagnostics().empty());
  return kernel.text.diagnostics();
}

// ---- Hints ----

TEST(InterpretHint, ATruePromiseChangesNothing) {
  EXPECT_EQ(reports("  %a = hint %n {divisible = [16]} : i32\n", 32), "");
  EXPECT_EQ(reports("  %a = hint %r {contiguous = [8], divisible = [4]} : tile<8xi32>\n"), "");
  EXPECT_EQ(reports("  %s = addi %r, %n : tile<8xi32>\n  %a = hint %s {contiguous = [16]} : tile<8xi32>\n", 5), "");
  // Without a promise of runs, the first element is what is divisible.
  EXPECT_EQ(reports("  %s = addi %r, %n : tile<8xi32>\n  %a = hint %s {divisible = [16]} : tile<8xi32>\n", 48), "");
  EXPECT_EQ(reports("  %s = shrui %r, 2 : tile<8xi32>\n  %a = hint %s {constant = [4]} : tile<8xi32>\n"), "");
  EXPECT_EQ(reports("  %a = hint %r {divisible = [], contiguous = [1]} : tile<8xi32>\n"), "");
}

TEST(InterpretHint, ABrokenPromiseIsReportedAtTheElement) {
  EXPECT_EQ(reports("  %a = hint %n {divisible = [16]} : i32\n", 24),
            "t.tir:4:8: error: the source promises multiples of 16, but this value is 24 [broken-hint]\n"
            "    4 |   %a = hint %n {divisible = [16]} : i32\n      |        ^~~~\n"
            "note: program (0, 0, 0)\n");
  std::string runs = reports("  %s = remui %r, 6 : tile<8xi32>\n  %a = hint %s {contiguous = [4]} : tile<8xi32>\n");
  EXPECT_NE(runs.find("the source promises runs of 4 consecutive values, but this value is 0 [broken-hint]"),
            std::string::npos);
  EXPECT_NE(runs.find("note: element (6) in program (0, 0, 0)"), std::string::npos);
  std::string equal = reports("  %a = hint %r {constant = [2]} : tile<8xi32>\n");
  EXPECT_NE(equal.find("the source promises groups of 2 equal values, but this value is 1 [broken-hint]"),
            std::string::npos);
  // Each run starts at a multiple.
  std::string heads = reports("  %a = hint %r {contiguous = [4], divisible = [8]} : tile<8xi32>\n");
  EXPECT_NE(heads.find("multiples of 8, but this value is 4 [broken-hint]"), std::string::npos);
}

TEST(InterpretHint, EachDimensionHasItsPromise) {
  std::string tile = "  %c = reshape %r : tile<2x4xi32>\n";
  EXPECT_EQ(reports(tile + "  %a = hint %c {contiguous = [1, 4], divisible = [1, 4]} : tile<2x4xi32>\n"), "");
  std::string text = reports(tile + "  %a = hint %c {contiguous = [2, 1]} : tile<2x4xi32>\n");
  EXPECT_NE(text.find("note: element (1, 0) in"), std::string::npos) << text;
}

TEST(InterpretHint, PointersRunByElementAndDivideByByte) {
  std::string pointers = "  %p = inttoptr 4096:i64 : ptr<f32>\n  %q = addptr %p, %r : tile<8xptr<f32>>\n";
  EXPECT_EQ(reports(pointers + "  %a = hint %q {contiguous = [8], divisible = [4096]} : tile<8xptr<f32>>\n"), "");
  EXPECT_EQ(reports(pointers + "  %a = hint %q {contiguous = [4], divisible = [16]} : tile<8xptr<f32>>\n"), "");
  EXPECT_NE(reports(pointers + "  %a = hint %q {contiguous = [4], divisible = [32]} : tile<8xptr<f32>>\n"), "");
}

// ---- Assertions ----

TEST(InterpretAssert, AFailureStopsTheProgram) {
  Kernel kernel("kernel @k(%out: ptr<i32>, %n: i32) {\n  %pid = program_id 0 : i32\n"
                "  %c = cmp.slt %pid, %n : i1\n  assert \"too many\", %c\n"
                "  %p = addptr %out, %pid : ptr<i32>\n  store %p, 1:i32\n  return\n}\n");
  std::vector<int32_t> out(4);
  EXPECT_FALSE(kernel.run({kernel.buffer("out", out), 2}, {4, 1, 1}));
  EXPECT_EQ(kernel.text.diagnostics(), "t.tir:5:3: error: assertion failed: too many [assertion-failed]\n"
                                       "    5 |   assert \"too many\", %c\n      |   ^~~~~~\n"
                                       "note: program (2, 0, 0)\n");
  EXPECT_EQ(out, (std::vector<int32_t>{1, 1, 0, 0}));
}

TEST(InterpretAssert, TheElementIsNamed) {
  std::string condition = "  %c = cmp.slt %r, 5:i32 : tile<8xi1>\n";
  std::string text = reports(condition + "  assert \"small\", %c\n");
  EXPECT_NE(text.find("note: element (5) in program (0, 0, 0)"), std::string::npos) << text;
}

TEST(InterpretAssert, MaskedOffElementsPass) {
  std::string condition = "  %c = cmp.slt %r, 5:i32 : tile<8xi1>\n  %m = cmp.slt %r, %n : tile<8xi1>\n";
  EXPECT_EQ(reports(condition + "  assert \"small\", %c, %m\n", 5), "");
  EXPECT_EQ(reports(condition + "  assert \"small\", %c, false:i1\n", 5), "");
  EXPECT_NE(reports(condition + "  assert \"small\", %c, %m\n", 6), "");
  EXPECT_EQ(reports(condition + "  assert \"never\", false:i1, %m\n", 0), "");
  EXPECT_NE(reports(condition + "  assert \"never\", false:i1, %m\n", 1).find("note: element (0) in"),
            std::string::npos);
}

// ---- Prints ----

std::vector<std::string> printedBy(const std::string &body, Grid grid = {1, 1, 1}) {
  Kernel kernel("kernel @k() {\n" + body + "  return\n}\n");
  std::vector<std::string> lines;
  InterpretOptions options;
  options.onPrint = [&](std::string_view line) { lines.emplace_back(line); };
  EXPECT_TRUE(kernel.run({}, grid, options)) << kernel.text.diagnostics();
  return lines;
}

using Lines = std::vector<std::string>;

TEST(InterpretPrint, EachElementHasALine) {
  EXPECT_EQ(printedBy("  %r = range -1, 1 : tile<2xi32>\n  print \" x: \", %r\n", {1, 2, 1}),
            (Lines{"pid (0, 0, 0) idx (0) x: -1", "pid (0, 0, 0) idx (1) x: 0", "pid (0, 1, 0) idx (0) x: -1",
                   "pid (0, 1, 0) idx (1) x: 0"}));
}

TEST(InterpretPrint, ScalarsAndNothing) {
  EXPECT_EQ(printedBy("  print \" n: \", -1:i32\n  print \" here\"\n"),
            (Lines{"pid (0, 0, 0) idx () n: -1", "pid (0, 0, 0) here"}));
}

TEST(InterpretPrint, IndicesAreAligned) {
  Lines lines = printedBy("  %r = range 0, 128 : tile<128xi32>\n  %t = reshape %r : tile<8x16xi32>\n"
                          "  print \" t: \", %t\n");
  ASSERT_EQ(lines.size(), 128u);
  EXPECT_EQ(lines[3], "pid (0, 0, 0) idx (0,  3) t: 3");
  EXPECT_EQ(lines[127], "pid (0, 0, 0) idx (7, 15) t: 127");
}

TEST(InterpretPrint, SeveralOperandsAreNumbered) {
  EXPECT_EQ(printedBy("  print \" v: \", -1:i32, 1.5:f32\n"),
            (Lines{"pid (0, 0, 0) idx () v: (operand 0) -1", "pid (0, 0, 0) idx () v: (operand 1) 1.500000"}));
}

TEST(InterpretPrint, EveryKindOfValue) {
  auto value = [](const std::string &literal, const std::string &attrs = "") {
    return printedBy(fmt::format("  print \"=\", {} {}\n", literal, attrs)).at(0).substr(21);
  };
  EXPECT_EQ(value("-1:i8"), "-1");
  EXPECT_EQ(value("-1:i8", "{unsigned = 1}"), "255");
  EXPECT_EQ(value("-1:i64", "{unsigned = 1}"), "18446744073709551615");
  EXPECT_EQ(value("true:i1"), "1");
  EXPECT_EQ(value("-1:i16", "{hex}"), "0xffff");
  EXPECT_EQ(value("10:i32", "{hex}"), "0x0000000a");
  EXPECT_EQ(value("10:i64", "{hex}"), "0x000000000000000a");
  EXPECT_EQ(value("0x1000:ptr<f32>"), "0x1000");
  EXPECT_EQ(value("-0.1:f64"), "-0.100000");
  EXPECT_EQ(value("1.5:f16"), "1.500000");
  EXPECT_EQ(value("inf:f32"), "inf");
  EXPECT_EQ(value("1.5:bf16", "{hex}"), "0x1.8p+0");
}

}  // namespace
}  // namespace tritonc::ir::testing
