// Programs with one mistake, and the one diagnostic for each.
#include <gtest/gtest.h>

#include "tests/unit/frontend/parse_text.h"

namespace tritonc::frontend {
namespace {

TEST(SyntaxError, MissingColon) {
  EXPECT_EQ(errorsOf(R"py(if x)
    y = 1
z = 2
)py"),
            R"out(
t.py:1:5: error: expected `:` after `if` condition, found `)` [syntax]
    1 | if x)
      |     ^
)out");
}

TEST(SyntaxError, MissingColonOfElse) {
  EXPECT_EQ(errorsOf(R"py(if x:
    y
else
    z
)py"),
            R"out(
t.py:3:5: error: expected `:` after `else`, found end of line [syntax]
    3 | else
      |     ^
)out");
}

TEST(SyntaxError, AssignmentInCondition) {
  EXPECT_EQ(errorsOf(R"py(if x = 1:
    pass
)py"),
            R"out(
t.py:1:6: error: expected `:` after `if` condition, found `=` [syntax]
    1 | if x = 1:
      |      ^
)out");
}

TEST(SyntaxError, MissingOperand) {
  EXPECT_EQ(errorsOf("x = 1 +\n"), R"out(
t.py:1:8: error: expected expression after `+`, found end of line [syntax]
    1 | x = 1 +
      |        ^
)out");
}

TEST(SyntaxError, MissingExpression) {
  EXPECT_EQ(errorsOf("x = )\n"), R"out(
t.py:1:5: error: expected expression after `=`, found `)` [syntax]
    1 | x = )
      |     ^
)out");
}

TEST(SyntaxError, KeywordInsteadOfExpression) {
  EXPECT_EQ(errorsOf("x = return\n"), R"out(
t.py:1:5: error: expected expression after `=`, found `return` [syntax]
    1 | x = return
      |     ^~~~~~
)out");
}

TEST(SyntaxError, TwoExpressionsInALine) {
  EXPECT_EQ(errorsOf(R"py(print "hello"
)py"),
            R"out(
t.py:1:7: error: expected end of line, found a string [syntax]
    1 | print "hello"
      |       ^~~~~~~
)out");
}

TEST(SyntaxError, MisspelledKeyword) {
  EXPECT_EQ(errorsOf(R"py(fro x in y:
    pass
)py"),
            R"out(
t.py:1:5: error: expected end of line, found `x` [syntax]
    1 | fro x in y:
      |     ^
)out");
}

TEST(SyntaxError, ElseWithoutIf) {
  EXPECT_EQ(errorsOf(R"py(else:
    pass
)py"),
            R"out(
t.py:1:1: error: expected a statement, found `else` [syntax]
    1 | else:
      | ^~~~
)out");
}

TEST(SyntaxError, TryAlone) {
  EXPECT_EQ(errorsOf(R"py(try:
    pass
x = 1
)py"),
            R"out(
t.py:1:1: error: `try` has neither `except` nor `finally` [syntax]
    1 | try:
      | ^~~
)out");
}

TEST(SyntaxError, MixedExceptForms) {
  EXPECT_EQ(errorsOf(R"py(try: pass
except a: pass
except* b: pass
)py"),
            R"out(
t.py:3:7: error: `except` and `except*` in one `try` statement [syntax]
    3 | except* b: pass
      |       ^
)out");
}

TEST(SyntaxError, ExceptTypesWithoutParentheses) {
  EXPECT_EQ(errorsOf(R"py(try: pass
except a, b: pass
)py"),
            R"out(
t.py:2:9: error: several exception types after `except` are not in parentheses [syntax]
    2 | except a, b: pass
      |         ^
)out");
}

TEST(SyntaxError, DecoratorWithoutFunction) {
  EXPECT_EQ(errorsOf(R"py(@foo
x = 1
)py"),
            R"out(
t.py:2:1: error: expected a function or class after a decorator, found `x` [syntax]
    2 | x = 1
      | ^
)out");
}

TEST(SyntaxError, AsyncBeforeTheWrongStatement) {
  EXPECT_EQ(errorsOf("async x = 1\n"), R"out(
t.py:1:7: error: expected `def`, `for` or `with` after `async`, found `x` [syntax]
    1 | async x = 1
      |       ^
)out");
}

