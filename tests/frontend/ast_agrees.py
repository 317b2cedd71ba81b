#!/usr/bin/env python3
"""The parser's trees agree with those of Python's module `ast`: kinds, fields, values and positions.

usage: ast_agrees.py PARSE_FILES [STEP [FOLDER]]

Compares every STEP-th file of FOLDER, by default the running Python's library, by writing Python's tree in the form of our dump. The order
of fields and the spelling of operators are read from frontend/ast.def.
"""

import ast
import pathlib
import re
import subprocess
import sys
import sysconfig
import unicodedata
import warnings

AST_DEF = (pathlib.Path(__file__).parents[2] / "frontend/ast.def").read_text()
FIELDS = {
    python: re.findall(r"FIELD\((\w+)\)", fields)
    for python, fields in re.findall(r'^(?:NODE|EXPR|STMT|PATTERN|TYPE_PARAM)\(\w+, *"(\w+)", *"[^"]*",(.*)\)$', AST_DEF, re.M)
}
OPERATORS = dict(re.findall(r'^\w+_OPERATOR\((\w+), *"([^"]+)"\)$', AST_DEF, re.M))
RENAMED = {
    "asName": "asname", "context": "context_expr", "decorators": "decorator_list", "defaultValue": "default_value",
    "format": "format_spec", "index": "slice", "isAsync": "is_async", "isSimple": "simple",
    "keywordPatterns": "kwd_patterns", "typeParams": "type_params",
}
RENAMED_IN = {("withitem", "target"): "optional_vars", ("MatchClass", "keywords"): "kwd_attrs", ("keyword", "name"): "arg"}
WITHOUT_POSITION = ("comprehension", "withitem", "match_case")
# Before 3.12 Python gave the parts of f-strings no useful positions, and later versions do not agree on their text.
NO_POSITIONS_INSIDE = "JoinedStr"


def quoted(data):
    return "'" + "".join(
        "\\" + chr(c) if chr(c) in "\\'" else "\\n" if c == 10 else chr(c) if 32 <= c < 127 else f"\\x{c:02x}" for c in data
    ) + "'"


class Writer:
    def __init__(self, source):
        self.source_lines = source.splitlines(keepends=True)
        self.lines = []

    def segment(self, node):
        return self.source_lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode()

    def constant(self, node):
        value = node.value
        if value is None or value is True or value is False:
            return f" type={value}"
        if value is ...:
            return " type=Ellipsis"
        if isinstance(value, (str, bytes)):
            data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
            return f" type={'Bytes' if isinstance(value, bytes) else 'Str'}" + (f" text={quoted(data)}" if data else "")
        name = {int: "Int", float: "Float", complex: "Imaginary"}[type(value)]
        return f" type={name} text='{self.segment(node)}'"

    def params(self, depth, has_positions, args):
        defaults = [None] * (len(args.posonlyargs + args.args) - len(args.defaults)) + args.defaults
        forms = [("PositionalOnly", a) for a in args.posonlyargs] + [("", a) for a in args.args]
        params = [(form, arg, default) for (form, arg), default in zip(forms, defaults)]
        params += [("VarPositional", args.vararg, None)] if args.vararg else []
        params += [("KeywordOnly", arg, default) for arg, default in zip(args.kwonlyargs, args.kw_defaults)]
        params += [("VarKeyword", args.kwarg, None)] if args.kwarg else []
        for form, arg, default in params:
            self.line(depth, has_positions, "params", arg, f" name={arg.arg}" + (f" form={form}" if form else ""))
            for name, child in (("annotation", arg.annotation), ("defaultValue", default)):
                if child:
                    self.node(depth + 1, has_positions, name, child)

    def line(self, depth, has_positions, field, node, values):
        kind = type(node).__name__
        position = ""
        if has_positions and kind not in WITHOUT_POSITION:
            end_line = "" if node.end_lineno == node.lineno else f"{node.end_lineno}:"
            position = f" {node.lineno}:{node.col_offset + 1}-{end_line}{node.end_col_offset + 1}"
        self.lines.append(f"{'  ' * depth}{field}: {kind}{position}{values}")

    def node(self, depth, has_positions, field, node):
        kind = type(node).__name__
        if kind == "Constant":
            return self.line(depth, has_positions, field, node, self.constant(node))
        values, children = "", []
        for name in FIELDS[kind]:
            attr = RENAMED_IN.get((kind, name)) or RENAMED.get(name, name)
            value = node.args if name == "params" else getattr(node, attr, None)
            for item in value if isinstance(value, list) else [value]:
                if isinstance(item, (ast.operator, ast.boolop, ast.unaryop, ast.cmpop)):
                    values += f" {name}='{OPERATORS[type(item).__name__]}'"
                elif isinstance(item, ast.AST) or (item is None and name == "keys"):
                    children.append((name, item))
                elif kind == "MatchSingleton":
                    values += f" value={item}"
                elif name == "conversion":
                    values += f" conversion={chr(item)}" if item > 0 else ""
                elif name in ("isAsync", "isSimple"):
                    values += f" {name}=true" if item else ""
                elif kind == "TypeAlias" and name == "name":
                    values += f" name={item.id}"
                elif item:
                    values += f" {name}={item}"
        if kind == "TypeAlias":
            values, children = f" name={node.name.id}", children[1:]
        self.line(depth, has_positions, field, node, values)
        has_positions = has_positions and kind != NO_POSITIONS_INSIDE
        for name, child in children:
            if child is None:
                self.lines.append(f"{'  ' * (depth + 1)}{name}: **")
            elif name == "params":
                self.params(depth + 1, has_positions, child)
            else:
                self.node(depth + 1, has_positions, name, child)


