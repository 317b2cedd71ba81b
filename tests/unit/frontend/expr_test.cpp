// Expressions: what binds to what, and where each node begins and ends.
#include <gtest/gtest.h>

#include "tests/unit/frontend/parse_text.h"

namespace tritonc::frontend {
namespace {

TEST(ParserExpr, BinaryOperatorsBindByStrength) {
  EXPECT_EQ(dumpOf("a | b ^ c & d << e + f * g"), R"out(
body: Expr 1:1-27
  value: BinOp 1:1-27 op='|'
    left: Name 1:1-2 id=a
    right: BinOp 1:5-27 op='^'
      left: Name 1:5-6 id=b
      right: BinOp 1:9-27 op='&'
        left: Name 1:9-10 id=c
        right: BinOp 1:13-27 op='<<'
          left: Name 1:13-14 id=d
          right: BinOp 1:18-27 op='+'
            left: Name 1:18-19 id=e
            right: BinOp 1:22-27 op='*'
              left: Name 1:22-23 id=f
              right: Name 1:26-27 id=g
)out");
}

TEST(ParserExpr, BinaryOperatorsAssociateToTheLeft) {
  EXPECT_EQ(dumpOf("a - b - c"), R"out(
body: Expr 1:1-10
  value: BinOp 1:1-10 op='-'
    left: BinOp 1:1-6 op='-'
      left: Name 1:1-2 id=a
      right: Name 1:5-6 id=b
    right: Name 1:9-10 id=c
)out");
}

TEST(ParserExpr, PowerAssociatesToTheRightAndBindsBelowItsSign) {
  EXPECT_EQ(dumpOf("-a ** -b ** c"), R"out(
body: Expr 1:1-14
  value: UnaryOp 1:1-14 op='-'
    operand: BinOp 1:2-14 op='**'
      left: Name 1:2-3 id=a
      right: UnaryOp 1:7-14 op='-'
        operand: BinOp 1:8-14 op='**'
          left: Name 1:8-9 id=b
          right: Name 1:13-14 id=c
)out");
}

TEST(ParserExpr, ParenthesesDoNotBelongToTheirExpression) {
  EXPECT_EQ(dumpOf("(a + b) * c"), R"out(
body: Expr 1:1-12
  value: BinOp 1:1-12 op='*'
    left: BinOp 1:2-7 op='+'
      left: Name 1:2-3 id=a
      right: Name 1:6-7 id=b
    right: Name 1:11-12 id=c
)out");
}

TEST(ParserExpr, NotBindsWeakerThanComparison) {
  EXPECT_EQ(dumpOf("not a == b"), R"out(
body: Expr 1:1-11
  value: UnaryOp 1:1-11 op='not'
    operand: Compare 1:5-11 ops='=='
      left: Name 1:5-6 id=a
      comparators: Name 1:10-11 id=b
)out");
}

TEST(ParserExpr, LogicalOperatorsAreFlat) {
  EXPECT_EQ(dumpOf("a and b and c or not d or e"), R"out(
body: Expr 1:1-28
  value: BoolOp 1:1-28 op='or'
    values: BoolOp 1:1-14 op='and'
      values: Name 1:1-2 id=a
      values: Name 1:7-8 id=b
      values: Name 1:13-14 id=c
    values: UnaryOp 1:18-23 op='not'
      operand: Name 1:22-23 id=d
    values: Name 1:27-28 id=e
)out");
}

TEST(ParserExpr, ComparisonsChain) {
  EXPECT_EQ(dumpOf("a < b is not c not in d in e is f"), R"out(
body: Expr 1:1-34
  value: Compare 1:1-34 ops='<' ops='is not' ops='not in' ops='in' ops='is'
    left: Name 1:1-2 id=a
    comparators: Name 1:5-6 id=b
    comparators: Name 1:14-15 id=c
    comparators: Name 1:23-24 id=d
    comparators: Name 1:28-29 id=e
    comparators: Name 1:33-34 id=f
)out");
}

TEST(ParserExpr, ConditionalAssociatesToTheRight) {
  EXPECT_EQ(dumpOf("a if b else c if d else e"), R"out(
body: Expr 1:1-26
  value: IfExp 1:1-26
    test: Name 1:6-7 id=b
    body: Name 1:1-2 id=a
    orelse: IfExp 1:13-26
      test: Name 1:18-19 id=d
      body: Name 1:13-14 id=c
      orelse: Name 1:25-26 id=e
)out");
}

TEST(ParserExpr, LambdaTakesEveryFormOfParameter) {
  EXPECT_EQ(dumpOf("lambda a, /, b=1, *c, d, e=2, **f: a"), R"out(
body: Expr 1:1-37
  value: Lambda 1:1-37
    params: arg 1:8-9 name=a form=PositionalOnly
    params: arg 1:14-15 name=b
      defaultValue: Constant 1:16-17 type=Int text='1'
    params: arg 1:20-21 name=c form=VarPositional
    params: arg 1:23-24 name=d form=KeywordOnly
    params: arg 1:26-27 name=e form=KeywordOnly
      defaultValue: Constant 1:28-29 type=Int text='2'
    params: arg 1:33-34 name=f form=VarKeyword
    body: Name 1:36-37 id=a
)out");
}

TEST(ParserExpr, LambdaWithoutParameters) {
  EXPECT_EQ(dumpOf("lambda: (yield)"), R"out(
body: Expr 1:1-16
  value: Lambda 1:1-16
    body: Yield 1:10-15
)out");
}

TEST(ParserExpr, BareStarInLambda) {
  EXPECT_EQ(dumpOf("lambda *, a: a"), R"out(
body: Expr 1:1-15
  value: Lambda 1:1-15
    params: arg 1:11-12 name=a form=KeywordOnly
    body: Name 1:14-15 id=a
)out");
}

TEST(ParserExpr, AssignmentExpression) {
  EXPECT_EQ(dumpOf("[y := f(x), y ** 2]"), R"out(
body: Expr 1:1-20
  value: List 1:1-20
    elts: NamedExpr 1:2-11
      target: Name 1:2-3 id=y
      value: Call 1:7-11
        func: Name 1:7-8 id=f
        args: Name 1:9-10 id=x
    elts: BinOp 1:13-19 op='**'
      left: Name 1:13-14 id=y
      right: Constant 1:18-19 type=Int text='2'
)out");
}

TEST(ParserExpr, PrimariesChain) {
  EXPECT_EQ(dumpOf("a.b[c](d).e"), R"out(
body: Expr 1:1-12
  value: Attribute 1:1-12 attr=e
    value: Call 1:1-10
      func: Subscript 1:1-7
        value: Attribute 1:1-4 attr=b
          value: Name 1:1-2 id=a
        index: Name 1:5-6 id=c
      args: Name 1:8-9 id=d
)out");
}

TEST(ParserExpr, CallArguments) {
  EXPECT_EQ(dumpOf("f(a, *b, c=1, *d, **e, f=2)"), R"out(
body: Expr 1:1-28
  value: Call 1:1-28
    func: Name 1:1-2 id=f
    args: Name 1:3-4 id=a
    args: Starred 1:6-8
      value: Name 1:7-8 id=b
    args: Starred 1:15-17
      value: Name 1:16-17 id=d
    keywords: keyword 1:10-13 name=c
      value: Constant 1:12-13 type=Int text='1'
    keywords: keyword 1:19-22
      value: Name 1:21-22 id=e
    keywords: keyword 1:24-27 name=f
      value: Constant 1:26-27 type=Int text='2'
)out");
}

TEST(ParserExpr, GeneratorTakesTheParenthesesOfACall) {
  EXPECT_EQ(dumpOf("f(x for x in y)"), R"out(
body: Expr 1:1-16
  value: Call 1:1-16
    func: Name 1:1-2 id=f
    args: GeneratorExp 1:2-16
      elt: Name 1:3-4 id=x
      generators: comprehension 1:5-15
        target: Name 1:9-10 id=x
        iter: Name 1:14-15 id=y
)out");
}

TEST(ParserExpr, AssignmentExpressionAsArgument) {
  EXPECT_EQ(dumpOf("f(a := 1, b)"), R"out(
body: Expr 1:1-13
  value: Call 1:1-13
    func: Name 1:1-2 id=f
    args: NamedExpr 1:3-9
      target: Name 1:3-4 id=a
      value: Constant 1:8-9 type=Int text='1'
    args: Name 1:11-12 id=b
)out");
}

TEST(ParserExpr, SlicesOfEveryShape) {
  EXPECT_EQ(dumpOf("x[a, :, b:, :c, ::d, e:f:g, *h, ...]"), R"out(
body: Expr 1:1-37
  value: Subscript 1:1-37
    value: Name 1:1-2 id=x
    index: Tuple 1:3-36
      elts: Name 1:3-4 id=a
      elts: Slice 1:6-7
      elts: Slice 1:9-11
        lower: Name 1:9-10 id=b
      elts: Slice 1:13-15
        upper: Name 1:14-15 id=c
      elts: Slice 1:17-20
        step: Name 1:19-20 id=d
      elts: Slice 1:22-27
        lower: Name 1:22-23 id=e
        upper: Name 1:24-25 id=f
        step: Name 1:26-27 id=g
      elts: Starred 1:29-31
        value: Name 1:30-31 id=h
      elts: Constant 1:33-36 type=Ellipsis
)out");
}

TEST(ParserExpr, TrailingCommaMakesATupleOfASubscript) {
  EXPECT_EQ(dumpOf("x[a,]"), R"out(
body: Expr 1:1-6
  value: Subscript 1:1-6
    value: Name 1:1-2 id=x
    index: Tuple 1:3-5
      elts: Name 1:3-4 id=a
)out");
}

TEST(ParserExpr, StarAloneInSubscriptIsATuple) {
  EXPECT_EQ(dumpOf("x[*a]"), R"out(
body: Expr 1:1-6
  value: Subscript 1:1-6
    value: Name 1:1-2 id=x
    index: Tuple 1:3-5
      elts: Starred 1:3-5
        value: Name 1:4-5 id=a
)out");
}

TEST(ParserExpr, AwaitBindsTighterThanPower) {
  EXPECT_EQ(dumpOf("await a ** b"), R"out(
body: Expr 1:1-13
  value: BinOp 1:1-13 op='**'
    left: Await 1:1-8
      value: Name 1:7-8 id=a
    right: Name 1:12-13 id=b
)out");
}

TEST(ParserExpr, DisplaysAndTheirEmptyForms) {
  EXPECT_EQ(dumpOf("(), [], {}, (a,), [a], {a}, {a: b}"), R"out(
body: Expr 1:1-35
  value: Tuple 1:1-35
    elts: Tuple 1:1-3
    elts: List 1:5-7
    elts: Dict 1:9-11
    elts: Tuple 1:13-17
      elts: Name 1:14-15 id=a
    elts: List 1:19-22
      elts: Name 1:20-21 id=a
    elts: Set 1:24-27
      elts: Name 1:25-26 id=a
    elts: Dict 1:29-35
      keys: Name 1:30-31 id=a
      values: Name 1:33-34 id=b
)out");
}

TEST(ParserExpr, UnpackingInDisplays) {
  EXPECT_EQ(dumpOf("[*a, b], {*a}, {**a, b: c}, (*a, b)"), R"out(
body: Expr 1:1-36
  value: Tuple 1:1-36
    elts: List 1:1-8
      elts: Starred 1:2-4
        value: Name 1:3-4 id=a
      elts: Name 1:6-7 id=b
    elts: Set 1:10-14
      elts: Starred 1:11-13
        value: Name 1:12-13 id=a
    elts: Dict 1:16-27
      keys: **
      keys: Name 1:22-23 id=b
      values: Name 1:19-20 id=a
      values: Name 1:25-26 id=c
    elts: Tuple 1:29-36
      elts: Starred 1:30-32
        value: Name 1:31-32 id=a
      elts: Name 1:34-35 id=b
)out");
}

TEST(ParserExpr, Comprehensions) {
  EXPECT_EQ(dumpOf("[a for b in c if d if e for f in g], {a for a in b}, {a: b for a, b in c}, (a for a in b)"), R"out(
body: Expr 1:1-90
  value: Tuple 1:1-90
    elts: ListComp 1:1-36
      elt: Name 1:2-3 id=a
      generators: comprehension 1:4-24
        target: Name 1:8-9 id=b
        iter: Name 1:13-14 id=c
        ifs: Name 1:18-19 id=d
        ifs: Name 1:23-24 id=e
      generators: comprehension 1:25-35
        target: Name 1:29-30 id=f
        iter: Name 1:34-35 id=g
    elts: SetComp 1:38-52
      elt: Name 1:39-40 id=a
      generators: comprehension 1:41-51
        target: Name 1:45-46 id=a
        iter: Name 1:50-51 id=b
    elts: DictComp 1:54-74
      key: Name 1:55-56 id=a
      value: Name 1:58-59 id=b
      generators: comprehension 1:60-73
        target: Tuple 1:64-68
          elts: Name 1:64-65 id=a
          elts: Name 1:67-68 id=b
        iter: Name 1:72-73 id=c
    elts: GeneratorExp 1:76-90
      elt: Name 1:77-78 id=a
      generators: comprehension 1:79-89
        target: Name 1:83-84 id=a
        iter: Name 1:88-89 id=b
)out");
}

TEST(ParserExpr, AsyncComprehension) {
  EXPECT_EQ(dumpOf("[a async for a in b]"), R"out(
body: Expr 1:1-21
  value: ListComp 1:1-21
    elt: Name 1:2-3 id=a
    generators: comprehension 1:4-20 isAsync=true
      target: Name 1:14-15 id=a
      iter: Name 1:19-20 id=b
)out");
}

TEST(ParserExpr, ComprehensionTargetIsUnpacked) {
  EXPECT_EQ(dumpOf("[a for a, (b, *c) in d]"), R"out(
body: Expr 1:1-24
  value: ListComp 1:1-24
    elt: Name 1:2-3 id=a
    generators: comprehension 1:4-23
      target: Tuple 1:8-18
        elts: Name 1:8-9 id=a
        elts: Tuple 1:11-18
          elts: Name 1:12-13 id=b
          elts: Starred 1:15-17
            value: Name 1:16-17 id=c
      iter: Name 1:22-23 id=d
)out");
}

TEST(ParserExpr, NumbersKeepTheirText) {
  EXPECT_EQ(dumpOf("0, 0x_Ff, 0o17, 0b1_0, 1_000, 1., .5, 1e10, 1_0.0_1E-1_0, 3j, 1.5J, 00"), R"out(
body: Expr 1:1-71
  value: Tuple 1:1-71
    elts: Constant 1:1-2 type=Int text='0'
    elts: Constant 1:4-9 type=Int text='0x_Ff'
    elts: Constant 1:11-15 type=Int text='0o17'
    elts: Constant 1:17-22 type=Int text='0b1_0'
    elts: Constant 1:24-29 type=Int text='1_000'
    elts: Constant 1:31-33 type=Float text='1.'
    elts: Constant 1:35-37 type=Float text='.5'
    elts: Constant 1:39-43 type=Float text='1e10'
    elts: Constant 1:45-57 type=Float text='1_0.0_1E-1_0'
    elts: Constant 1:59-61 type=Imaginary text='3j'
    elts: Constant 1:63-67 type=Imaginary text='1.5J'
    elts: Constant 1:69-71 type=Int text='00'
)out");
}

TEST(ParserExpr, IntegersOfAnySize) {
  EXPECT_EQ(dumpOf("123456789012345678901234567890"), R"out(
body: Expr 1:1-31
  value: Constant 1:1-31 type=Int text='123456789012345678901234567890'
)out");
}

TEST(ParserExpr, NumbersMayTouchKeywords) {
  EXPECT_EQ(dumpOf("1if 2else 3"), R"out(
body: Expr 1:1-12
  value: IfExp 1:1-12
    test: Constant 1:5-6 type=Int text='2'
    body: Constant 1:1-2 type=Int text='1'
    orelse: Constant 1:11-12 type=Int text='3'
)out");
}

TEST(ParserExpr, SingletonsAndEllipsis) {
  EXPECT_EQ(dumpOf("None, True, False, ..."), R"out(
body: Expr 1:1-23
  value: Tuple 1:1-23
    elts: Constant 1:1-5 type=None
    elts: Constant 1:7-11 type=True
    elts: Constant 1:13-18 type=False
    elts: Constant 1:20-23 type=Ellipsis
)out");
}

TEST(ParserExpr, SoftKeywordsAreNames) {
  EXPECT_EQ(dumpOf("match, case, type, _, print"), R"out(
body: Expr 1:1-28
  value: Tuple 1:1-28
    elts: Name 1:1-6 id=match
    elts: Name 1:8-12 id=case
    elts: Name 1:14-18 id=type
    elts: Name 1:20-21 id=_
    elts: Name 1:23-28 id=print
)out");
}

TEST(ParserExpr, UnicodeNames) {
  EXPECT_EQ(dumpOf("\317\200 = gr\303\266\303\237e.\345\220\215"), R"out(
body: Assign 1:1-17
  targets: Name 1:1-3 id=π
  value: Attribute 1:6-17 attr=名
    value: Name 1:6-13 id=größe
)out");
}

TEST(ParserExpr, LinesJoinInsideBrackets) {
  EXPECT_EQ(dumpOf(R"py(f(a,  # first
  b)
)py"),
            R"out(
body: Expr 1:1-2:5
  value: Call 1:1-2:5
    func: Name 1:1-2 id=f
    args: Name 1:3-4 id=a
    args: Name 2:3-4 id=b
)out");
}

TEST(ParserExpr, TextThatIsOneExpression) {
  EXPECT_EQ(dumpOfExpression(" -1, a\n"), R"out(
body: Tuple 1:2-7
  elts: UnaryOp 1:2-4 op='-'
    operand: Constant 1:3-4 type=Int text='1'
  elts: Name 1:6-7 id=a
)out");
}

TEST(ParserExpr, TextThatIsMoreThanOneExpression) {
  EXPECT_EQ(dumpOfExpression("a b"), R"out(
t.py:1:3: error: expected end of text, found `b` [syntax]
    1 | a b
      |   ^
)out");
  EXPECT_EQ(dumpOfExpression("a\nb"), R"out(
t.py:2:1: error: expected end of text, found `b` [syntax]
    2 | b
      | ^
)out");
}

TEST(ParserExpr, TextThatIsNoExpression) {
  EXPECT_EQ(dumpOfExpression(""), R"out(
t.py:1:1: error: expected expression, found end of file [syntax]
)out");
}

}  // namespace
}  // namespace tritonc::frontend
