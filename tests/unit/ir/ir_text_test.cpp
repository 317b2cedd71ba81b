// The text form: every operation round-trips, and wrong texts are refused in words.
#include <fstream>
#include <set>
#include <sstream>

#include "ir/attrs_visit.h"
#include "ir/builder.h"
#include "tests/unit/ir/ir_text.h"

namespace tritonc::ir::testing {
namespace {

std::string readFile(const std::string &path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The samples: operations of every stage, and those that begin with `laid_out`.
std::vector<std::string> samples() {
  std::string folder = TRITONC_SOURCE_DIR "/tests/ir/Inputs/";
  return {readFile(folder + "every_op.tir"), readFile(folder + "every_laid_out_op.tir"),
          readFile(folder + "every_wgmma_op.tir")};
}

/// Calls `visit(const Op &)` for each operation of the samples.
template <class Visit> void visitSamples(Visit visit) {
  for (const std::string &sample : samples()) {
    ModuleText text(sample);
    ASSERT_TRUE(text.isValid()) << text.diagnostics();
    for (const auto &function : text.module->functions()) walk(*function->body(), visit);
  }
}

TEST(Text, EveryOperationHasASample) {
  std::set<std::string_view> seen;
  visitSamples([&](const Op &op) { seen.insert(op.mnemonic()); });
  for (size_t i = 0; i < kNumOpcodes; ++i) {
    std::string_view mnemonic = info(static_cast<Opcode>(i)).mnemonic;
    EXPECT_TRUE(seen.contains(mnemonic)) << "tests/ir/Inputs/ has no `" << mnemonic << "`";
  }
}

/// The names of optional attribute fields that an operation spells out.
struct SpelledFields {
  std::set<std::string> &names;
  void required(std::string_view, const auto &) {}
  void optional(std::string_view name, const auto &field, const auto &standard) {
    if (field != standard) names.emplace(name);
  }
};

struct AllFields {
  std::set<std::string> &names;
  void required(std::string_view, const auto &) {}
  void optional(std::string_view name, const auto &, const auto &) { names.emplace(name); }
};

TEST(Text, EveryAttributeHasASample) {
  std::set<std::string> seen, all;
  SpelledFields spelled{seen};
  AllFields fields{all};
  visitSamples([&](const Op &op) { visitAttrs(op, [&](const auto &a) { a.fields(a, spelled); }); });
  for (size_t i = 0; i < kNumOpcodes; ++i)
    withAttrsType(info(static_cast<Opcode>(i)).attrs, [&](auto type) {
      const typename decltype(type)::type attrs;
      attrs.fields(attrs, fields);
    });
  EXPECT_EQ(seen, all);
}

TEST(Text, PrintingASampleGivesItBack) {
  for (const std::string &sample : samples()) {
    ModuleText text(sample);
    ASSERT_TRUE(text.module);
    EXPECT_EQ(print(*text.module), sample);
  }
}

void expectRoundTrip(const std::string &source) {
  ModuleText first(source);
  ASSERT_TRUE(first.isValid()) << first.diagnostics();
  std::string printed = print(*first.module);
  ModuleText second(printed);
  ASSERT_TRUE(second.isValid()) << second.diagnostics();
  EXPECT_EQ(print(*second.module), printed);
}

TEST(Text, LayoutsAndModuleFieldsRoundTrip) {
  std::string text = "module {stage = laid_out, warps = 1, stages = 2, target = 80}\n"
                     "#l0 = blocked<per_thread=[2], threads=[32], warps=[1], order=[0], shape=[64]>\n\n"
                     "kernel @k() {\n  %r = range 0, 64 : tile<64xi32, #l0>\n  return\n}\n";
  ModuleText parsed(text);
  ASSERT_TRUE(parsed.isValid()) << parsed.diagnostics();
  EXPECT_EQ(print(*parsed.module), text);
}

TEST(Text, QuotedTextsHoldAnyByte) {
  std::string bytes;
  for (int c = 0; c < 256; ++c) bytes += static_cast<char>(c);
  ModuleText text("module\nkernel @k() { print \"\" return }");
  Builder builder(&text.find(Opcode::Print));
  builder.create(Opcode::Print, {}, {}, PrintAttrs{.prefix = {text.context.intern(bytes)}});
  std::string printed = print(*text.module);
  ModuleText again(printed);
  ASSERT_TRUE(again.isValid()) << again.diagnostics();
  EXPECT_EQ(again.find(Opcode::Print).attrs<PrintAttrs>().prefix.text, bytes);
  EXPECT_EQ(print(*again.module), printed);
}

TEST(Text, EmptyListsAndLongOnesRoundTrip) {
  expectRoundTrip("module\nkernel @k(%x: i32) { %y = hint %x {divisible = []} : i32 return }");
  expectRoundTrip("module\nkernel @k(%x: i32) { %r = range 0, 1 : tile<1xi32> "
                  "%y = reshape %r : tile<1x1x1x1x1x1x1x1xi32> "
                  "%z = trans [7, 6, 5, 4, 3, 2, 1, 0], %y : tile<1x1x1x1x1x1x1x1xi32> return }");
}

TEST(Text, NamesNeedNotBeUniqueInTheModule) {
  ModuleText text("module\nkernel @k(%x: i32) { %y = addi %x, %x : i32 return }");
  text.find(Opcode::AddI).result()->setName("x");
  EXPECT_NE(print(*text.module).find("%x_1 = addi %x, %x"), std::string::npos) << print(*text.module);
}

TEST(Text, NamesMayHoldLettersBeyondAscii) {
  expectRoundTrip("module\nkernel @größe(%α: i32) { %β.1 = addi %α, %α : i32 return }");
}

TEST(Text, CommentsAndBlanksDoNotMatter) {
  ModuleText text("module // m\n\n  kernel @k ( %x:i32,)// p\n{%y=addi %x,%x:i32 return}");
  ASSERT_TRUE(text.isValid()) << text.diagnostics();
  EXPECT_EQ(print(*text.module), "module\n\nkernel @k(%x: i32) {\n  %y = addi %x, %x : i32\n  return\n}\n");
}

/// The literal that stands for the bits, and the bits that the literal stands for.
void expectLiteralRoundTrip(Context &context, ScalarKind kind, uint64_t bits) {
  Type type = context.scalar(kind);
  std::string literal = printLiteral(type, bits);
  std::string source =
      fmt::format("module\nkernel @k(%p: ptr<{0}>) {{ store %p, {1}:{0} return }}", print(type), literal);
  ModuleText text(source);
  ASSERT_TRUE(text.module) << text.diagnostics();
  EXPECT_EQ(text.find(Opcode::Store).operand(1)->bits(), bits) << literal;
}

TEST(Text, LiteralsOfEveryTypeRoundTrip) {
  Context context;
#define SCALAR(Name, spelling, bits, cls)                                                                              \
  for (uint64_t i = 0; i < 256; ++i) {                                                                                 \
    /* The low, the high and all bits: small values, large ones, infinities and NaNs. */                               \
    uint64_t mask = ~uint64_t{0} >> (64 - bits);                                                                       \
    expectLiteralRoundTrip(context, ScalarKind::Name, i &mask);                                                        \
    expectLiteralRoundTrip(context, ScalarKind::Name, (i << 56 >> (64 - bits)) & mask);                                \
    expectLiteralRoundTrip(context, ScalarKind::Name, (i * 0x0123456789ABCDEF) & mask);                                \
  }
#include "ir/scalars.def"
}

// ---- Wrong texts ----

struct BadText {
  const char *name;
  const char *text;
  const char *expected;
};

void PrintTo(const BadText &bad, std::ostream *out) { *out << bad.name; }

class BadSyntax : public ::testing::TestWithParam<BadText> {};

TEST_P(BadSyntax, IsReported) {
  ModuleText text(GetParam().text);
  EXPECT_FALSE(text.module);
  EXPECT_EQ(text.diagnostics(), GetParam().expected);
}

constexpr BadText kBadTexts[] = {
    {"NoModule", "kernel",
     "t.tir:1:1: error: expected `module`, found `kernel` [ir-syntax]\n"
     "    1 | kernel\n      | ^~~~~~\n"},
    {"EmptyFile", "", "t.tir:1:1: error: expected `module`, found the end of the file [ir-syntax]\n"},
    {"UnknownModuleField", "module {colour = 1}",
     "t.tir:1:9: error: there is no attribute `colour` here [ir-syntax]\n"
     "    1 | module {colour = 1}\n      |         ^~~~~~\n"},
    {"BadStage", "module {stage = 1}",
     "t.tir:1:17: error: expected one of tile, laid_out, scheduled, found `1` [ir-syntax]\n"
     "    1 | module {stage = 1}\n      |                 ^\n"},
    {"BadLayout", "module\n#a = blocked<>",
     "t.tir:2:6: error: `blocked<>` is not a layout [ir-syntax]\n"
     "    2 | #a = blocked<>\n      |      ^~~~~~~~~\n"},
    {"LayoutTwice", "module\n#a = linear<shape=[]>\n#a = linear<shape=[]>",
     "t.tir:3:1: error: layout `#a` is defined twice [ir-syntax]\n"
     "    3 | #a = linear<shape=[]>\n      | ^~\n"},
    {"UnknownLayout", "module\nkernel @k(%x: tile<2xi32, #a>) {",
     "t.tir:2:27: error: layout `#a` is not defined [ir-syntax]\n"
     "    2 | kernel @k(%x: tile<2xi32, #a>) {\n      |                           ^~\n"},
    {"LayoutOfAnotherShape", "module\n#a = linear<register=[1], shape=[2]>\nkernel @k(%x: tile<4xi32, #a>) {",
     "t.tir:3:27: error: layout `#a` has another shape than the tile [ir-syntax]\n"
     "    3 | kernel @k(%x: tile<4xi32, #a>) {\n      |                           ^~\n"},
    {"NotAFunction", "module\nvoid",
     "t.tir:2:1: error: expected `kernel` or `func`, found `void` [ir-syntax]\n"
     "    2 | void\n      | ^~~~\n"},
    {"FunctionTwice", "module\nkernel @k() { return }\nkernel @k() { return }",
     "t.tir:3:8: error: function `@k` is defined twice [ir-syntax]\n"
     "    3 | kernel @k() { return }\n      |        ^~\n"},
    {"UnknownType", "module\nkernel @k(%x: f12) {",
     "t.tir:2:15: error: `f12` is not a type [ir-syntax]\n"
     "    2 | kernel @k(%x: f12) {\n      |               ^~~\n"},
    {"PointerToTile", "module\nkernel @k(%x: ptr<tile<2xi32>>) {",
     "t.tir:2:15: error: a pointer cannot point at a tile [ir-syntax]\n"
     "    2 | kernel @k(%x: ptr<tile<2xi32>>) {\n      |               ^~~\n"},
    {"ShapeNotPowerOfTwo", "module\nkernel @k(%x: tile<3xi32>) {",
     "t.tir:2:20: error: `3xi32` is not a shape of powers of two with at most 1048576 elements [ir-syntax]\n"
     "    2 | kernel @k(%x: tile<3xi32>) {\n      |                    ^~~~~\n"},
    {"TileTooLarge", "module\nkernel @k(%x: tile<1048576x2xi32>) {",
     "t.tir:2:20: error: `1048576x2xi32` is not a shape of powers of two with at most 1048576 elements [ir-syntax]\n"
     "    2 | kernel @k(%x: tile<1048576x2xi32>) {\n      |                    ^~~~~~~~~~~~~\n"},
    {"TileWithoutShape", "module\nkernel @k(%x: tile<i32>) {",
     "t.tir:2:20: error: a tile has 1 to 8 dimensions [ir-syntax]\n"
     "    2 | kernel @k(%x: tile<i32>) {\n      |                    ^~~\n"},
    {"UnknownOperation", "module\nkernel @k() { frobnicate }",
     "t.tir:2:15: error: expected an operation, found `frobnicate` [ir-syntax]\n"
     "    2 | kernel @k() { frobnicate }\n      |               ^~~~~~~~~~\n"},
    {"UnknownValue", "module\nkernel @k() { %y = addi %x, 1 : i32 }",
     "t.tir:2:25: error: `%x` is not defined [ir-syntax]\n"
     "    2 | kernel @k() { %y = addi %x, 1 : i32 }\n      |                         ^~\n"},
    {"ValueTwice", "module\nkernel @k(%x: i32, %x: i32) {",
     "t.tir:2:20: error: `%x` is defined twice [ir-syntax]\n"
     "    2 | kernel @k(%x: i32, %x: i32) {\n"
     "      |                    ^~\n"},
    {"TypesMissing", "module\nkernel @k(%x: i32) { %y = addi %x, %x }",
     "t.tir:2:27: error: `addi` has 1 results but 0 result types [ir-syntax]\n"
     "    2 | kernel @k(%x: i32) { %y = addi %x, %x }\n      |                           ^~~~\n"},
    {"LiteralWithoutType", "module\nfunc @f() -> i32 { return 1 }",
     "t.tir:2:27: error: literal `1` needs a type [ir-syntax]\n"
     "    2 | func @f() -> i32 { return 1 }\n      |                           ^\n"},
    {"LiteralTooWide", "module\nfunc @f() -> i8 { return 256:i8 }",
     "t.tir:2:26: error: `256` is not a value of type i8 [ir-syntax]\n"
     "    2 | func @f() -> i8 { return 256:i8 }\n      |                          ^~~\n"},
    {"LiteralOfAnotherKind", "module\nfunc @f() -> i8 { return 1.5:i8 }",
     "t.tir:2:26: error: `1.5` is not a value of type i8 [ir-syntax]\n"
     "    2 | func @f() -> i8 { return 1.5:i8 }\n      |                          ^~~\n"},
    {"TileLiteral", "module\nfunc @f() { return 1:tile<2xi32> }",
     "t.tir:2:20: error: a literal is not a tile [ir-syntax]\n"
     "    2 | func @f() { return 1:tile<2xi32> }\n      |                    ^\n"},
    {"UnknownField", "module\nkernel @k(%p: ptr<i8>) { %x = load %p {fast} : i8 }",
     "t.tir:2:40: error: there is no attribute `fast` here [ir-syntax]\n"
     "    2 | kernel @k(%p: ptr<i8>) { %x = load %p {fast} : i8 }\n"
     "      |                                        ^~~~\n"},
    {"RequiredFieldMissing", "module\nkernel @k() { %x = program_id : i32 }",
     "t.tir:2:31: error: expected an integer, found `:` [ir-syntax]\n"
     "    2 | kernel @k() { %x = program_id : i32 }\n      |                               ^\n"},
    {"CalleeMissing", "module\nkernel @k() { call 1:i32 }",
     "t.tir:2:20: error: expected the name of a function, found `1` [ir-syntax]\n"
     "    2 | kernel @k() { call 1:i32 }\n      |                    ^\n"},
    {"ListTooLong", "module\nkernel @k(%x: i32) { %y = hint %x {constant = [1, 2, 3, 4, 5, 6, 7, 8, 9]} : i32 }",
     "t.tir:2:72: error: a list has at most 8 numbers [ir-syntax]\n"
     "    2 | kernel @k(%x: i32) { %y = hint %x {constant = [1, 2, 3, 4, 5, 6, 7, 8, 9]} : i32 }\n"
     "      |                                                                        ^\n"},
    {"ListNotClosed", "module\nkernel @k(%x: i32) { %y = hint %x {constant = [1} : i32 }",
     "t.tir:2:49: error: expected `]`, found `}` [ir-syntax]\n"
     "    2 | kernel @k(%x: i32) { %y = hint %x {constant = [1} : i32 }\n"
     "      |                                                 ^\n"},
    {"TextMissing", "module\nkernel @k(%c: i1) { assert %c }",
     "t.tir:2:28: error: expected a text in double quotes, found `c` [ir-syntax]\n"
     "    2 | kernel @k(%c: i1) { assert %c }\n      |                            ^~\n"},
    {"TextNotClosed", "module\nkernel @k() { print \"x }",
     "t.tir:2:21: error: expected a text in double quotes, found `\"` [ir-syntax]\n"
     "    2 | kernel @k() { print \"x }\n      |                     ^\n"},
    {"BadEscape", "module\nkernel @k() { print \"\\n\" }",
     "t.tir:2:21: error: a backslash is not followed by two digits [ir-syntax]\n"
     "    2 | kernel @k() { print \"\\n\" }\n      |                     ^~~~\n"},
    {"BufferWithoutLayout", "module\nkernel @k() { %b = local_alloc : shared<2xi32> }",
     "t.tir:2:34: error: a buffer has a layout [ir-syntax]\n"
     "    2 | kernel @k() { %b = local_alloc : shared<2xi32> }\n      |                                  ^~~~~~\n"},
    {"BlockNotClosed", "module\nkernel @k() { return",
     "t.tir:2:21: error: expected `}`, found the end of the file [ir-syntax]\n"
     "    2 | kernel @k() { return\n      |                     ^\n"},
    {"StrayCharacter", "module\nkernel @k() { ; }",
     "t.tir:2:15: error: expected an operation, found `;` [ir-syntax]\n"
     "    2 | kernel @k() { ; }\n      |               ^\n"},
};

INSTANTIATE_TEST_SUITE_P(Text, BadSyntax, ::testing::ValuesIn(kBadTexts),
                         [](const auto &info) { return std::string(info.param.name); });

std::string repeat(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Text, DeepNestingIsRefused) {
  ModuleText types("module\nkernel @k(%x: " + repeat("ptr<", 5000));
  EXPECT_NE(types.diagnostics().find("type is nested too deeply [ir-syntax]"), std::string::npos);
  ModuleText blocks("module\nkernel @k(%c: i1) {" + repeat(" if %c {", 5000));
  EXPECT_NE(blocks.diagnostics().find("block is nested too deeply [ir-syntax]"), std::string::npos);
}

TEST(Text, NestingToTheLimitWorks) {
  std::string pointers = repeat("ptr<", 190) + "i8" + repeat(">", 190);
  expectRoundTrip("module\nkernel @k(%x: " + pointers + ", %c: i1) {" + repeat(" if %c {", 190) +
                  repeat(" yield } { yield }", 190) + " return }");
}

}  // namespace
}  // namespace tritonc::ir::testing