def without_extra_positions(lines):
    """Our dump without the positions that Python does not have."""
    joined_depth = None
    for line in lines:
        depth = len(line) - len(line.lstrip())
        if joined_depth is not None and depth <= joined_depth:
            joined_depth = None
        match = re.match(r" *\w+: (\w+)( \d+:\d+-[\d:]+)", line)
        if match and (joined_depth is not None or match[1] in WITHOUT_POSITION):
            line = line[: match.start(2)] + line[match.end(2) :]
        if match and match[1] == NO_POSITIONS_INSIDE and joined_depth is None:
            joined_depth = depth
        yield line


def normalized(line):
    """With named characters resolved and identifiers in normal form, neither of which our parser does."""

    def resolve(match):
        try:
            return quoted(unicodedata.lookup(match[1]).encode())[1:-1]
        except KeyError:
            return match[0]

    return unicodedata.normalize("NFKC", re.sub(r"\\\\N\{([^}']*)\}", resolve, line))


def tree_lines(path):
    source = path.read_bytes()
    writer = Writer(source.removeprefix(b"\xef\xbb\xbf"))
    for stmt in ast.parse(source).body:
        writer.node(0, True, "body", stmt)
    return writer.lines


def first_difference(path, parse_files):
    try:
        path.read_bytes().decode()
        theirs = tree_lines(path)
    except (SyntaxError, ValueError, RecursionError):
        return None
    output = subprocess.run([parse_files, "--dump", path], capture_output=True, text=True).stdout.split("\n")
    ours = list(without_extra_positions(output[1:-2]))
    for our, their in zip(ours + ["(end)"], theirs + ["(end)"]):
        if our != their and normalized(our) != normalized(their):
            return f"{path}:\n  ours:   {our}\n  Python: {their}"
    return ""


def main():
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10000)
    step = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    root = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else sysconfig.get_path("stdlib"))
    results = [first_difference(path, sys.argv[1]) for path in sorted(root.rglob("*.py"))[::step]]
    compared = [result for result in results if result is not None]
    differing = [result for result in compared if result]
    print("\n".join(differing))
    print(f"{len(compared) - len(differing)} of {len(compared)} trees agree")
    return 1 if differing or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