TEST(SyntaxError, MissingNameOfFunction) {
  EXPECT_EQ(errorsOf("def (a): pass\n"), R"out(
t.py:1:5: error: expected the name of a function, found `(` [syntax]
    1 | def (a): pass
      |     ^
)out");
}

TEST(SyntaxError, MissingNameAfterDot) {
  EXPECT_EQ(errorsOf("import a.\n"), R"out(
t.py:1:10: error: expected a name after `.`, found end of line [syntax]
    1 | import a.
      |          ^
)out");
}

TEST(SyntaxError, MissingImportedName) {
  EXPECT_EQ(errorsOf("from x import\n"), R"out(
t.py:1:14: error: expected a name to import, found end of line [syntax]
    1 | from x import
      |              ^
)out");
}

TEST(SyntaxError, MissingInOfComprehension) {
  EXPECT_EQ(errorsOf("x = [i for i]\n"), R"out(
t.py:1:13: error: expected `in` after the target of a comprehension, found `]` [syntax]
    1 | x = [i for i]
      |             ^
)out");
}

TEST(SyntaxError, MissingValueOfDict) {
  EXPECT_EQ(errorsOf("x = {1: 2, 3}\n"), R"out(
t.py:1:13: error: expected `:` after a dict key, found `}` [syntax]
    1 | x = {1: 2, 3}
      |             ^
)out");
}

TEST(SyntaxError, MissingElseOfConditional) {
  EXPECT_EQ(errorsOf("x = 1 if 2\n"), R"out(
t.py:1:11: error: expected `else` after the condition of a conditional expression, found end of line [syntax]
    1 | x = 1 if 2
      |           ^
)out");
}

TEST(SyntaxError, StarAlone) {
  EXPECT_EQ(errorsOf("(*a)\n"), R"out(
t.py:1:2: error: starred expression stands alone [syntax]
    1 | (*a)
      |  ^~
)out");
}

TEST(SyntaxError, PositionalAfterKeyword) {
  EXPECT_EQ(errorsOf("f(a=1, 2)\n"), R"out(
t.py:1:8: error: positional argument follows keyword argument [syntax]
    1 | f(a=1, 2)
      |        ^
)out");
}

TEST(SyntaxError, UnpackingAfterDoubleStar) {
  EXPECT_EQ(errorsOf("f(**a, *b)\n"), R"out(
t.py:1:8: error: positional arguments `*` follow keyword arguments `**` [syntax]
    1 | f(**a, *b)
      |        ^~
)out");
}

TEST(SyntaxError, GeneratorBesideArgument) {
  EXPECT_EQ(errorsOf("f(x for x in y, 1)\n"), R"out(
t.py:1:3: error: generator expression beside other arguments is not in parentheses [syntax]
    1 | f(x for x in y, 1)
      |   ^~~~~~~~~~~~
)out");
}

TEST(SyntaxError, DefaultBeforeNoDefault) {
  EXPECT_EQ(errorsOf("def f(a=1, b): pass\n"), R"out(
t.py:1:12: error: parameter without a default follows one with a default [syntax]
    1 | def f(a=1, b): pass
      |            ^
)out");
}

TEST(SyntaxError, DefaultOfVariadic) {
  EXPECT_EQ(errorsOf("def f(*a=1): pass\n"), R"out(
t.py:1:9: error: variadic parameter `a` has a default [syntax]
    1 | def f(*a=1): pass
      |         ^
)out");
}

TEST(SyntaxError, TwoStars) {
  EXPECT_EQ(errorsOf("def f(*a, *b): pass\n"), R"out(
t.py:1:11: error: second `*` in a list of parameters [syntax]
    1 | def f(*a, *b): pass
      |           ^
)out");
}

TEST(SyntaxError, StarWithoutParameter) {
  EXPECT_EQ(errorsOf("def f(*): pass\n"), R"out(
t.py:1:8: error: expected the name of a parameter, found `)` [syntax]
    1 | def f(*): pass
      |        ^
)out");
}

