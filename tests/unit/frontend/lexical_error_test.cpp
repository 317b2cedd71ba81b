// Mistakes in tokens, layout, targets and nesting, and the one diagnostic for each.
#include <gtest/gtest.h>

#include "tests/unit/frontend/parse_text.h"

namespace tritonc::frontend {
namespace {

TEST(LexicalError, CallAsTarget) {
  EXPECT_EQ(errorsOf("f() = 1\n"), R"out(
t.py:1:1: error: cannot assign to a function call [bad-target]
    1 | f() = 1
      | ^~~
)out");
}

TEST(LexicalError, LiteralAsAugmentedTarget) {
  EXPECT_EQ(errorsOf("1 += x\n"), R"out(
t.py:1:1: error: augmented assignment to a literal [bad-target]
    1 | 1 += x
      | ^
)out");
}

TEST(LexicalError, TupleAsAugmentedTarget) {
  EXPECT_EQ(errorsOf("(a, b) += 1\n"), R"out(
t.py:1:1: error: augmented assignment to a tuple [bad-target]
    1 | (a, b) += 1
      | ^~~~~~
)out");
}

TEST(LexicalError, OperatorInTuple) {
  EXPECT_EQ(errorsOf("a, b + c = d\n"), R"out(
t.py:1:4: error: cannot assign to an arithmetic expression [bad-target]
    1 | a, b + c = d
      |    ^~~~~
)out");
}

TEST(LexicalError, ListAsAnnotatedTarget) {
  EXPECT_EQ(errorsOf("[a]: b\n"), R"out(
t.py:1:1: error: annotation of a list display [bad-target]
    1 | [a]: b
      | ^~~
)out");
}

TEST(LexicalError, CallAsLoopTarget) {
  EXPECT_EQ(errorsOf(R"py(for f() in x:
    pass
)py"),
            R"out(
t.py:1:5: error: cannot assign to a function call [bad-target]
    1 | for f() in x:
      |     ^~~
)out");
}

TEST(LexicalError, LiteralAsWithTarget) {
  EXPECT_EQ(errorsOf("with a as 1: pass\n"), R"out(
t.py:1:11: error: cannot assign to a literal [bad-target]
    1 | with a as 1: pass
      |           ^
)out");
}

TEST(LexicalError, ComparisonAsDeleteTarget) {
  EXPECT_EQ(errorsOf("del a < b\n"), R"out(
t.py:1:7: error: expected end of line, found `<` [syntax]
    1 | del a < b
      |       ^
)out");
}

TEST(LexicalError, StarredDeleteTarget) {
  EXPECT_EQ(errorsOf("del *a\n"), R"out(
t.py:1:5: error: cannot delete a starred expression [bad-target]
    1 | del *a
      |     ^~
)out");
}

TEST(LexicalError, AttributeInAssignmentExpression) {
  EXPECT_EQ(errorsOf("(a.b := 1)\n"), R"out(
t.py:1:2: error: expected a name before `:=`, found an attribute [bad-target]
    1 | (a.b := 1)
      |  ^~~
)out");
}

TEST(LexicalError, ExpressionAsKeyword) {
  EXPECT_EQ(errorsOf("f(a.b=1)\n"), R"out(
t.py:1:3: error: expected a name before `=` in an argument, found an attribute [bad-target]
    1 | f(a.b=1)
      |   ^~~
)out");
}

TEST(LexicalError, WildcardAsCapture) {
  EXPECT_EQ(errorsOf(R"py(match x:
    case 1 as _: pass
)py"),
            R"out(
t.py:2:15: error: cannot assign to `_` in a pattern [bad-target]
    2 |     case 1 as _: pass
      |               ^
)out");
}

TEST(LexicalError, UnclosedParenthesisAtTheEnd) {
  EXPECT_EQ(errorsOf(R"py(x = foo(1, 2
y = 3
)py"),
            R"out(
t.py:1:8: error: `(` was never closed [unclosed-bracket]
    1 | x = foo(1, 2
      |        ^
)out");
}

TEST(LexicalError, UnclosedParenthesisBeforeAStatement) {
  EXPECT_EQ(errorsOf(R"py(x = foo(1, 2
def f():
    pass
)py"),
            R"out(
t.py:1:8: error: `(` was never closed [unclosed-bracket]
    1 | x = foo(1, 2
      |        ^
)out");
}

TEST(LexicalError, UnclosedParenthesisInABlock) {
  EXPECT_EQ(errorsOf(R"py(def f():
    x = (
    y = 1
    return x
z = 1
)py"),
            R"out(
t.py:2:9: error: `(` was never closed [unclosed-bracket]
    2 |     x = (
      |         ^
)out");
}

TEST(LexicalError, UnclosedField) {
  EXPECT_EQ(errorsOf(R"py(f"{a"
x
)py"),
            R"out(
t.py:1:3: error: `{` was never closed [unclosed-bracket]
    1 | f"{a"
      |   ^
)out");
}

TEST(LexicalError, UnclosedFormat) {
  EXPECT_EQ(errorsOf(R"py(f"{a:b"
x
)py"),
            R"out(
t.py:1:3: error: `{` was never closed [unclosed-bracket]
    1 | f"{a:b"
      |   ^
)out");
}

TEST(LexicalError, UnterminatedString) {
  EXPECT_EQ(errorsOf(R"py(foo("abc)
y = 1
)py"),
            R"out(
t.py:1:5: error: string is not closed before the end of the line [unterminated-string]
    1 | foo("abc)
      |     ^~~~~
)out");
}

TEST(LexicalError, UnterminatedFString) {
  EXPECT_EQ(errorsOf(R"py(foo(f"abc{d})
y = 1
)py"),
            R"out(
t.py:1:5: error: string is not closed before the end of the line [unterminated-string]
    1 | foo(f"abc{d})
      |     ^~~~~~~~~
)out");
}

TEST(LexicalError, UnterminatedTripleQuotes) {
  EXPECT_EQ(errorsOf(R"py(x = """abc
y
)py"),
            R"out(
t.py:1:5: error: triple-quoted string is never closed [unterminated-string]
    1 | x = """abc
      |     ^~~
)out");
}

TEST(LexicalError, UnexpectedIndentation) {
  EXPECT_EQ(errorsOf(R"py(  x = 1
  y = 2
z
)py"),
            R"out(
t.py:1:3: error: unexpected indentation [indentation]
    1 |   x = 1
      |   ^
)out");
}

TEST(LexicalError, MissingBlock) {
  EXPECT_EQ(errorsOf(R"py(if x:
y = 1
)py"),
            R"out(
t.py:2:1: error: expected an indented block after `if` statement [indentation]
    2 | y = 1
      | ^
)out");
}

TEST(LexicalError, UnindentToNowhere) {
  EXPECT_EQ(errorsOf(R"py(def f():
        a
    b
c
)py"),
            R"out(
t.py:3:1: error: indentation does not match that of any enclosing block [indentation]
    3 |     b
      | ^~~~
)out");
}

TEST(LexicalError, TabsAndSpaces) {
  EXPECT_EQ(errorsOf("if x:\n\011a\n        b\n"), R"out(
t.py:3:1: error: indentation mixes tabs and spaces inconsistently [indentation]
    3 |         b
      | ^~~~~~~~
)out");
}

TEST(LexicalError, LeadingZeros) {
  EXPECT_EQ(errorsOf("x = 0777\n"), R"out(
t.py:1:5: error: decimal integer `0777` has leading zeros; octal is written `0o` [bad-number]
    1 | x = 0777
      |     ^~~~
)out");
}

TEST(LexicalError, LettersAfterNumber) {
  EXPECT_EQ(errorsOf("x = 1abc\n"), R"out(
t.py:1:5: error: invalid decimal literal `1abc` [bad-number]
    1 | x = 1abc
      |     ^~~~
)out");
}

TEST(LexicalError, DigitBeyondTheRadix) {
  EXPECT_EQ(errorsOf("x = 0b102\n"), R"out(
t.py:1:5: error: invalid binary literal `0b102` [bad-number]
    1 | x = 0b102
      |     ^~~~~
)out");
}

TEST(LexicalError, DoubledUnderscore) {
  EXPECT_EQ(errorsOf("x = 1__0\n"), R"out(
t.py:1:5: error: invalid decimal literal `1__0` [bad-number]
    1 | x = 1__0
      |     ^~~~
)out");
}

TEST(LexicalError, HexWithoutDigits) {
  EXPECT_EQ(errorsOf("x = 0x\n"), R"out(
t.py:1:5: error: invalid hexadecimal literal `0x` [bad-number]
    1 | x = 0x
      |     ^~
)out");
}

TEST(LexicalError, IncompleteHexEscape) {
  EXPECT_EQ(errorsOf(R"py("\xz"
)py"),
            R"out(
t.py:1:2: error: escape `\x` needs 2 hexadecimal digits, found 0 [bad-escape]
    1 | "\xz"
      |  ^~
)out");
}

TEST(LexicalError, CharacterBeyondUnicode) {
  EXPECT_EQ(errorsOf(R"py("\U00110000"
)py"),
            R"out(
t.py:1:2: error: escape `\U00110000` is beyond the last character, U+10FFFF [bad-escape]
    1 | "\U00110000"
      |  ^~~~~~~~~~
)out");
}

TEST(LexicalError, NamelessCharacter) {
  EXPECT_EQ(errorsOf(R"py("\N"
)py"),
            R"out(
t.py:1:2: error: escape `\N` needs the name of a character in braces [bad-escape]
    1 | "\N"
      |  ^~
)out");
}

TEST(LexicalError, NotUtf8) {
  EXPECT_EQ(errorsOf("a = 1\nx = \"\351\"\n"), R"out(
t.py:2:6: error: file is not UTF-8, found byte 0xe9; other encodings are declared by `# coding: NAME` in line 1 or 2 [bad-encoding]
    2 | x = ")out"
                                               "\xE9"
                                               R"out("
      |      ^
)out");
}

TEST(LexicalError, EveryFaultyLineIsReported) {
  EXPECT_EQ(errorsOf(R"py(a = )
b = 1
def f():
    c = ]
    d = 2
e = }
)py"),
            R"out(
t.py:1:5: error: expected expression after `=`, found `)` [syntax]
    1 | a = )
      |     ^
t.py:4:9: error: expected expression after `=`, found `]` [syntax]
    4 |     c = ]
      |         ^
t.py:6:5: error: expected expression after `=`, found `}` [syntax]
    6 | e = }
      |     ^
)out");
}

}  // namespace
}  // namespace tritonc::frontend
