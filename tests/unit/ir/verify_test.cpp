// The invariants that open ir/verify.cpp: for each a smallest module that breaks it.
#include "ir/builder.h"
#include "tests/unit/ir/ir_text.h"

namespace tritonc::ir::testing {
namespace {

struct BadModule {
  const char *name;
  /// Without the word `module`, unless it starts with it.
  const char *text;
  /// Line and column, then the message.
  const char *expected;
};

void PrintTo(const BadModule &bad, std::ostream *out) { *out << bad.name; }

class Invalid : public ::testing::TestWithParam<BadModule> {};

TEST_P(Invalid, IsReportedAtTheOperation) {
  std::string source = GetParam().text;
  if (!source.starts_with("module")) source = "module\n" + source;
  ModuleText text(source);
  ASSERT_TRUE(text.module) << text.diagnostics();
  EXPECT_FALSE(verify(*text.module));
  std::string rendered = text.diagnostics();
  EXPECT_EQ(rendered.substr(0, rendered.find('\n')), fmt::format("t.tir:{} [ir-invalid]", GetParam().expected));
}

constexpr BadModule kBadModules[] = {
    // S1
    {"EmptyBody", "kernel @k(%x: i32) {}", "2:8: error: block does not end in `return`"},
    {"NoTerminator", "kernel @k(%x: i32) { %y = addi %x, %x : i32 }", "2:27: error: block does not end in `return`"},
    {"EmptyBlock", "kernel @k(%c: i1) { if %c {} { yield } return }", "2:21: error: block does not end in `yield`"},
    {"TerminatorInTheMiddle", "kernel @k() { return return }",
     "2:15: error: `return`: a terminator is the last operation of its block"},
    {"ReturnInIf", "kernel @k(%c: i1) { if %c { return } { yield } return }",
     "2:29: error: `return`: wrong terminator for this block"},
    {"YieldInFunction", "kernel @k() { yield }", "2:15: error: `yield`: wrong terminator for this block"},
    {"YieldDecides", "kernel @k() { while { yield true:i1 } { yield } return }",
     "2:23: error: `yield`: wrong terminator for this block"},
    {"ConditionAfter", "kernel @k() { while true:i1 (%x: i1) { condition %x } { condition true:i1 } return }",
     "2:57: error: `condition`: wrong terminator for this block"},
    // S2
    {"TooFewOperands", "kernel @k(%x: i32) { %y = addi %x : i32 return }",
     "2:27: error: `addi`: 1 operands are not as many as it takes"},
    {"TooManyOperands", "kernel @k(%x: i32) { %y = absi %x, %x : i32 return }",
     "2:27: error: `absi`: 2 operands are not as many as it takes"},
    {"TooFewResults", "kernel @k(%x: i32) { addi %x, %x return }",
     "2:22: error: `addi`: 0 results are not as many as it gives"},
    {"TooManyResults", "kernel @k(%x: i32) { %a, %b = addi %x, %x : i32, i32 return }",
     "2:31: error: `addi`: 2 results are not as many as it gives"},
    // S4
    {"ValueOfInnerBlock",
     "kernel @k(%c: i1) { if %c { %x = addi 1, 2 : i32 yield } { yield } "
     "%y = addi %x, 1 : i32 return }",
     "2:73: error: `addi`: an operand is not defined here"},
    {"ValueOfOtherBlock",
     "kernel @k(%c: i1) { if %c { %x = addi 1, 2 : i32 yield } { %y = addi %x, 1 : i32 yield } "
     "return }",
     "2:65: error: `addi`: an operand is not defined here"},
    // S5
    {"TileParameter", "kernel @k(%x: tile<2xi32>) { return }",
     "2:8: error: function `@k` takes or returns a tile or a buffer"},
    {"TileResult", "func @k() -> tile<2xi32> { %r = range 0, 2 : tile<2xi32> return %r }",
     "2:6: error: function `@k` takes or returns a tile or a buffer"},
    {"KernelResult", "kernel @k() -> i32 { return 1:i32 }", "2:8: error: function `@k` is a kernel and returns values"},
    {"Recursion", "func @f() { call @f return }", "2:13: error: `call`: the functions call each other in a circle"},
    {"MutualRecursion", "func @f() { call @g return }\nfunc @g() { call @f return }",
     "3:13: error: `call`: the functions call each other in a circle"},
    // S6
    {"GridAxis", "kernel @k() { %x = program_id 3 : i32 return }",
     "2:20: error: `program_id`: gives an i32 for axis 0, 1 or 2"},
    {"NegativeGridAxis", "kernel @k() { %x = num_programs -1 : i32 return }",
     "2:20: error: `num_programs`: gives an i32 for axis 0, 1 or 2"},
    {"RangeBeyondInt32", "kernel @k() { %x = range 2147483647, 2147483649 : tile<2xi32> return }",
     "2:20: error: `range`: gives a one-dimensional i32 tile of end - start elements"},
    {"RangeOverflow", "kernel @k() { %x = range -9223372036854775808, 9223372036854775807 : tile<2xi32> return }",
     "2:20: error: `range`: gives a one-dimensional i32 tile of end - start elements"},
    {"Divisible", "kernel @k(%x: i32 {divisible = 12}) { return }",
     "2:8: error: function `@k` has a parameter divisible by 12"},
    {"Warps", "module {warps = 3}\nkernel @k() { return }", "2:8: error: a module of 3 warps"},
    // T1
    {"ShapesDiffer",
     "kernel @k() { %a = range 0, 2 : tile<2xi32> %b = range 0, 4 : tile<4xi32> "
     "%c = addi %a, %b : tile<4xi32> return }",
     "2:80: error: `addi`: an operand tile<2xi32> in a tile<4xi32> operation"},
    {"TileGivesScalar", "kernel @k() { %a = range 0, 2 : tile<2xi32> %c = absi %a : i32 return }",
     "2:50: error: `absi`: an operand tile<2xi32> in a i32 operation"},
    {"UniformTile", "kernel @k(%x: i32) { %y = addi %x, 1 : tile<4xi32> return }",
     "2:27: error: `addi`: scalars give a tile<4xi32>"},
    // T2
    {"ProgramIdI64", "kernel @k() { %x = program_id 0 : i64 return }",
     "2:20: error: `program_id`: gives an i32 for axis 0, 1 or 2"},
    {"RangeLength", "kernel @k() { %x = range 0, 3 : tile<4xi32> return }",
     "2:20: error: `range`: gives a one-dimensional i32 tile of end - start elements"},
    {"IntOfFloats", "kernel @k(%x: f32) { %y = addi %x, %x : f32 return }",
     "2:27: error: `addi`: takes and gives one integer type"},
    {"IntOfPointers", "kernel @k(%p: ptr<i8>) { %y = addi %p, %p : ptr<i8> return }",
     "2:31: error: `addi`: takes and gives one integer type"},
    {"MixedInts", "kernel @k(%x: i32, %y: i64) { %z = addi %x, %y : i32 return }",
     "2:36: error: `addi`: takes and gives one integer type"},
    {"FloatOfInts", "kernel @k(%x: i32) { %y = addf %x, %x : i32 return }",
     "2:27: error: `addf`: takes and gives one float type"},
    {"CompareGivesInt", "kernel @k(%x: i32) { %y = cmp.eq %x, %x : i32 return }",
     "2:27: error: `cmp.eq`: compares two values of one type and gives i1"},
    {"CompareIntOfFloats", "kernel @k(%x: f32) { %y = cmp.eq %x, %x : i1 return }",
     "2:27: error: `cmp.eq`: compares two values of one type and gives i1"},
    {"CompareFloatOfInts", "kernel @k(%x: i32) { %y = cmp.oeq %x, %x : i1 return }",
     "2:27: error: `cmp.oeq`: compares two values of one type and gives i1"},
    {"SelectByInt", "kernel @k(%x: i32) { %y = select %x, %x, %x : i32 return }",
     "2:27: error: `select`: chooses between two values of the result's type by an i1"},
    {"SelectOfAnotherType", "kernel @k(%c: i1, %x: i64) { %y = select %c, %x, 1 : i32 return }",
     "2:35: error: `select`: chooses between two values of the result's type by an i1"},
    {"ExtendNarrows", "kernel @k(%x: i32) { %y = extsi %x : i16 return }",
     "2:27: error: `extsi`: gives a wider integer"},
    {"ExtendKeeps", "kernel @k(%x: i32) { %y = extui %x : i32 return }", "2:27: error: `extui`: gives a wider integer"},
    {"TruncateWidens", "kernel @k(%x: i32) { %y = trunci %x : i64 return }",
     "2:27: error: `trunci`: gives a narrower integer"},
    {"IntToFloatOfFloat", "kernel @k(%x: f32) { %y = sitofp %x : f64 return }",
     "2:27: error: `sitofp`: turns an integer into a float"},
    {"FloatToIntOfInt", "kernel @k(%x: i32) { %y = fptoui %x : i64 return }",
     "2:27: error: `fptoui`: turns a float into an integer"},
    {"ConvertToItself", "kernel @k(%x: f32) { %y = convertf %x : f32 return }",
     "2:27: error: `convertf`: gives another float type"},
    {"BitcastWidth", "kernel @k(%x: f32) { %y = bitcast %x : i64 return }",
     "2:27: error: `bitcast`: gives another type of the same width, or another pointer"},
    {"BitcastPointer", "kernel @k(%p: ptr<f32>) { %y = bitcast %p : i64 return }",
     "2:32: error: `bitcast`: gives another type of the same width, or another pointer"},
    {"PtrToInt32", "kernel @k(%p: ptr<f32>) { %y = ptrtoint %p : i32 return }",
     "2:32: error: `ptrtoint`: turns a pointer into an i64"},
    {"IntToPtr32", "kernel @k(%x: i32) { %y = inttoptr %x : ptr<f32> return }",
     "2:27: error: `inttoptr`: turns an i64 into a pointer"},
    {"AddPtrChangesPointee", "kernel @k(%p: ptr<f32>) { %y = addptr %p, 1:i32 : ptr<i8> return }",
     "2:32: error: `addptr`: adds an integer to a pointer"},
    {"AddPtrFloat", "kernel @k(%p: ptr<f32>) { %y = addptr %p, 1.0:f32 : ptr<f32> return }",
     "2:32: error: `addptr`: adds an integer to a pointer"},
    {"LoadOfInt", "kernel @k(%x: i64) { %y = load %x : i64 return }", "2:27: error: `load`: loads through a pointer"},
    {"LoadOfAnotherType", "kernel @k(%p: ptr<f32>) { %y = load %p : i32 return }",
     "2:32: error: `load`: mask and `other` fit the pointer, and the result is its pointee"},
    {"LoadMaskShape",
     "kernel @k(%p: ptr<f32>) { %r = range 0, 2 : tile<2xi32> %m = cmp.slt %r, 1:i32 : tile<2xi1> "
     "%y = load %p, %m : f32 return }",
     "2:98: error: `load`: mask and `other` fit the pointer, and the result is its pointee"},
    {"LoadOther", "kernel @k(%p: ptr<f32>) { %y = load %p, true:i1, 1:i32 : f32 return }",
     "2:32: error: `load`: mask and `other` fit the pointer, and the result is its pointee"},
    {"StoreToInt", "kernel @k(%x: i64) { store %x, %x return }", "2:22: error: `store`: stores through a pointer"},
    {"StoreOfAnotherType", "kernel @k(%p: ptr<f32>) { store %p, 1:i32 return }",
     "2:27: error: `store`: value and mask fit the pointer"},
    {"StoreMask", "kernel @k(%p: ptr<f32>) { store %p, 1.0:f32, 1:i32 return }",
     "2:27: error: `store`: value and mask fit the pointer"},
    {"ExpandDimsScalar", "kernel @k(%x: i32) { %y = expand_dims 0, %x : tile<1xi32> return }",
     "2:27: error: `expand_dims`: the result has one more dimension of size 1 at the axis, in a layout that moves "
     "nothing"},
    {"ExpandDimsAxis", "kernel @k() { %r = range 0, 2 : tile<2xi32> %y = expand_dims 2, %r : tile<2x1xi32> return }",
     "2:50: error: `expand_dims`: the result has one more dimension of size 1 at the axis, in a layout that moves "
     "nothing"},
    {"ExpandDimsShape", "kernel @k() { %r = range 0, 2 : tile<2xi32> %y = expand_dims 0, %r : tile<1x4xi32> return }",
     "2:50: error: `expand_dims`: the result has one more dimension of size 1 at the axis, in a layout that moves "
     "nothing"},
    {"BroadcastGivesScalar", "kernel @k(%x: i32) { %y = broadcast %x : i32 return }",
     "2:27: error: `broadcast`: gives a tile of the same elements"},
    {"BroadcastOfLargeDim", "kernel @k() { %r = range 0, 2 : tile<2xi32> %y = broadcast %r : tile<4xi32> return }",
     "2:50: error: `broadcast`: repeats dimensions of size 1 only"},
    {"BroadcastRank", "kernel @k() { %r = range 0, 2 : tile<2xi32> %y = broadcast %r : tile<2x2xi32> return }",
     "2:50: error: `broadcast`: repeats dimensions of size 1 only"},
    {"ExternUnknown", "kernel @k(%x: f32) { %y = extern @frob, %x : f32 return }",
     "2:27: error: `extern`: names no function of libdevice"},
    {"ExternOperands", "kernel @k(%x: f32) { %y = extern @atan2f, %x : f32 return }",
     "2:27: error: `extern`: operands and result have the types of the function"},
    {"ExternNothing", "kernel @k() { %y = extern @sinf : f32 return }",
     "2:20: error: `extern`: operands and result have the types of the function"},
    {"ExternOperandType", "kernel @k(%x: f16) { %y = extern @sinf, %x : f32 return }",
     "2:27: error: `extern`: operands and result have the types of the function"},
    {"ExternOfPointer", "kernel @k(%p: ptr<f32>) { %y = extern @clzll, %p : i32 return }",
     "2:32: error: `extern`: operands and result have the types of the function"},
    {"ExternResult", "kernel @k(%x: f32) { %y = extern @isnanf, %x : i32 return }",
     "2:27: error: `extern`: operands and result have the types of the function"},
    {"AsmConstraints", "kernel @k(%x: i32) { %y = asm \"mov.b32 $0, 1;\", \"=r\", %x {pure} : i32 return }",
     "2:27: error: `asm`: has constraints that name the registers of its operands and results"},
    {"AsmWidth", "kernel @k(%x: i64) { %y = asm \"mov.b32 $0, $1;\", \"=r,r\", %x {pure} : i64 return }",
     "2:27: error: `asm`: has constraints that name the registers of its operands and results"},
    {"AsmText", "kernel @k(%x: i32) { %y = asm \"mov.b32 $0, $2;\", \"=r,r\", %x {pure} : i32 return }",
     "2:27: error: `asm`: has a text that names no registers but its own"},
    {"AsmPack", "kernel @k(%x: i32) { %y = asm \"\", \"=r,r\", %x {pack = 65} : i32 return }",
     "2:27: error: `asm`: takes 1 to 64 elements at once"},
    {"ExchangeMask", "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = exchange 0, 4, %r : tile<4xi32> return }",
     "2:50: error: `exchange`: gives a tile like its operand, with a mask below the size of the axis"},
    {"ExchangeAxis", "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = exchange 1, 1, %r : tile<4xi32> return }",
     "2:50: error: `exchange`: gives a tile like its operand, with a mask below the size of the axis"},
    {"GatherIndex", "kernel @k(%i: i64) { %r = range 0, 4 : tile<4xi32> %y = gather 0, %r, %i : i32 return }",
     "2:57: error: `gather`: takes a tile and an i32 one that differ along the axis only, and gives one like the "
     "latter"},
    {"HistogramOfFloats",
     "kernel @k(%x: f32) { %t = broadcast %x : tile<4xf32> %y = histogram %t : tile<4xi32> return }",
     "2:59: error: `histogram`: counts one-dimensional i32 or i64 numbers in i32"},
    {"HintChangesType", "kernel @k(%x: i32) { %y = hint %x : i64 return }", "2:27: error: `hint`: gives its operand"},
    {"HintRank", "kernel @k(%x: i32) { %y = hint %x {constant = [1, 1]} : i32 return }",
     "2:27: error: `hint`: promises one positive number for each dimension"},
    {"HintZero", "kernel @k(%x: i32) { %y = hint %x {divisible = [0]} : i32 return }",
     "2:27: error: `hint`: promises one positive number for each dimension"},
    {"AtomicOfInt", "kernel @k(%x: i64) { %y = atomic_rmw addi, %x, %x : i64 return }",
     "2:27: error: `atomic_rmw`: works through a pointer"},
    {"AtomicResult", "kernel @k(%p: ptr<i32>) { %y = atomic_rmw addi, %p, 1:i32 : i64 return }",
     "2:32: error: `atomic_rmw`: value and mask fit the pointer, and the result is its pointee"},
    {"AtomicMask", "kernel @k(%p: ptr<i32>) { %y = atomic_rmw addi, %p, 1, 1:i32 : i32 return }",
     "2:32: error: `atomic_rmw`: value and mask fit the pointer, and the result is its pointee"},
    {"AtomicFloatOnInt", "kernel @k(%p: ptr<i32>) { %y = atomic_rmw addf, %p, 1 : i32 return }",
     "2:32: error: `atomic_rmw`: the kind fits the pointee"},
    {"AtomicIntOnFloat", "kernel @k(%p: ptr<f32>) { %y = atomic_rmw maxs, %p, 1.0 : f32 return }",
     "2:32: error: `atomic_rmw`: the kind fits the pointee"},
    {"AtomicAddOfPointers", "kernel @k(%p: ptr<ptr<f32>>) { %y = atomic_rmw addi, %p, 0x0 : ptr<f32> return }",
     "2:37: error: `atomic_rmw`: the kind fits the pointee"},
    {"CasOfInt", "kernel @k(%x: i64) { %y = atomic_cas %x, %x, %x : i64 return }",
     "2:27: error: `atomic_cas`: works through a pointer"},
    {"CasOperands", "kernel @k(%p: ptr<i32>) { %y = atomic_cas %p, 1, 1:i64 : i32 return }",
     "2:32: error: `atomic_cas`: both values fit the pointer, and the result is its pointee"},
    {"ReshapeSize", "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = reshape %r : tile<2x4xi32> return }",
     "2:50: error: `reshape`: gives as many elements of the same type, in a layout that moves nothing"},
    {"ReshapeScalar", "kernel @k(%x: i32) { %y = reshape %x : tile<1xi32> return }",
     "2:27: error: `reshape`: gives as many elements of the same type, in a layout that moves nothing"},
    {"TransOrder", "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = trans [0, 0], %r : tile<4xi32> return }",
     "2:50: error: `trans`: gives the dimensions in the order of a permutation, in a layout that moves nothing"},
    {"TransRepeats",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %s = reshape %r : tile<2x2xi32> "
     "%y = trans [1, 1], %s : tile<2x2xi32> return }",
     "2:82: error: `trans`: gives the dimensions in the order of a permutation, in a layout that moves nothing"},
    {"TransShape",
     "kernel @k() { %r = range 0, 8 : tile<8xi32> %s = reshape %r : tile<2x4xi32> "
     "%y = trans [1, 0], %s : tile<2x4xi32> return }",
     "2:82: error: `trans`: gives the dimensions in the order of a permutation, in a layout that moves nothing"},
    {"JoinOfTwoTypes", "kernel @k(%x: i32, %y: i64) { %z = join %x, %y : tile<2xi32> return }",
     "2:36: error: `join`: gives a last dimension of size 2, in a layout that moves nothing"},
    {"JoinShape", "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = join %r, %r : tile<2x4xi32> return }",
     "2:50: error: `join`: gives a last dimension of size 2, in a layout that moves nothing"},
    {"SplitOfFour", "kernel @k() { %r = range 0, 4 : tile<4xi32> %a, %b = split %r : i32, i32 return }",
     "2:54: error: `split`: gives the halves of a last dimension of size 2 that lies in registers"},
    {"SplitGivesTwoTypes", "kernel @k() { %r = range 0, 2 : tile<2xi32> %a, %b = split %r : i32, i64 return }",
     "2:54: error: `split`: gives the halves of a last dimension of size 2 that lies in registers"},
    {"ReduceAxis",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = reduce 1, %r : i32 (%a: i32, %b: i32) { yield %a } return }",
     "2:50: error: `reduce`: takes tiles of one shape that has the axis and gives as many values"},
    {"ReduceShapes",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %s = range 0, 2 : tile<2xi32> %x, %y = reduce 0, %r, %s : i32, i32 "
     "(%a: i32, %b: i32, %c: i32, %d: i32) { yield %a, %b } return }",
     "2:84: error: `reduce`: takes tiles of one shape that has the axis and gives as many values"},
    {"ReduceResultShape",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = reduce 0, %r : tile<1xi32> (%a: i32, %b: i32) { yield %a } "
     "return }",
     "2:50: error: `reduce`: a result lacks the axis and is in the layout that is left of the operand's"},
    {"ReduceBlockArguments",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = reduce 0, %r : i32 (%a: i32) { yield %a } return }",
     "2:50: error: `reduce`: its block combines two elements of each operand and does nothing else"},
    {"ReduceBlockTypes",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = reduce 0, %r : i32 (%a: i32, %b: i64) { yield %a } return }",
     "2:50: error: `reduce`: its block combines two elements of each operand and does nothing else"},
    {"ReduceBlockYieldsNothing",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = reduce 0, %r : i32 (%a: i32, %b: i32) { yield } return }",
     "2:50: error: `reduce`: its block combines two elements of each operand and does nothing else"},
    {"ReduceBlockWrites",
     "kernel @k(%p: ptr<i32>) { %r = range 0, 4 : tile<4xi32> %y = reduce 0, %r : i32 (%a: i32, %b: i32) "
     "{ store %p, %a yield %a } return }",
     "2:62: error: `reduce`: its block combines two elements of each operand and does nothing else"},
    {"ScanAxis",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = scan -1, %r : tile<4xi32> (%a: i32, %b: i32) { yield %a } "
     "return }",
     "2:50: error: `scan`: takes tiles of one shape that has the axis"},
    {"ScanShape",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = scan 0, %r : i32 (%a: i32, %b: i32) { yield %a } return }",
     "2:50: error: `scan`: gives tiles of the types of its operands"},
    {"ScanBlock", "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = scan 0, %r : tile<4xi32> { yield 1:i32 } return }",
     "2:50: error: `scan`: its block combines two elements of each operand and does nothing else"},
    {"AssertOnInt", "kernel @k(%x: i32) { assert \"\", %x return }",
     "2:22: error: `assert`: condition and mask are i1 of one shape"},
    {"AssertMaskShape",
     "kernel @k() { %r = range 0, 4 : tile<4xi32> %s = range 0, 2 : tile<2xi32> %a = cmp.eq %r, %r : tile<4xi1> "
     "%b = cmp.eq %s, %s : tile<2xi1> assert \"\", %a, %b return }",
     "2:139: error: `assert`: condition and mask are i1 of one shape"},
    {"PrintTooMany",
     "kernel @k(%x: i1) { print \"\", %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, "
     "%x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x return }",
     "2:21: error: `print`: prints at most 32 values"},
    {"ConvertTooEarly", "kernel @k() { %r = range 0, 4 : tile<4xi32> %y = convert_layout %r : tile<4xi32> return }",
     "2:50: error: `convert_layout`: gives the same tile in another layout"},
    {"WhileInits", "kernel @k() { while 1:i32 { condition true:i1 } { yield } return }",
     "2:15: error: `while`: its first block takes the inits and what the second one yields"},
    {"WhileYields", "kernel @k() { while 1:i32 (%x: i32) { condition true:i1 } { yield } return }",
     "2:15: error: `while`: its first block takes the inits and what the second one yields"},
    {"WhileConditionValues", "kernel @k() { %x = while : i32 { condition true:i1 } (%y: i32) { yield } return }",
     "2:20: error: `while`: its second block and its results take what `condition` passes on"},
    {"WhileCarriedType", "kernel @k() { while 1:i32 (%x: i64) { condition true:i1 } { yield 1:i32 } return }",
     "2:15: error: `while`: a carried value keeps its type"},
    {"WhilePassedType", "kernel @k() { %x = while : i32 { condition true:i1, 1:i64 } (%y: i32) { yield } return }",
     "2:20: error: `while`: a value that `condition` passes on keeps its type"},
    {"ConditionOnInt", "kernel @k() { while { condition 1:i32 } { yield } return }",
     "2:23: error: `condition`: decides by an i1 scalar"},
    {"CallUnknown", "kernel @k() { call @f return }", "2:15: error: `call`: calls a device function of this module"},
    {"CallKernel", "kernel @f() { return }\nkernel @k() { call @f return }",
     "3:15: error: `call`: calls a device function of this module"},
    {"CallOperands", "func @f(%x: i32) { return }\nkernel @k() { call @f, 1:i64 return }",
     "3:15: error: `call`: operands and results have the types of the function's"},
    {"CallResults", "func @f() -> i32 { return 1:i32 }\nkernel @k() { %x = call @f : i64 return }",
     "3:20: error: `call`: operands and results have the types of the function's"},
    {"ReturnNothing", "func @f() -> i32 { return }",
     "2:20: error: `return`: returns the types that the function declares"},
    {"ReturnAnotherType", "func @f() -> i32 { return 1:i64 }",
     "2:20: error: `return`: returns the types that the function declares"},
    {"ForOfFloats", "kernel @k() { for 0.0:f32, 1.0:f32, 1.0:f32 (%i: f32) { yield } return }",
     "2:15: error: `for`: bounds and step are integers of the type of the induction variable"},
    {"ForBoundsMixed", "kernel @k(%n: i64) { for 0:i32, %n, 1:i32 (%i: i32) { yield } return }",
     "2:22: error: `for`: bounds and step are integers of the type of the induction variable"},
    {"ForOverTiles", "kernel @k() { %r = range 0, 2 : tile<2xi32> for %r, %r, %r (%i: tile<2xi32>) { yield } return }",
     "2:45: error: `for`: bounds and step are integers of the type of the induction variable"},
    {"ForWithoutVariable", "kernel @k() { %x = for 0, 1, 1, 7 : i32 { yield 1:i32 } return }",
     "2:20: error: `for`: carries as many values as it gives"},
    {"ForInitsMissing", "kernel @k() { %x = for 0, 1, 1 : i32 (%i: i32, %a: i32) { yield 1:i32 } return }",
     "2:20: error: `for`: carries as many values as it gives"},
    {"ForYieldsTooLittle", "kernel @k() { %x = for 0, 1, 1, 7 : i32 (%i: i32, %a: i32) { yield } return }",
     "2:20: error: `for`: its block yields one value for each that it carries"},
    {"ForChangesType", "kernel @k() { %x = for 0, 1, 1, 7 : i32 (%i: i32, %a: i32) { yield 1:i64 } return }",
     "2:20: error: `for`: a carried value keeps its type"},
    {"ForArgumentType", "kernel @k() { %x = for 0, 1, 1, 7 : i32 (%i: i32, %a: i64) { yield 1:i32 } return }",
     "2:20: error: `for`: a carried value keeps its type"},
    {"IfOnInt", "kernel @k(%c: i32) { if %c { yield } { yield } return }",
     "2:22: error: `if`: the condition is an i1 scalar"},
    {"IfWithArguments", "kernel @k(%c: i1) { if %c (%x: i32) { yield } { yield } return }",
     "2:21: error: `if`: its blocks take no arguments"},
    {"IfYieldsTooLittle", "kernel @k(%c: i1) { %x = if %c : i32 { yield 1:i32 } { yield } return }",
     "2:26: error: `if`: each block yields one value for each result"},
    {"IfYieldsAnotherType", "kernel @k(%c: i1) { %x = if %c : i32 { yield 1:i32 } { yield 1:i64 } return }",
     "2:26: error: `if`: a block yields the type of the result"},
    // T3
    {"BufferParameter",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k(%b: shared<32xi32, #s>) { return }",
     "5:8: error: function `@k` takes or returns a tile or a buffer"},
    {"BufferAsOperand",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %b = local_alloc : shared<32xi32, #s> %x = select true:i1, %b, %b : i32 return }",
     "5:58: error: `select`: takes a buffer, which is for loads and stores only"},
    {"BufferYielded",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k(%c: i1) { %b = local_alloc : shared<32xi32, #s> "
     "%x = if %c : shared<32xi32, #s> { yield %b } { yield %b } return }",
     "5:64: error: `if`: gives a buffer"},
    {"BufferFromArithmetic",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %x = addi 1, 2 : shared<32xi32, #s> return }",
     "5:20: error: `addi`: gives a buffer"},
    {"AllocOfTile",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %x = local_alloc : tile<32xi32, #l> return }",
     "5:20: error: `local_alloc`: gives a buffer"},
    {"LocalStoreShape",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %b = local_alloc : shared<32xi64, #s> %r = range 0, 32 : tile<32xi32, #l> "
     "local_store %r, %b return }",
     "5:89: error: `local_store`: writes a tile to a buffer of its shape"},
    {"LocalLoadOfTile",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #l> %x = local_load %r : tile<32xi32, #l> return }",
     "5:56: error: `local_load`: reads a tile from a buffer of its shape"},
    {"LocalLoadType",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %b = local_alloc : shared<32xi32, #s> %x = local_load %b : tile<32xf32, #l> return }",
     "5:58: error: `local_load`: reads a tile from a buffer of its shape"},
    {"ConvertElements",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #l> %x = convert_layout %r : tile<32xf32, #m> return }",
     "5:56: error: `convert_layout`: gives the same tile in another layout"},
    {"ScanLayout",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #l> "
     "%x = scan 0, %r : tile<32xi32, #m> (%a: i32, %b: i32) { yield %a } return }",
     "5:56: error: `scan`: gives tiles of the types of its operands"},
    {"TransLayout",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #l> %x = trans [0], %r : tile<32xi32, #m> return }",
     "5:56: error: `trans`: gives the dimensions in the order of a permutation, in a layout that moves nothing"},
    {"ReshapeLayout",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #l> %x = reshape %r : tile<32xi32, #m> return }",
     "5:56: error: `reshape`: gives as many elements of the same type, in a layout that moves nothing"},
    {"ReduceLayout",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[(1, 0), (2, 0), (4, 0), (8, 0), (16, 0)], shape=[32, "
     "1]>\n"
     "#m = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n#w = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #m> %t = reshape %r : tile<32x1xi32, #l> "
     "%x = reduce 1, %t : tile<32xi32, #w> (%a: i32, %b: i32) { yield %a } return }",
     "5:93: error: `reduce`: a result lacks the axis and is in the layout that is left of the operand's"},
    {"SplitAcrossLanes",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[(0, 1), (1, 0), (2, 0), (4, 0), (8, 0)], shape=[16, 2]>\n"
     "#f = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n#h = linear<lane=[0, 1, 2, 4, 8], shape=[16]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #f> %t = reshape %r : tile<16x2xi32, #l> "
     "%a, %b = split %t : tile<16xi32, #h>, tile<16xi32, #h> return }",
     "5:97: error: `split`: gives the halves of a last dimension of size 2 that lies in registers"},
    {"JoinLayout",
     "module {stage = laid_out, warps = 1}\n#l = linear<register=[(16, 0)], lane=[(1, 0), (2, 0), (4, 0), (8, 0), (0, "
     "1)], shape=[32, 2]>\n"
     "#f = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #f> %t = join %r, %r : tile<32x2xi32, #l> return }",
     "4:56: error: `join`: gives a last dimension of size 2, in a layout that moves nothing"},
    // L1
    {"LayoutTooEarly",
     "module\n#l = blocked<per_thread=[1], threads=[32], warps=[4], order=[0], shape=[128]>\n"
     "kernel @k() { %r = range 0, 128 : tile<128xi32, #l> return }",
     "3:20: error: `range`: a layout in stage `tile`"},
    {"LayoutMissing", "module {stage = laid_out}\nkernel @k() { %r = range 0, 128 : tile<128xi32> return }",
     "2:20: error: `range`: a tile without a layout in stage `laid_out`"},
    // L2
    {"LayoutOfOtherWarps",
     "module {stage = laid_out, warps = 8}\n"
     "#l = blocked<per_thread=[1], threads=[32], warps=[4], order=[0], shape=[128]>\n"
     "kernel @k() { %r = range 0, 128 : tile<128xi32, #l> return }",
     "3:20: error: `range`: the layout does not fit the tile, 32 lanes and 8 warps"},
    {"LayoutWithHoles",
     "module {stage = laid_out, warps = 1}\n"
     "#l = linear<lane=[1, 2, 4, 8, 16], shape=[64]>\n"
     "kernel @k() { %r = range 0, 64 : tile<64xi32, #l> return }",
     "3:20: error: `range`: the layout does not fit the tile, 32 lanes and 1 warps"},
    {"LayoutRepeatsRegisters",
     "module {stage = laid_out, warps = 1}\n"
     "#l = linear<register=[0], lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #l> return }",
     "3:20: error: `range`: the layout does not fit the tile, 32 lanes and 1 warps"},
    {"LayoutsDiffer",
     "module {stage = laid_out, warps = 1}\n"
     "#a = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n#b = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %r = range 0, 32 : tile<32xi32, #a> %s = absi %r : tile<32xi32, #b> return }",
     "4:56: error: `absi`: an operand tile<32xi32> in a tile<32xi32> operation"},
    {"ArgumentWithoutLayout",
     "module {stage = laid_out, warps = 1}\nkernel @k() { for 0:i32, 1:i32, 1:i32 "
     "(%i: tile<32xi32>) { yield } return }",
     "2:15: error: `for`: bounds and step are integers of the type of the induction variable"},
    // L3
    {"BufferTooEarly",
     "module\n#s = linear<offset=[1], shape=[2]>\nkernel @k() { %b = local_alloc : shared<2xi32, #s> return }",
     "3:20: error: `local_alloc`: a buffer in stage `tile`"},
    {"BufferOverLanes",
     "module {stage = laid_out, warps = 1}\n#l = linear<lane=[1, 2, 4, 8, 16], shape=[32]>\n"
     "#m = linear<lane=[2, 1, 4, 8, 16], shape=[32]>\n#s = linear<offset=[1, 2, 4, 8, 16], shape=[32]>\n"
     "kernel @k() { %b = local_alloc : shared<32xi32, #l> return }",
     "5:20: error: `local_alloc`: the layout does not map offsets onto the buffer"},
    {"BufferWithHoles",
     "module {stage = laid_out, warps = 1}\n#s = linear<offset=[1, 2], shape=[8]>\n"
     "kernel @k() { %b = local_alloc : shared<8xi32, #s> return }",
     "3:20: error: `local_alloc`: the layout does not map offsets onto the buffer"},
};

INSTANTIATE_TEST_SUITE_P(Verify, Invalid, ::testing::ValuesIn(kBadModules),
                         [](const auto &info) { return std::string(info.param.name); });

// S3: the text form cannot lose a location.
TEST(Verify, AnOperationHasALocation) {
  ModuleText text("module\nkernel @k() { return }");
  Builder builder(*text.module->functions().front());
  builder.setInsertionPoint(text.function().body()->front());
  builder.create(Opcode::AddI, {builder.constantI32(1), builder.constantI32(2)}, {text.context.i32()});
  EXPECT_FALSE(text.isValid());
  EXPECT_EQ(text.diagnostics(), "t.tir:2:8: error: `addi` has no location [ir-invalid]\n"
                                "    2 | kernel @k() { return }\n      |        ^~\n");
}

TEST(Verify, EveryBrokenFunctionIsReportedOnce) {
  ModuleText text("module\nkernel @a() { yield }\nkernel @b() { return }\nkernel @c() { yield yield }");
  EXPECT_FALSE(text.isValid());
  EXPECT_EQ(text.context.diags().errorCount(), 2u);
}

std::string chainOfCalls(int length, bool calleesFirst) {
  std::string text = "module\n";
  auto add = [&](int i) {
    text += fmt::format("func @f{}() {{ {} return }}\n", i, i + 1 < length ? fmt::format("call @f{}", i + 1) : "");
  };
  for (int i = 0; i < length; ++i) add(calleesFirst ? length - 1 - i : i);
  return text;
}

TEST(Verify, ChainsOfCallsHaveALimit) {
  for (bool calleesFirst : {false, true}) {
    EXPECT_TRUE(ModuleText(chainOfCalls(201, calleesFirst)).isValid());
    ModuleText text(chainOfCalls(202, calleesFirst));
    EXPECT_FALSE(text.isValid());
    EXPECT_NE(text.diagnostics().find("`call`: the functions call each other too deeply"), std::string::npos);
  }
}

}  // namespace
}  // namespace tritonc::ir::testing
