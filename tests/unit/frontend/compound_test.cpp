// Statements with blocks.
#include <gtest/gtest.h>

#include "tests/unit/frontend/parse_text.h"

namespace tritonc::frontend {
namespace {

TEST(ParserCompound, ElifNests) {
  EXPECT_EQ(dumpOf(R"py(if a: b
elif c: d
else: e
)py"),
            R"out(
body: If 1:1-3:8
  test: Name 1:4-5 id=a
  body: Expr 1:7-8
    value: Name 1:7-8 id=b
  orelse: If 2:1-3:8
    test: Name 2:6-7 id=c
    body: Expr 2:9-10
      value: Name 2:9-10 id=d
    orelse: Expr 3:7-8
      value: Name 3:7-8 id=e
)out");
}

TEST(ParserCompound, IfWithAssignmentExpression) {
  EXPECT_EQ(dumpOf(R"py(if (a := b) and c: pass
if d := e: pass
)py"),
            R"out(
body: If 1:1-24
  test: BoolOp 1:4-18 op='and'
    values: NamedExpr 1:5-11
      target: Name 1:5-6 id=a
      value: Name 1:10-11 id=b
    values: Name 1:17-18 id=c
  body: Pass 1:20-24
body: If 2:1-16
  test: NamedExpr 2:4-10
    target: Name 2:4-5 id=d
    value: Name 2:9-10 id=e
  body: Pass 2:12-16
)out");
}

TEST(ParserCompound, WhileWithElse) {
  EXPECT_EQ(dumpOf(R"py(while a:
  break
else:
  continue
)py"),
            R"out(
body: While 1:1-4:11
  test: Name 1:7-8 id=a
  body: Break 2:3-8
  orelse: Continue 4:3-11
)out");
}

TEST(ParserCompound, ForWithElse) {
  EXPECT_EQ(dumpOf(R"py(for a, *b in c, *d:
  e
else: f
)py"),
            R"out(
body: For 1:1-3:8
  target: Tuple 1:5-10
    elts: Name 1:5-6 id=a
    elts: Starred 1:8-10
      value: Name 1:9-10 id=b
  iter: Tuple 1:14-19
    elts: Name 1:14-15 id=c
    elts: Starred 1:17-19
      value: Name 1:18-19 id=d
  body: Expr 2:3-4
    value: Name 2:3-4 id=e
  orelse: Expr 3:7-8
    value: Name 3:7-8 id=f
)out");
}

TEST(ParserCompound, WithItems) {
  EXPECT_EQ(dumpOf("with a as b, c, d as (e, f): g\n"), R"out(
body: With 1:1-31
  items: withitem 1:6-12
    context: Name 1:6-7 id=a
    target: Name 1:11-12 id=b
  items: withitem 1:14-15
    context: Name 1:14-15 id=c
  items: withitem 1:17-28
    context: Name 1:17-18 id=d
    target: Tuple 1:22-28
      elts: Name 1:23-24 id=e
      elts: Name 1:26-27 id=f
  body: Expr 1:30-31
    value: Name 1:30-31 id=g
)out");
}

TEST(ParserCompound, ParenthesizedWithItems) {
  EXPECT_EQ(dumpOf(R"py(with (a as b, c,): d
with (a, b): c
with (a): b
)py"),
            R"out(
body: With 1:1-21
  items: withitem 1:7-13
    context: Name 1:7-8 id=a
    target: Name 1:12-13 id=b
  items: withitem 1:15-16
    context: Name 1:15-16 id=c
  body: Expr 1:20-21
    value: Name 1:20-21 id=d
body: With 2:1-15
  items: withitem 2:7-8
    context: Name 2:7-8 id=a
  items: withitem 2:10-11
    context: Name 2:10-11 id=b
  body: Expr 2:14-15
    value: Name 2:14-15 id=c
body: With 3:1-12
  items: withitem 3:7-8
    context: Name 3:7-8 id=a
  body: Expr 3:11-12
    value: Name 3:11-12 id=b
)out");
}

TEST(ParserCompound, ParenthesisThatStartsAnExpression) {
  EXPECT_EQ(dumpOf(R"py(with (a, b) as c: d
with (a).b as c: d
with (a for a in b): c
with (a := b): c
with (yield): a
with (): a
with (*a, b): c
)py"),
            R"out(
body: With 1:1-20
  items: withitem 1:6-17
    context: Tuple 1:6-12
      elts: Name 1:7-8 id=a
      elts: Name 1:10-11 id=b
    target: Name 1:16-17 id=c
  body: Expr 1:19-20
    value: Name 1:19-20 id=d
body: With 2:1-19
  items: withitem 2:6-16
    context: Attribute 2:6-11 attr=b
      value: Name 2:7-8 id=a
    target: Name 2:15-16 id=c
  body: Expr 2:18-19
    value: Name 2:18-19 id=d
body: With 3:1-23
  items: withitem 3:6-20
    context: GeneratorExp 3:6-20
      elt: Name 3:7-8 id=a
      generators: comprehension 3:9-19
        target: Name 3:13-14 id=a
        iter: Name 3:18-19 id=b
  body: Expr 3:22-23
    value: Name 3:22-23 id=c
body: With 4:1-17
  items: withitem 4:6-14
    context: NamedExpr 4:7-13
      target: Name 4:7-8 id=a
      value: Name 4:12-13 id=b
  body: Expr 4:16-17
    value: Name 4:16-17 id=c
body: With 5:1-16
  items: withitem 5:6-13
    context: Yield 5:7-12
  body: Expr 5:15-16
    value: Name 5:15-16 id=a
body: With 6:1-11
  items: withitem 6:6-8
    context: Tuple 6:6-8
  body: Expr 6:10-11
    value: Name 6:10-11 id=a
body: With 7:1-16
  items: withitem 7:6-13
    context: Tuple 7:6-13
      elts: Starred 7:7-9
        value: Name 7:8-9 id=a
      elts: Name 7:11-12 id=b
  body: Expr 7:15-16
    value: Name 7:15-16 id=c
)out");
}

TEST(ParserCompound, TryWithEverything) {
  EXPECT_EQ(dumpOf(R"py(try: a
except b as c: d
except (e, f): g
except: h
else: i
finally: j
)py"),
            R"out(
body: Try 1:1-6:11
  body: Expr 1:6-7
    value: Name 1:6-7 id=a
  handlers: ExceptHandler 2:1-17 name=c
    type: Name 2:8-9 id=b
    body: Expr 2:16-17
      value: Name 2:16-17 id=d
  handlers: ExceptHandler 3:1-17
    type: Tuple 3:8-14
      elts: Name 3:9-10 id=e
      elts: Name 3:12-13 id=f
    body: Expr 3:16-17
      value: Name 3:16-17 id=g
  handlers: ExceptHandler 4:1-10
    body: Expr 4:9-10
      value: Name 4:9-10 id=h
  orelse: Expr 5:7-8
    value: Name 5:7-8 id=i
  finalbody: Expr 6:10-11
    value: Name 6:10-11 id=j
)out");
}

TEST(ParserCompound, TryWithFinallyOnly) {
  EXPECT_EQ(dumpOf(R"py(try:
  a
finally:
  b
)py"),
            R"out(
body: Try 1:1-4:4
  body: Expr 2:3-4
    value: Name 2:3-4 id=a
  finalbody: Expr 4:3-4
    value: Name 4:3-4 id=b
)out");
}

TEST(ParserCompound, ExceptStar) {
  EXPECT_EQ(dumpOf(R"py(try: a
except* b as c: d
except *e: f
)py"),
            R"out(
body: TryStar 1:1-3:13
  body: Expr 1:6-7
    value: Name 1:6-7 id=a
  handlers: ExceptHandler 2:1-18 name=c
    type: Name 2:9-10 id=b
    body: Expr 2:17-18
      value: Name 2:17-18 id=d
  handlers: ExceptHandler 3:1-13
    type: Name 3:9-10 id=e
    body: Expr 3:12-13
      value: Name 3:12-13 id=f
)out");
}

TEST(ParserCompound, FunctionWithEveryFormOfParameter) {
  EXPECT_EQ(dumpOf("def f(a, b=1, /, c: int = 2, *d: *Ts, e, g: h = 3, **i: j) -> k: pass\n"), R"out(
body: FunctionDef 1:1-70 name=f
  params: arg 1:7-8 name=a form=PositionalOnly
  params: arg 1:10-11 name=b form=PositionalOnly
    defaultValue: Constant 1:12-13 type=Int text='1'
  params: arg 1:18-24 name=c
    annotation: Name 1:21-24 id=int
    defaultValue: Constant 1:27-28 type=Int text='2'
  params: arg 1:31-37 name=d form=VarPositional
    annotation: Starred 1:34-37
      value: Name 1:35-37 id=Ts
  params: arg 1:39-40 name=e form=KeywordOnly
  params: arg 1:42-46 name=g form=KeywordOnly
    annotation: Name 1:45-46 id=h
    defaultValue: Constant 1:49-50 type=Int text='3'
  params: arg 1:54-58 name=i form=VarKeyword
    annotation: Name 1:57-58 id=j
  returns: Name 1:63-64 id=k
  body: Pass 1:66-70
)out");
}

TEST(ParserCompound, PositionalOnlyAlone) {
  EXPECT_EQ(dumpOf("def f(a, /): pass\n"), R"out(
body: FunctionDef 1:1-18 name=f
  params: arg 1:7-8 name=a form=PositionalOnly
  body: Pass 1:14-18
)out");
}

TEST(ParserCompound, KeywordOnlyAlone) {
  EXPECT_EQ(dumpOf("def f(*, a, b=1): pass\n"), R"out(
body: FunctionDef 1:1-23 name=f
  params: arg 1:10-11 name=a form=KeywordOnly
  params: arg 1:13-14 name=b form=KeywordOnly
    defaultValue: Constant 1:15-16 type=Int text='1'
  body: Pass 1:19-23
)out");
}

TEST(ParserCompound, TypeParameters) {
  EXPECT_EQ(dumpOf(R"py(def f[T, U: (int, str), *V, **W](a: T): pass
class C[T = int](B): pass
)py"),
            R"out(
body: FunctionDef 1:1-45 name=f
  typeParams: TypeVar 1:7-8 name=T
  typeParams: TypeVar 1:10-23 name=U
    bound: Tuple 1:13-23
      elts: Name 1:14-17 id=int
      elts: Name 1:19-22 id=str
  typeParams: TypeVarTuple 1:25-27 name=V
  typeParams: ParamSpec 1:29-32 name=W
  params: arg 1:34-38 name=a
    annotation: Name 1:37-38 id=T
  body: Pass 1:41-45
body: ClassDef 2:1-26 name=C
  typeParams: TypeVar 2:9-16 name=T
    defaultValue: Name 2:13-16 id=int
  bases: Name 2:18-19 id=B
  body: Pass 2:22-26
)out");
}

TEST(ParserCompound, DecoratorsStandBeforeTheFunction) {
  EXPECT_EQ(dumpOf(R"py(@a.b(c)
@d if e else f
def g(): pass
)py"),
            R"out(
body: FunctionDef 3:1-14 name=g
  decorators: Call 1:2-8
    func: Attribute 1:2-5 attr=b
      value: Name 1:2-3 id=a
    args: Name 1:6-7 id=c
  decorators: IfExp 2:2-15
    test: Name 2:7-8 id=e
    body: Name 2:2-3 id=d
    orelse: Name 2:14-15 id=f
  body: Pass 3:10-14
)out");
}

TEST(ParserCompound, ClassArguments) {
  EXPECT_EQ(dumpOf(R"py(class A: pass
class B(): pass
@c
class D(E, *f, metaclass=G, **h): pass
)py"),
            R"out(
body: ClassDef 1:1-14 name=A
  body: Pass 1:10-14
body: ClassDef 2:1-16 name=B
  body: Pass 2:12-16
body: ClassDef 4:1-39 name=D
  decorators: Name 3:2-3 id=c
  bases: Name 4:9-10 id=E
  bases: Starred 4:12-14
    value: Name 4:13-14 id=f
  keywords: keyword 4:16-27 name=metaclass
    value: Name 4:26-27 id=G
  keywords: keyword 4:29-32
    value: Name 4:31-32 id=h
  body: Pass 4:35-39
)out");
}

TEST(ParserCompound, AsyncStatements) {
  EXPECT_EQ(dumpOf(R"py(async def f():
  async for a in b: pass
  async with c as d: pass
  await e
)py"),
            R"out(
body: AsyncFunctionDef 1:1-4:10 name=f
  body: AsyncFor 2:3-25
    target: Name 2:13-14 id=a
    iter: Name 2:18-19 id=b
    body: Pass 2:21-25
  body: AsyncWith 3:3-26
    items: withitem 3:14-20
      context: Name 3:14-15 id=c
      target: Name 3:19-20 id=d
    body: Pass 3:22-26
  body: Expr 4:3-10
    value: Await 4:3-10
      value: Name 4:9-10 id=e
)out");
}

TEST(ParserCompound, DecoratedAsyncFunction) {
  EXPECT_EQ(dumpOf(R"py(@a
async def f(): pass
)py"),
            R"out(
body: AsyncFunctionDef 2:1-20 name=f
  decorators: Name 1:2-3 id=a
  body: Pass 2:16-20
)out");
}

TEST(ParserCompound, NestedFunctions) {
  EXPECT_EQ(dumpOf(R"py(def f():
  def g():
    return 1
  return g
)py"),
            R"out(
body: FunctionDef 1:1-4:11 name=f
  body: FunctionDef 2:3-3:13 name=g
    body: Return 3:5-13
      value: Constant 3:12-13 type=Int text='1'
  body: Return 4:3-11
    value: Name 4:10-11 id=g
)out");
}

TEST(ParserCompound, BlockOnTheSameLine) {
  EXPECT_EQ(dumpOf("if a: b; c;\n"), R"out(
body: If 1:1-12
  test: Name 1:4-5 id=a
  body: Expr 1:7-8
    value: Name 1:7-8 id=b
  body: Expr 1:10-11
    value: Name 1:10-11 id=c
)out");
}

TEST(ParserCompound, TabsCountToTheNextMultipleOfEight) {
  EXPECT_EQ(dumpOf("if a:\n\011b\n\011if c:\n\011    d\n"), R"out(
body: If 1:1-4:7
  test: Name 1:4-5 id=a
  body: Expr 2:2-3
    value: Name 2:2-3 id=b
  body: If 3:2-4:7
    test: Name 3:5-6 id=c
    body: Expr 4:6-7
      value: Name 4:6-7 id=d
)out");
}

}  // namespace
}  // namespace tritonc::frontend
