// Signatures, split into entries.
#include "frontend/signature.h"

#include <gtest/gtest.h>

namespace tritonc::frontend {
namespace {

/// Each entry as `name=type:hint` or `name={value}`; what was reported if the text is wrong.
std::string parse(std::string text) {
  SourceManager sources;
  Diagnostics diags(sources);
  const SourceFile &file = sources.add("<signature>", std::move(text));
  Result<std::vector<SignatureEntry>> entries = parseSignature(file, diags);
  if (!entries.ok()) return diags.all().at(0).message.text;
  auto textOf = [&](SourceRange range) { return file.text().substr(range.begin, range.end - range.begin); };
  std::string result;
  for (const SignatureEntry &entry : *entries) {
    if (!result.empty()) result += " ";
    if (entry.name.isValid()) result += fmt::format("{}=", textOf(entry.name));
    switch (entry.kind) {
    case SignatureEntry::Kind::Type:
      result += entry.dtype.shortName();
      if (!entry.block.isEmpty()) result += fmt::format("[{}]", fmt::join(entry.block, ","));
      if (entry.hint) result += fmt::format(":{}", entry.hint);
      break;
    case SignatureEntry::Kind::Constexpr: result += "constexpr"; break;
    case SignatureEntry::Kind::Value: result += fmt::format("{{{}}}", textOf(entry.value)); break;
    }
  }
  return result;
}

TEST(Signature, TypesAndHints) {
  EXPECT_EQ(parse(""), "");
  EXPECT_EQ(parse("  "), "");
  EXPECT_EQ(parse("*fp32:16, *fp32 : 16,i32,1024"), "*fp32:16 *fp32:16 i32 {1024}");
  EXPECT_EQ(parse("i32:1, u64:16, fp64, i1, B, u1"), "i32:1 u64:16 fp64 i1 i1 i1");
  EXPECT_EQ(parse("*kbf16:16, **fp8e5, *i1"), "*kbf16:16 **fp8e5 *i1");
  EXPECT_EQ(parse("i32, constexpr"), "i32 constexpr");
  EXPECT_EQ(parse("tensordesc<fp16[64, 128]>, a=tensordesc<bf16[32]>"), "*fp16[64,128] a=*bf16[32]");
  EXPECT_EQ(parse("i32,"), "i32");
}

TEST(Signature, Names) {
  EXPECT_EQ(parse("n=i32, x = *fp32:16"), "n=i32 x=*fp32:16");
  EXPECT_EQ(parse("mode='a=b'"), "mode={'a=b'}");
}

TEST(Signature, ValuesKeepTheirCommas) {
  EXPECT_EQ(parse("(1, 2), 'a,b', [3, (4,)], {5: 6}"), "{(1, 2)} {'a,b'} {[3, (4,)]} {{5: 6}}");
  EXPECT_EQ(parse(R"('it\'s, so', "x")"), R"({'it\'s, so'} {"x"})");
  EXPECT_EQ(parse("-1.5, None, tl.float16, 1 < 2"), "{-1.5} {None} {tl.float16} {1 < 2}");
}

TEST(Signature, WrongEntries) {
  EXPECT_EQ(parse("i32,,i32"), "an empty entry");
  EXPECT_EQ(parse("*fp31"), "unknown type `*fp31`; did you mean `fp32`?");
  EXPECT_EQ(parse("int33:16"), "unknown type `int33`");
  EXPECT_EQ(parse("*fp32:4"), "hint `4`; it is 16 (the value is a multiple of 16) or 1 (the value is 1)");
  EXPECT_EQ(parse("*fp32:1"), "the hint 1 for *fp32");
  EXPECT_EQ(parse("fp32:16"), "the hint 16 for fp32");
  EXPECT_EQ(parse("a b=i32"), "`a b` is no name");
  EXPECT_EQ(parse("tensordesc<fp16>"),
            "`tensordesc<fp16>` is no descriptor; one is written like `tensordesc<fp16[64, 128]>`");
  EXPECT_EQ(parse("tensordesc<fp16[64, x]>"), "`x` is no dimension of a block");
  EXPECT_EQ(parse("tensordesc<fp16[64, 4]>"), "a block of 64x4 fp16; it has 1 to 5 dimensions, powers of two, the last "
                                              "one of at least 16 bytes");
}

}  // namespace
}  // namespace tritonc::frontend
