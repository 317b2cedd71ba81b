"""Writes C++ files of known sizes for check_sizes.test into the folder named on the command line."""

import pathlib
import sys

SOURCE = """\
namespace n {
const int kTable[] = {
%(filler)s};
struct Scanner { void scanAll(); int peek() const { return '{'; } };
// A brace in a comment, {, opens nothing.
static const char *text() { return "{\\"{"; }
void Scanner::scanAll() {
  auto lambda = [](int x) {
    return x;
  };
%(statements)s}
template <typename T>
T last(T x) { return x; }
}
"""

folder = pathlib.Path(sys.argv[1])
(folder / "source.cpp").write_text(SOURCE % {"filler": "  1,\n" * 150, "statements": "  scan();\n" * 98})
(folder / "long.h").write_text("#pragma once\n" + "// {\n" * 502)
