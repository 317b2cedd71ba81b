// Statements on one line.
#include <gtest/gtest.h>

#include "tests/unit/frontend/parse_text.h"

namespace tritonc::frontend {
namespace {

TEST(ParserStatement, AssignmentToSeveralTargets) {
  EXPECT_EQ(dumpOf("a = b.c = d[e] = f"), R"out(
body: Assign 1:1-19
  targets: Name 1:1-2 id=a
  targets: Attribute 1:5-8 attr=c
    value: Name 1:5-6 id=b
  targets: Subscript 1:11-15
    value: Name 1:11-12 id=d
    index: Name 1:13-14 id=e
  value: Name 1:18-19 id=f
)out");
}

TEST(ParserStatement, UnpackingAssignment) {
  EXPECT_EQ(dumpOf("a, *b = (c, [d, e]) = *f, g"), R"out(
body: Assign 1:1-28
  targets: Tuple 1:1-6
    elts: Name 1:1-2 id=a
    elts: Starred 1:4-6
      value: Name 1:5-6 id=b
  targets: Tuple 1:9-20
    elts: Name 1:10-11 id=c
    elts: List 1:13-19
      elts: Name 1:14-15 id=d
      elts: Name 1:17-18 id=e
  value: Tuple 1:23-28
    elts: Starred 1:23-25
      value: Name 1:24-25 id=f
    elts: Name 1:27-28 id=g
)out");
}

TEST(ParserStatement, AugmentedAssignmentTakesEveryOperator) {
  EXPECT_EQ(
      dumpOf(
          "a += b; a -= b; a *= b; a @= b; a /= b; a %= b; a &= b; a |= b; a ^= b; a <<= b; a >>= b; a **= b; a //= b"),
      R"out(
body: AugAssign 1:1-7 op='+'
  target: Name 1:1-2 id=a
  value: Name 1:6-7 id=b
body: AugAssign 1:9-15 op='-'
  target: Name 1:9-10 id=a
  value: Name 1:14-15 id=b
body: AugAssign 1:17-23 op='*'
  target: Name 1:17-18 id=a
  value: Name 1:22-23 id=b
body: AugAssign 1:25-31 op='@'
  target: Name 1:25-26 id=a
  value: Name 1:30-31 id=b
body: AugAssign 1:33-39 op='/'
  target: Name 1:33-34 id=a
  value: Name 1:38-39 id=b
body: AugAssign 1:41-47 op='%'
  target: Name 1:41-42 id=a
  value: Name 1:46-47 id=b
body: AugAssign 1:49-55 op='&'
  target: Name 1:49-50 id=a
  value: Name 1:54-55 id=b
body: AugAssign 1:57-63 op='|'
  target: Name 1:57-58 id=a
  value: Name 1:62-63 id=b
body: AugAssign 1:65-71 op='^'
  target: Name 1:65-66 id=a
  value: Name 1:70-71 id=b
body: AugAssign 1:73-80 op='<<'
  target: Name 1:73-74 id=a
  value: Name 1:79-80 id=b
body: AugAssign 1:82-89 op='>>'
  target: Name 1:82-83 id=a
  value: Name 1:88-89 id=b
body: AugAssign 1:91-98 op='**'
  target: Name 1:91-92 id=a
  value: Name 1:97-98 id=b
body: AugAssign 1:100-107 op='//'
  target: Name 1:100-101 id=a
  value: Name 1:106-107 id=b
)out");
}

TEST(ParserStatement, AnnotationWithAndWithoutValue) {
  EXPECT_EQ(dumpOf(R"py(a: b
c.d: e = f
(g): h = yield
)py"),
            R"out(
body: AnnAssign 1:1-5 isSimple=true
  target: Name 1:1-2 id=a
  annotation: Name 1:4-5 id=b
body: AnnAssign 2:1-11
  target: Attribute 2:1-4 attr=d
    value: Name 2:1-2 id=c
  annotation: Name 2:6-7 id=e
  value: Name 2:10-11 id=f
body: AnnAssign 3:1-15
  target: Name 3:2-3 id=g
  annotation: Name 3:6-7 id=h
  value: Yield 3:10-15
)out");
}

TEST(ParserStatement, ReturnAndYield) {
  EXPECT_EQ(dumpOf(R"py(return
return a, *b
x = yield
yield from a
yield a, b
)py"),
            R"out(
body: Return 1:1-7
body: Return 2:1-13
  value: Tuple 2:8-13
    elts: Name 2:8-9 id=a
    elts: Starred 2:11-13
      value: Name 2:12-13 id=b
body: Assign 3:1-10
  targets: Name 3:1-2 id=x
  value: Yield 3:5-10
body: Expr 4:1-13
  value: YieldFrom 4:1-13
    value: Name 4:12-13 id=a
body: Expr 5:1-11
  value: Yield 5:1-11
    value: Tuple 5:7-11
      elts: Name 5:7-8 id=a
      elts: Name 5:10-11 id=b
)out");
}

TEST(ParserStatement, RaiseInEveryForm) {
  EXPECT_EQ(dumpOf(R"py(raise
raise a
raise a from b
)py"),
            R"out(
body: Raise 1:1-6
body: Raise 2:1-8
  exc: Name 2:7-8 id=a
body: Raise 3:1-15
  exc: Name 3:7-8 id=a
  cause: Name 3:14-15 id=b
)out");
}

TEST(ParserStatement, DeleteTargets) {
  EXPECT_EQ(dumpOf("del a, (b, [c]), d.e, f[g],"), R"out(
body: Delete 1:1-28
  targets: Name 1:5-6 id=a
  targets: Tuple 1:8-16
    elts: Name 1:9-10 id=b
    elts: List 1:12-15
      elts: Name 1:13-14 id=c
  targets: Attribute 1:18-21 attr=e
    value: Name 1:18-19 id=d
  targets: Subscript 1:23-27
    value: Name 1:23-24 id=f
    index: Name 1:25-26 id=g
)out");
}

TEST(ParserStatement, AssertWithMessage) {
  EXPECT_EQ(dumpOf(R"py(assert a
assert a, b
)py"),
            R"out(
body: Assert 1:1-9
  test: Name 1:8-9 id=a
body: Assert 2:1-12
  test: Name 2:8-9 id=a
  msg: Name 2:11-12 id=b
)out");
}

TEST(ParserStatement, GlobalAndNonlocal) {
  EXPECT_EQ(dumpOf(R"py(global a, b
nonlocal c)py"),
            R"out(
body: Global 1:1-12 names=a names=b
body: Nonlocal 2:1-11 names=c
)out");
}

TEST(ParserStatement, Imports) {
  EXPECT_EQ(dumpOf("import a, b.c as d\n"), R"out(
body: Import 1:1-19
  names: alias 1:8-9 name=a
  names: alias 1:11-19 name=b.c asName=d
)out");
}

TEST(ParserStatement, FromImports) {
  EXPECT_EQ(dumpOf(R"py(from a.b import c as d, e
from ... import (f, g as h,)
from .i import *
from ....j import k
)py"),
            R"out(
body: ImportFrom 1:1-26 module=a.b
  names: alias 1:17-23 name=c asName=d
  names: alias 1:25-26 name=e
body: ImportFrom 2:1-29 level=3
  names: alias 2:18-19 name=f
  names: alias 2:21-27 name=g asName=h
body: ImportFrom 3:1-17 module=i level=1
  names: alias 3:16-17 name=*
body: ImportFrom 4:1-20 module=j level=4
  names: alias 4:19-20 name=k
)out");
}

TEST(ParserStatement, TypeAlias) {
  EXPECT_EQ(dumpOf("type A[T: int = str, *Ts = *b, **P = c] = d"), R"out(
body: TypeAlias 1:1-44 name=A
  typeParams: TypeVar 1:8-20 name=T
    bound: Name 1:11-14 id=int
    defaultValue: Name 1:17-20 id=str
  typeParams: TypeVarTuple 1:22-30 name=Ts
    defaultValue: Starred 1:28-30
      value: Name 1:29-30 id=b
  typeParams: ParamSpec 1:32-39 name=P
    defaultValue: Name 1:38-39 id=c
  value: Name 1:43-44 id=d
)out");
}

TEST(ParserStatement, TypeIsAName) {
  EXPECT_EQ(dumpOf(R"py(type = 1
type(a)
type: b
)py"),
            R"out(
body: Assign 1:1-9
  targets: Name 1:1-5 id=type
  value: Constant 1:8-9 type=Int text='1'
body: Expr 2:1-8
  value: Call 2:1-8
    func: Name 2:1-5 id=type
    args: Name 2:6-7 id=a
body: AnnAssign 3:1-8 isSimple=true
  target: Name 3:1-5 id=type
  annotation: Name 3:7-8 id=b
)out");
}

TEST(ParserStatement, SemicolonsSeparate) {
  EXPECT_EQ(dumpOf("a; b;\n"), R"out(
body: Expr 1:1-2
  value: Name 1:1-2 id=a
body: Expr 1:4-5
  value: Name 1:4-5 id=b
)out");
}

TEST(ParserStatement, BackslashJoinsLines) {
  EXPECT_EQ(dumpOf(R"py(a = \
  b
)py"),
            R"out(
body: Assign 1:1-2:4
  targets: Name 1:1-2 id=a
  value: Name 2:3-4 id=b
)out");
}

TEST(ParserStatement, PrintIsAName) {
  EXPECT_EQ(dumpOf(R"py(print(a)
print >> b, c
)py"),
            R"out(
body: Expr 1:1-9
  value: Call 1:1-9
    func: Name 1:1-6 id=print
    args: Name 1:7-8 id=a
body: Expr 2:1-14
  value: Tuple 2:1-14
    elts: BinOp 2:1-11 op='>>'
      left: Name 2:1-6 id=print
      right: Name 2:10-11 id=b
    elts: Name 2:13-14 id=c
)out");
}

TEST(ParserStatement, CommentsBlankLinesAndFormFeeds) {
  EXPECT_EQ(dumpOf("\014\n# a\n\n  # b\na\n\014b # c\n"), R"out(
body: Expr 5:1-2
  value: Name 5:1-2 id=a
body: Expr 6:2-3
  value: Name 6:2-3 id=b
)out");
}

TEST(ParserStatement, LineEndsOfEveryKind) {
  EXPECT_EQ(dumpOf("a\015\nb\015c\n"), R"out(
body: Expr 1:1-2
  value: Name 1:1-2 id=a
body: Expr 2:1-2
  value: Name 2:1-2 id=b
body: Expr 3:1-2
  value: Name 3:1-2 id=c
)out");
}

TEST(ParserStatement, NoNewlineAtTheEnd) {
  EXPECT_EQ(dumpOf("a"), R"out(
body: Expr 1:1-2
  value: Name 1:1-2 id=a
)out");
}

TEST(ParserStatement, EmptyFileHasNoStatements) { EXPECT_EQ(dumpOf("# nothing\n"), "\n"); }

}  // namespace
}  // namespace tritonc::frontend