TEST(SyntaxError, SlashFirst) {
  EXPECT_EQ(errorsOf("def f(/, a): pass\n"), R"out(
t.py:1:7: error: no parameter before `/` [syntax]
    1 | def f(/, a): pass
      |       ^
)out");
}

TEST(SyntaxError, PatternWithOperator) {
  EXPECT_EQ(errorsOf(R"py(match x:
    case 1 + y: pass
)py"),
            R"out(
t.py:2:14: error: expected a number after `+`, found `y` [syntax]
    2 |     case 1 + y: pass
      |              ^
)out");
}

TEST(SyntaxError, FStringInPattern) {
  EXPECT_EQ(errorsOf(R"py(match x:
    case f"": pass
)py"),
            R"out(
t.py:2:10: error: f-string in a pattern [syntax]
    2 |     case f"": pass
      |          ^~~
)out");
}

TEST(SyntaxError, MissingCase) {
  EXPECT_EQ(errorsOf(R"py(match x:
    y = 1
)py"),
            R"out(
t.py:2:5: error: expected `case`, found `y` [syntax]
    2 |     y = 1
      |     ^
)out");
}

TEST(SyntaxError, BytesBesideString) {
  EXPECT_EQ(errorsOf(R"py("a" b"c"
)py"),
            R"out(
t.py:1:5: error: bytes literal and string literal side by side [syntax]
    1 | "a" b"c"
      |     ^~~~
)out");
}

TEST(SyntaxError, NonAsciiInBytes) {
  EXPECT_EQ(errorsOf("b\"\303\251\"\n"), R"out(
t.py:1:3: error: bytes literal contains a non-ASCII character; it is written `\x..` [syntax]
    1 | b"é"
      |   ^
)out");
}

TEST(SyntaxError, EmptyField) {
  EXPECT_EQ(errorsOf(R"py(f"{}"
)py"),
            R"out(
t.py:1:4: error: expected expression after `{`, found `}` [syntax]
    1 | f"{}"
      |    ^
)out");
}

TEST(SyntaxError, SingleClosingBrace) {
  EXPECT_EQ(errorsOf(R"py(f"}"
)py"),
            R"out(
t.py:1:3: error: `}` without `{` in an f-string; a literal `}` is written `}}` [syntax]
    1 | f"}"
      |   ^
)out");
}

TEST(SyntaxError, UnknownConversion) {
  EXPECT_EQ(errorsOf(R"py(f"{a!x}"
)py"),
            R"out(
t.py:1:6: error: expected conversion `s`, `r` or `a`, found `x` [syntax]
    1 | f"{a!x}"
      |      ^
)out");
}

TEST(SyntaxError, UnexpectedCharacter) {
  EXPECT_EQ(errorsOf("x = $\n"), R"out(
t.py:1:5: error: unexpected character `$` [syntax]
    1 | x = $
      |     ^
)out");
}

TEST(SyntaxError, TypographicQuotes) {
  EXPECT_EQ(errorsOf("x = \342\200\234abc\342\200\235\n"), R"out(
t.py:1:5: error: unexpected character `“` (U+201C) [syntax]
    1 | x = “abc”
      |     ^
)out");
}

TEST(SyntaxError, TextAfterBackslash) {
  EXPECT_EQ(errorsOf(R"py(x = \ 1
)py"),
            R"out(
t.py:1:5: error: expected end of line after `\` [syntax]
    1 | x = \ 1
      |     ^
)out");
}

TEST(SyntaxError, BackslashAtTheEnd) {
  EXPECT_EQ(errorsOf(R"py(x = \
)py"),
            R"out(
t.py:1:5: error: expected a line after `\`, found end of file [syntax]
    1 | x = \
      |     ^
)out");
}

TEST(SyntaxError, MismatchedBrackets) {
  EXPECT_EQ(errorsOf(R"py(x = (1,
     2]
y = 2
)py"),
            R"out(
t.py:2:7: error: closing `]` does not match `(` [syntax]
    2 |      2]
      |       ^
t.py:1:5: note: `(` was opened here
    1 | x = (1,
      |     ^
)out");
}

}  // namespace
}  // namespace tritonc::frontend
