// Texts that nobody writes: deep nesting, long chains and arbitrary bytes must end in a tree or in diagnostics.
#include <gtest/gtest.h>

#include <random>

#include "tests/unit/frontend/parse_text.h"

namespace tritonc::frontend {
namespace {

using namespace std::string_view_literals;

/// The head, then the text as often as `count` says.
std::string repeat(std::string_view text, size_t count, std::string_view head = "") {
  std::string out(head);
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

/// The ids of the errors in brackets.
std::vector<std::string> errorIds(std::string source) {
  SourceManager sources;
  const SourceFile &file = sources.add("t.py", std::move(source));
  Diagnostics diags(sources);
  bool parsed = parseModule(file, diags).ok();
  EXPECT_EQ(parsed, diags.all().empty());
  std::vector<std::string> ids;
  for (const Diagnostic &diag : diags.all()) ids.emplace_back(name(diag.id));
  return ids;
}

const std::vector<std::string> kTooDeep = {"nested-too-deep"};
const std::vector<std::string> kNone;

TEST(Robustness, DeepExpressionsAreRefusedOnce) {
  constexpr size_t kDeep = 100000;
  EXPECT_EQ(errorIds(repeat("(", kDeep) + repeat(")", kDeep)), kTooDeep);
  EXPECT_EQ(errorIds(repeat("[*", kDeep) + repeat("]", kDeep)), kTooDeep);
  EXPECT_EQ(errorIds(repeat("{1:", kDeep) + "2" + repeat("}", kDeep)), kTooDeep);
  EXPECT_EQ(errorIds(repeat("f(", kDeep) + repeat(")", kDeep)), kTooDeep);
  EXPECT_EQ(errorIds(repeat("not ", kDeep) + "x"), kTooDeep);
  EXPECT_EQ(errorIds(repeat("-", kDeep) + "x"), kTooDeep);
  EXPECT_EQ(errorIds(repeat("x**", kDeep) + "x"), kTooDeep);
  EXPECT_EQ(errorIds(repeat("lambda:", kDeep) + "x"), kTooDeep);
  EXPECT_EQ(errorIds(repeat("x if y else ", kDeep) + "x"), kTooDeep);
  EXPECT_EQ(errorIds(repeat("{x:", kDeep, "f'") + repeat("}", kDeep) + "'"), kTooDeep);
  EXPECT_EQ(errorIds(repeat("[", kDeep, "match x:\n case ") + repeat("]", kDeep) + ": pass"), kTooDeep);
}

TEST(Robustness, LongChainsAreRefusedOnceTheirTreeIsDeep) {
  constexpr size_t kLong = 100000;
  EXPECT_EQ(errorIds(repeat("x+", kLong) + "x"), kTooDeep);
  EXPECT_EQ(errorIds(repeat(".y", kLong, "x")), kTooDeep);
  EXPECT_EQ(errorIds(repeat("()", kLong, "x")), kTooDeep);
  EXPECT_EQ(errorIds(repeat("[0]", kLong, "x")), kTooDeep);
  EXPECT_EQ(errorIds(repeat("elif x: pass\n", kLong, "if x: pass\n")), kTooDeep);
}

TEST(Robustness, ChainsWithFlatTreesMayBeLong) {
  constexpr size_t kLong = 100000;
  EXPECT_EQ(errorIds(repeat("x and ", kLong) + "x"), kNone);
  EXPECT_EQ(errorIds(repeat("x<", kLong) + "x"), kNone);
  EXPECT_EQ(errorIds(repeat("'x' ", kLong)), kNone);
  EXPECT_EQ(errorIds(repeat("x,", kLong)), kNone);
}

TEST(Robustness, WhatPythonNestsIsAccepted) {
  EXPECT_EQ(errorIds(repeat("(", 200) + "x" + repeat(")", 200)), kNone);
  EXPECT_EQ(errorIds(repeat("x+", 2900) + "x"), kNone);
  EXPECT_EQ(errorIds(repeat("x if y else ", 900) + "x"), kNone);
  EXPECT_EQ(errorIds(repeat("elif x: pass\n", 2900, "if x: pass\n")), kNone);
}

TEST(Robustness, DeepTreesAreDumped) {
  std::string dump = dumpOf(repeat("x+", 2900) + "x");
  EXPECT_EQ(std::count(dump.begin(), dump.end(), '\n'), 2 + 2 * 2900 + 1);
}

TEST(Robustness, DeepBlocksAreRefusedOnce) {
  std::string source;
  for (size_t depth = 0; depth < 150; ++depth) source += repeat(" ", depth) + "if x:\n";
  source += repeat(" ", 150) + "pass\n";
  EXPECT_EQ(errorIds(source), kTooDeep);
}

TEST(Robustness, EveryPrefixOfAProgramEndsInATreeOrDiagnostics) {
  std::string source = "@a\nasync def f[T](b, /, *c: *d, **e) -> g:\n"
                       "  with (h as i, j): return f'{k!r:{l}}' 'm' rf''\n"
                       "  match n:\n    case [1, *_] | {'o': p, **q} | R(s=-1j) as t if u: pass\n"
                       "  try: v = [w for x, in y if z] + {**a}\n  except* b: del c[1:2, ...], (d)\n"
                       "  x = '''e\n''' \\\n  if f else lambda *g: (yield)\n";
  for (size_t length = 0; length <= source.size(); ++length) errorIds(source.substr(0, length));
  EXPECT_EQ(errorIds(source), kNone);
}

TEST(Robustness, ArbitraryBytesEndInATreeOrDiagnostics) {
  std::mt19937 random(1);
  constexpr std::string_view kBytes = "\0\t\n\r\f \"'\"'\"'fFrbB\\{{}}()[]:=!,.*/@+-<>|&^~#;xif0e1_\xC3\xA9\xFF$?"sv;
  for (int round = 0; round < 20000; ++round) {
    std::string source(random() % 40, ' ');
    for (char &c : source) c = kBytes[random() % kBytes.size()];
    errorIds(source);
  }
}

}  // namespace
}  // namespace tritonc::frontend
