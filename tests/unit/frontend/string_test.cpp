// String literals: prefixes, escapes, concatenation and f-strings.
#include <gtest/gtest.h>

#include "tests/unit/frontend/parse_text.h"

namespace tritonc::frontend {
namespace {

TEST(ParserString, QuotesOfEveryKind) {
  EXPECT_EQ(dumpOf(R"py('a', "b", '''c''', """d
e""")py"),
            R"out(
body: Expr 1:1-2:5
  value: Tuple 1:1-2:5
    elts: Constant 1:1-4 type=Str text='a'
    elts: Constant 1:6-9 type=Str text='b'
    elts: Constant 1:11-18 type=Str text='c'
    elts: Constant 1:20-2:5 type=Str text='d\ne'
)out");
}

TEST(ParserString, EscapesAreDecoded) {
  EXPECT_EQ(dumpOf(R"py('\a\b\f\n\r\t\v\\\'\"\0\101\x41\u20ac\U0001F600\q')py"), R"out(
body: Expr 1:1-51
  value: Constant 1:1-51 type=Str text='\x07\x08\x0c\n\x0d\x09\x0b\\\'"\x00AA\xe2\x82\xac\xf0\x9f\x98\x80\\q'
)out");
}

TEST(ParserString, EscapedNewlineVanishes) {
  EXPECT_EQ(dumpOf(R"py('a\
b')py"),
            R"out(
body: Expr 1:1-2:3
  value: Constant 1:1-2:3 type=Str text='ab'
)out");
}

TEST(ParserString, NamedCharactersStayAsWritten) {
  EXPECT_EQ(dumpOf(R"py('\N{DASH}')py"), R"out(
body: Expr 1:1-11
  value: Constant 1:1-11 type=Str text='\\N{DASH}'
)out");
}

TEST(ParserString, RawStringsKeepBackslashes) {
  EXPECT_EQ(dumpOf(R"py(r'\n\'', Rb'\x')py"), R"out(
body: Expr 1:1-16
  value: Tuple 1:1-16
    elts: Constant 1:1-8 type=Str text='\\n\\\''
    elts: Constant 1:10-16 type=Bytes text='\\x'
)out");
}

TEST(ParserString, BytesKeepTheirBytes) {
  EXPECT_EQ(dumpOf(R"py(b'\xff\400a')py"), R"out(
body: Expr 1:1-13
  value: Constant 1:1-13 type=Bytes text='\xff\x00a'
)out");
}

TEST(ParserString, AdjacentStringsAreOne) {
  EXPECT_EQ(dumpOf(R"py('a' "b" r'\c')py"), R"out(
body: Expr 1:1-14
  value: Constant 1:1-14 type=Str text='ab\\c'
)out");
}

TEST(ParserString, AdjacentBytesAreOne) {
  EXPECT_EQ(dumpOf("b'a' B'b'"), R"out(
body: Expr 1:1-10
  value: Constant 1:1-10 type=Bytes text='ab'
)out");
}

TEST(ParserString, CarriageReturnsBecomeNewlines) {
  EXPECT_EQ(dumpOf("'''a\015\nb\015c'''"), R"out(
body: Expr 1:1-3:5
  value: Constant 1:1-3:5 type=Str text='a\nb\nc'
)out");
}

TEST(ParserString, TextIsUtf8) {
  EXPECT_EQ(dumpOf("\"\303\274\""), R"out(
body: Expr 1:1-5
  value: Constant 1:1-5 type=Str text='\xc3\xbc'
)out");
}

TEST(ParserString, Latin1TextBecomesUtf8) {
  EXPECT_EQ(dumpOf("# coding: latin-1\n'\351', n\351\n"), R"out(
body: Expr 2:1-8
  value: Tuple 2:1-8
    elts: Constant 2:1-4 type=Str text='\xc3\xa9'
    elts: Name 2:6-8 id=né
)out");
}

TEST(ParserString, Cp1252TextBecomesUtf8) {
  EXPECT_EQ(dumpOf("# -*- coding: cp1252 -*-\n'\200'\n"), R"out(
body: Expr 2:1-4
  value: Constant 2:1-4 type=Str text='\xe2\x82\xac'
)out");
}

TEST(ParserString, ByteOrderMarkIsSkipped) {
  EXPECT_EQ(dumpOf("\357\273\277a\n"), R"out(
body: Expr 1:4-5
  value: Name 1:4-5 id=a
)out");
}

TEST(ParserString, FieldsAndText) {
  EXPECT_EQ(dumpOf("f'a{b}c{d}'"), R"out(
body: Expr 1:1-12
  value: JoinedStr 1:1-12
    values: Constant 1:3-4 type=Str text='a'
    values: FormattedValue 1:4-7
      value: Name 1:5-6 id=b
    values: Constant 1:7-8 type=Str text='c'
    values: FormattedValue 1:8-11
      value: Name 1:9-10 id=d
)out");
}

TEST(ParserString, EmptyFString) {
  EXPECT_EQ(dumpOf("f''"), R"out(
body: Expr 1:1-4
  value: JoinedStr 1:1-4
)out");
}

TEST(ParserString, DoubledBracesAreOne) {
  EXPECT_EQ(dumpOf("f'{{a}}{b}}}'"), R"out(
body: Expr 1:1-14
  value: JoinedStr 1:1-14
    values: Constant 1:3-8 type=Str text='{a}'
    values: FormattedValue 1:8-11
      value: Name 1:9-10 id=b
    values: Constant 1:11-13 type=Str text='}'
)out");
}

TEST(ParserString, ConversionAndFormat) {
  EXPECT_EQ(dumpOf("f'{a!r:>{width}.2f}'"), R"out(
body: Expr 1:1-21
  value: JoinedStr 1:1-21
    values: FormattedValue 1:3-20 conversion=r
      value: Name 1:4-5 id=a
      format: JoinedStr 1:8-19
        values: Constant 1:8-9 type=Str text='>'
        values: FormattedValue 1:9-16
          value: Name 1:10-15 id=width
        values: Constant 1:16-19 type=Str text='.2f'
)out");
}

TEST(ParserString, ColonStartsTheFormat) {
  EXPECT_EQ(dumpOf("f'{a:=5}{b[c:d]}{(lambda: e)}'"), R"out(
body: Expr 1:1-31
  value: JoinedStr 1:1-31
    values: FormattedValue 1:3-9
      value: Name 1:4-5 id=a
      format: JoinedStr 1:6-8
        values: Constant 1:6-8 type=Str text='=5'
    values: FormattedValue 1:9-17
      value: Subscript 1:10-16
        value: Name 1:10-11 id=b
        index: Slice 1:12-15
          lower: Name 1:12-13 id=c
          upper: Name 1:14-15 id=d
    values: FormattedValue 1:17-30
      value: Lambda 1:19-28
        body: Name 1:27-28 id=e
)out");
}

TEST(ParserString, NotEqualIsNoConversion) {
  EXPECT_EQ(dumpOf("f'{a!=b}'"), R"out(
body: Expr 1:1-10
  value: JoinedStr 1:1-10
    values: FormattedValue 1:3-9
      value: Compare 1:4-8 ops='!='
        left: Name 1:4-5 id=a
        comparators: Name 1:7-8 id=b
)out");
}

TEST(ParserString, DebugFieldShowsItsText) {
  EXPECT_EQ(dumpOf("f'{ a + b = }{c=!s}{d=:x}'"), R"out(
body: Expr 1:1-27
  value: JoinedStr 1:1-27
    values: Constant 1:4-13 type=Str text=' a + b = '
    values: FormattedValue 1:3-14 conversion=r
      value: BinOp 1:5-10 op='+'
        left: Name 1:5-6 id=a
        right: Name 1:9-10 id=b
    values: Constant 1:15-17 type=Str text='c='
    values: FormattedValue 1:14-20 conversion=s
      value: Name 1:15-16 id=c
    values: Constant 1:21-23 type=Str text='d='
    values: FormattedValue 1:20-26
      value: Name 1:21-22 id=d
      format: JoinedStr 1:24-25
        values: Constant 1:24-25 type=Str text='x'
)out");
}

TEST(ParserString, CommentsDoNotShowInDebugFields) {
  EXPECT_EQ(dumpOf(R"py(f'''{a # b
 = }''')py"),
            R"out(
body: Expr 1:1-2:8
  value: JoinedStr 1:1-2:8
    values: Constant 1:6-2:4 type=Str text='a \n = '
    values: FormattedValue 1:5-2:5 conversion=r
      value: Name 1:6-7 id=a
)out");
}

TEST(ParserString, SameQuotesInsideAField) {
  EXPECT_EQ(dumpOf("f'{a['b']}{f'{c}'}'"), R"out(
body: Expr 1:1-20
  value: JoinedStr 1:1-20
    values: FormattedValue 1:3-11
      value: Subscript 1:4-10
        value: Name 1:4-5 id=a
        index: Constant 1:6-9 type=Str text='b'
    values: FormattedValue 1:11-19
      value: JoinedStr 1:12-18
        values: FormattedValue 1:14-17
          value: Name 1:15-16 id=c
)out");
}

TEST(ParserString, NestedFormat) {
  EXPECT_EQ(dumpOf("f'{a:{b:{c}}}'"), R"out(
body: Expr 1:1-15
  value: JoinedStr 1:1-15
    values: FormattedValue 1:3-14
      value: Name 1:4-5 id=a
      format: JoinedStr 1:6-13
        values: FormattedValue 1:6-13
          value: Name 1:7-8 id=b
          format: JoinedStr 1:9-12
            values: FormattedValue 1:9-12
              value: Name 1:10-11 id=c
)out");
}

TEST(ParserString, TupleAndYieldInAField) {
  EXPECT_EQ(dumpOf("f'{a, *b}{yield c}'"), R"out(
body: Expr 1:1-20
  value: JoinedStr 1:1-20
    values: FormattedValue 1:3-10
      value: Tuple 1:4-9
        elts: Name 1:4-5 id=a
        elts: Starred 1:7-9
          value: Name 1:8-9 id=b
    values: FormattedValue 1:10-19
      value: Yield 1:11-18
        value: Name 1:17-18 id=c
)out");
}

TEST(ParserString, FStringsJoinTheirNeighbours) {
  EXPECT_EQ(dumpOf("'a' f'b{c}' 'd' f'e'"), R"out(
body: Expr 1:1-21
  value: JoinedStr 1:1-21
    values: Constant 1:1-8 type=Str text='ab'
    values: FormattedValue 1:8-11
      value: Name 1:9-10 id=c
    values: Constant 1:13-20 type=Str text='de'
)out");
}

TEST(ParserString, RawFString) {
  EXPECT_EQ(dumpOf(R"py(rf'\n{a}\{b}')py"), R"out(
body: Expr 1:1-14
  value: JoinedStr 1:1-14
    values: Constant 1:4-6 type=Str text='\\n'
    values: FormattedValue 1:6-9
      value: Name 1:7-8 id=a
    values: Constant 1:9-10 type=Str text='\\'
    values: FormattedValue 1:10-13
      value: Name 1:11-12 id=b
)out");
}

TEST(ParserString, BackslashBeforeBrace) {
  EXPECT_EQ(dumpOf(R"py(f'\{a}\N{DASH}')py"), R"out(
body: Expr 1:1-16
  value: JoinedStr 1:1-16
    values: Constant 1:3-4 type=Str text='\\'
    values: FormattedValue 1:4-7
      value: Name 1:5-6 id=a
    values: Constant 1:7-15 type=Str text='\\N{DASH}'
)out");
}

TEST(ParserString, DictInAField) {
  EXPECT_EQ(dumpOf("f'{ {a: b}[c] }'"), R"out(
body: Expr 1:1-17
  value: JoinedStr 1:1-17
    values: FormattedValue 1:3-16
      value: Subscript 1:5-14
        value: Dict 1:5-11
          keys: Name 1:6-7 id=a
          values: Name 1:9-10 id=b
        index: Name 1:12-13 id=c
)out");
}

}  // namespace
}  // namespace tritonc::frontend
