// The `match` statement and its patterns.
#include <gtest/gtest.h>

#include "tests/unit/frontend/parse_text.h"

namespace tritonc::frontend {
namespace {

TEST(ParserPattern, LiteralPatterns) {
  EXPECT_EQ(dumpOf(R"py(match a:
  case 1: pass
  case -2.5: pass
  case 1 + 2j: pass
  case -1 - 2j: pass
  case "b" "c": pass
  case b"d": pass
  case None | True | False: pass
)py"),
            R"out(
body: Match 1:1-8:33
  subject: Name 1:7-8 id=a
  cases: match_case 2:3-15
    pattern: MatchValue 2:8-9
      value: Constant 2:8-9 type=Int text='1'
    body: Pass 2:11-15
  cases: match_case 3:3-18
    pattern: MatchValue 3:8-12
      value: UnaryOp 3:8-12 op='-'
        operand: Constant 3:9-12 type=Float text='2.5'
    body: Pass 3:14-18
  cases: match_case 4:3-20
    pattern: MatchValue 4:8-14
      value: BinOp 4:8-14 op='+'
        left: Constant 4:8-9 type=Int text='1'
        right: Constant 4:12-14 type=Imaginary text='2j'
    body: Pass 4:16-20
  cases: match_case 5:3-21
    pattern: MatchValue 5:8-15
      value: BinOp 5:8-15 op='-'
        left: UnaryOp 5:8-10 op='-'
          operand: Constant 5:9-10 type=Int text='1'
        right: Constant 5:13-15 type=Imaginary text='2j'
    body: Pass 5:17-21
  cases: match_case 6:3-21
    pattern: MatchValue 6:8-15
      value: Constant 6:8-15 type=Str text='bc'
    body: Pass 6:17-21
  cases: match_case 7:3-18
    pattern: MatchValue 7:8-12
      value: Constant 7:8-12 type=Bytes text='d'
    body: Pass 7:14-18
  cases: match_case 8:3-33
    pattern: MatchOr 8:8-27
      patterns: MatchSingleton 8:8-12 value=None
      patterns: MatchSingleton 8:15-19 value=True
      patterns: MatchSingleton 8:22-27 value=False
    body: Pass 8:29-33
)out");
}

TEST(ParserPattern, CaptureWildcardAndValue) {
  EXPECT_EQ(dumpOf(R"py(match a:
  case b: pass
  case _: pass
  case c.d.e: pass
)py"),
            R"out(
body: Match 1:1-4:19
  subject: Name 1:7-8 id=a
  cases: match_case 2:3-15
    pattern: MatchAs 2:8-9 name=b
    body: Pass 2:11-15
  cases: match_case 3:3-15
    pattern: MatchAs 3:8-9
    body: Pass 3:11-15
  cases: match_case 4:3-19
    pattern: MatchValue 4:8-13
      value: Attribute 4:8-13 attr=e
        value: Attribute 4:8-11 attr=d
          value: Name 4:8-9 id=c
    body: Pass 4:15-19
)out");
}

TEST(ParserPattern, AsAndOrPatterns) {
  EXPECT_EQ(dumpOf(R"py(match a:
  case (1 | 2 as b) | [c]: pass
  case d as e if f: pass
)py"),
            R"out(
body: Match 1:1-3:25
  subject: Name 1:7-8 id=a
  cases: match_case 2:3-32
    pattern: MatchOr 2:8-26
      patterns: MatchAs 2:9-19 name=b
        pattern: MatchOr 2:9-14
          patterns: MatchValue 2:9-10
            value: Constant 2:9-10 type=Int text='1'
          patterns: MatchValue 2:13-14
            value: Constant 2:13-14 type=Int text='2'
      patterns: MatchSequence 2:23-26
        patterns: MatchAs 2:24-25 name=c
    body: Pass 2:28-32
  cases: match_case 3:3-25
    pattern: MatchAs 3:8-14 name=e
      pattern: MatchAs 3:8-9 name=d
    guard: Name 3:18-19 id=f
    body: Pass 3:21-25
)out");
}

TEST(ParserPattern, SequencePatterns) {
  EXPECT_EQ(dumpOf(R"py(match a:
  case []: pass
  case (): pass
  case [b]: pass
  case (c,): pass
  case (d): pass
  case [e, *_]: pass
  case f, *g: pass
  case *h,: pass
  case i,: pass
)py"),
            R"out(
body: Match 1:1-10:16
  subject: Name 1:7-8 id=a
  cases: match_case 2:3-16
    pattern: MatchSequence 2:8-10
    body: Pass 2:12-16
  cases: match_case 3:3-16
    pattern: MatchSequence 3:8-10
    body: Pass 3:12-16
  cases: match_case 4:3-17
    pattern: MatchSequence 4:8-11
      patterns: MatchAs 4:9-10 name=b
    body: Pass 4:13-17
  cases: match_case 5:3-18
    pattern: MatchSequence 5:8-12
      patterns: MatchAs 5:9-10 name=c
    body: Pass 5:14-18
  cases: match_case 6:3-17
    pattern: MatchAs 6:9-10 name=d
    body: Pass 6:13-17
  cases: match_case 7:3-21
    pattern: MatchSequence 7:8-15
      patterns: MatchAs 7:9-10 name=e
      patterns: MatchStar 7:12-14
    body: Pass 7:17-21
  cases: match_case 8:3-19
    pattern: MatchSequence 8:8-13
      patterns: MatchAs 8:8-9 name=f
      patterns: MatchStar 8:11-13 name=g
    body: Pass 8:15-19
  cases: match_case 9:3-17
    pattern: MatchSequence 9:8-11
      patterns: MatchStar 9:8-10 name=h
    body: Pass 9:13-17
  cases: match_case 10:3-16
    pattern: MatchSequence 10:8-10
      patterns: MatchAs 10:8-9 name=i
    body: Pass 10:12-16
)out");
}

TEST(ParserPattern, MappingPatterns) {
  EXPECT_EQ(dumpOf(R"py(match a:
  case {}: pass
  case {"b": c, -1: d, e.f: g, None: h, **i}: pass
  case {1: j,}: pass
)py"),
            R"out(
body: Match 1:1-4:21
  subject: Name 1:7-8 id=a
  cases: match_case 2:3-16
    pattern: MatchMapping 2:8-10
    body: Pass 2:12-16
  cases: match_case 3:3-51
    pattern: MatchMapping 3:8-45 rest=i
      keys: Constant 3:9-12 type=Str text='b'
      keys: UnaryOp 3:17-19 op='-'
        operand: Constant 3:18-19 type=Int text='1'
      keys: Attribute 3:24-27 attr=f
        value: Name 3:24-25 id=e
      keys: Constant 3:32-36 type=None
      patterns: MatchAs 3:14-15 name=c
      patterns: MatchAs 3:21-22 name=d
      patterns: MatchAs 3:29-30 name=g
      patterns: MatchAs 3:38-39 name=h
    body: Pass 3:47-51
  cases: match_case 4:3-21
    pattern: MatchMapping 4:8-15
      keys: Constant 4:9-10 type=Int text='1'
      patterns: MatchAs 4:12-13 name=j
    body: Pass 4:17-21
)out");
}

TEST(ParserPattern, ClassPatterns) {
  EXPECT_EQ(dumpOf(R"py(match a:
  case B(): pass
  case c.D(1, e, f=g, h=_,): pass
)py"),
            R"out(
body: Match 1:1-3:34
  subject: Name 1:7-8 id=a
  cases: match_case 2:3-17
    pattern: MatchClass 2:8-11
      cls: Name 2:8-9 id=B
    body: Pass 2:13-17
  cases: match_case 3:3-34
    pattern: MatchClass 3:8-28 keywords=f keywords=h
      cls: Attribute 3:8-11 attr=D
        value: Name 3:8-9 id=c
      patterns: MatchValue 3:12-13
        value: Constant 3:12-13 type=Int text='1'
      patterns: MatchAs 3:15-16 name=e
      keywordPatterns: MatchAs 3:20-21 name=g
      keywordPatterns: MatchAs 3:25-26
    body: Pass 3:30-34
)out");
}

TEST(ParserPattern, SubjectMayBeATuple) {
  EXPECT_EQ(dumpOf(R"py(match a, *b:
  case _: pass
)py"),
            R"out(
body: Match 1:1-2:15
  subject: Tuple 1:7-12
    elts: Name 1:7-8 id=a
    elts: Starred 1:10-12
      value: Name 1:11-12 id=b
  cases: match_case 2:3-15
    pattern: MatchAs 2:8-9
    body: Pass 2:11-15
)out");
}

TEST(ParserPattern, SubjectThatLooksLikeACall) {
  EXPECT_EQ(dumpOf(R"py(match (a):
  case 1: pass
match [a]:
  case 1: pass
match -a:
  case 1: pass
match not a:
  case 1: pass
)py"),
            R"out(
body: Match 1:1-2:15
  subject: Name 1:8-9 id=a
  cases: match_case 2:3-15
    pattern: MatchValue 2:8-9
      value: Constant 2:8-9 type=Int text='1'
    body: Pass 2:11-15
body: Match 3:1-4:15
  subject: List 3:7-10
    elts: Name 3:8-9 id=a
  cases: match_case 4:3-15
    pattern: MatchValue 4:8-9
      value: Constant 4:8-9 type=Int text='1'
    body: Pass 4:11-15
body: Match 5:1-6:15
  subject: UnaryOp 5:7-9 op='-'
    operand: Name 5:8-9 id=a
  cases: match_case 6:3-15
    pattern: MatchValue 6:8-9
      value: Constant 6:8-9 type=Int text='1'
    body: Pass 6:11-15
body: Match 7:1-8:15
  subject: UnaryOp 7:7-12 op='not'
    operand: Name 7:11-12 id=a
  cases: match_case 8:3-15
    pattern: MatchValue 8:8-9
      value: Constant 8:8-9 type=Int text='1'
    body: Pass 8:11-15
)out");
}

TEST(ParserPattern, MatchIsAName) {
  EXPECT_EQ(dumpOf(R"py(match(a)
match[a:b]
match = 1
match -a
match: a
match.a
match not in b
)py"),
            R"out(
body: Expr 1:1-9
  value: Call 1:1-9
    func: Name 1:1-6 id=match
    args: Name 1:7-8 id=a
body: Expr 2:1-11
  value: Subscript 2:1-11
    value: Name 2:1-6 id=match
    index: Slice 2:7-10
      lower: Name 2:7-8 id=a
      upper: Name 2:9-10 id=b
body: Assign 3:1-10
  targets: Name 3:1-6 id=match
  value: Constant 3:9-10 type=Int text='1'
body: Expr 4:1-9
  value: BinOp 4:1-9 op='-'
    left: Name 4:1-6 id=match
    right: Name 4:8-9 id=a
body: AnnAssign 5:1-9 isSimple=true
  target: Name 5:1-6 id=match
  annotation: Name 5:8-9 id=a
body: Expr 6:1-8
  value: Attribute 6:1-8 attr=a
    value: Name 6:1-6 id=match
body: Expr 7:1-15
  value: Compare 7:1-15 ops='not in'
    left: Name 7:1-6 id=match
    comparators: Name 7:14-15 id=b
)out");
}

TEST(ParserPattern, CaseIsAName) {
  EXPECT_EQ(dumpOf(R"py(match match:
  case case: case = 1
)py"),
            R"out(
body: Match 1:1-2:22
  subject: Name 1:7-12 id=match
  cases: match_case 2:3-22
    pattern: MatchAs 2:8-12 name=case
    body: Assign 2:14-22
      targets: Name 2:14-18 id=case
      value: Constant 2:21-22 type=Int text='1'
)out");
}

}  // namespace
}  // namespace tritonc::frontend
