#!/usr/bin/env python3
"""Prints the sizes of source files and functions and fails where one exceeds the hard limit.

    check_sizes.py [ROOT]

A file or function that has to be larger is listed in tools/size_allowlist.txt, one `PATH reason` or
`PATH:FUNCTION reason` a line; an entry that is no longer needed is an error too.
"""

import pathlib
import re
import statistics
import subprocess
import sys

HARD_LIMITS = {".cpp": 1000, ".h": 500}
FUNCTION_LIMIT = 100
ALLOWLIST = "tools/size_allowlist.txt"

# What must not be searched for braces: comments, literals, preprocessor lines (with their continuations).
NOISE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
    r"|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*",
    re.DOTALL | re.MULTILINE,
)
TYPE_HEAD = re.compile(r"^(?:template\s*<.*>\s*)?(?:class|struct|union|enum)\b", re.DOTALL)
NAMESPACE_HEAD = re.compile(r"^(?:inline\s+)?namespace\b|^extern\s*$")
FUNCTION_NAME = re.compile(r"([\w:~]+|operator\s*[^\s\w(]+|operator\s*\(\s*\))\s*\(")


def source_files(root):
    """Committed and new C++ files below `root`, as paths relative to it."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.cpp", "*.h"],
        check=True, capture_output=True, text=True,
    ).stdout.splitlines()
    return [path for path in sorted(listed) if (pathlib.Path(root) / path).is_file()]


def blank_noise(text):
    """`text` with comments, literals and directives replaced by spaces, line structure kept."""
    return NOISE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def function_name(head):
    """The name of the function whose definition starts with `head`, or None if a brace there opens something else."""
    if TYPE_HEAD.match(head) or NAMESPACE_HEAD.match(head) or "(" not in head:
        return None
    before_arguments = head.split("(", 1)[0]
    if re.search(r"=\s*$|=[^=]*$", before_arguments) and "operator" not in before_arguments:
        return None  # an initialiser
    match = FUNCTION_NAME.search(head)
    if not match:
        return None
    name = match.group(1)
    if name in ("TEST", "TEST_F", "TEST_P"):  # gtest: the name is the arguments
        return "".join(head.split(None)).rstrip("{")
    return name


def functions(text):
    """(name, lines) of every function defined in the C++ source `text`."""
    code = blank_noise(text)
    open_scopes = []  # True where the scope is a namespace or a type, so that functions can be defined in it
    start = 0  # where the current declaration begins
    current = None  # (depth, name, first offset) of the function being read
    for match in re.finditer(r"[{};]", code):
        position, brace = match.start(), match.group()
        if brace == "{":
            head = code[start:position].strip()
            head = re.sub(r"^(?:public|private|protected)\s*:\s*", "", head)
            name = function_name(head) if current is None and all(open_scopes) else None
            if name:
                first = start + len(code[start:position]) - len(code[start:position].lstrip())
                current = (len(open_scopes), name, first)
            open_scopes.append(bool(TYPE_HEAD.match(head) or NAMESPACE_HEAD.match(head)))
        elif brace == "}" and open_scopes:
            open_scopes.pop()
            if current and len(open_scopes) == current[0]:
                yield current[1], code.count("\n", current[2], position) + 1
                current = None
        start = position + 1


def read_allowlist(root):
    path = pathlib.Path(root) / ALLOWLIST
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    entries = [line.split(None, 1) for line in lines if line.strip() and not line.startswith("#")]
    without_reason = [entry[0] for entry in entries if len(entry) < 2]
    if without_reason:
        sys.exit(f"{ALLOWLIST}: no reason given for {', '.join(without_reason)}")
    return {entry[0] for entry in entries}


def print_summary(label, sizes):
    if sizes:
        ordered = sorted(sizes)
        p90 = ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]
        print(f"{label:10} {len(ordered):5}   median {statistics.median(ordered):5.0f}   p90 {p90:5}   max {ordered[-1]:5}")


def main(root):
    allowed = read_allowlist(root)
    sizes = {".cpp": [], ".h": [], "functions": []}
    too_large = {}
    for path in source_files(root):
        text = (pathlib.Path(root) / path).read_text(encoding="utf-8")
        suffix, lines = pathlib.Path(path).suffix, text.count("\n")
        sizes[suffix].append(lines)
        if lines > HARD_LIMITS[suffix]:
            too_large[path] = f"{lines} lines, limit {HARD_LIMITS[suffix]}"
        for name, length in functions(text):
            sizes["functions"].append(length)
            if length > FUNCTION_LIMIT:
                too_large[f"{path}:{name}"] = f"{length} lines, limit {FUNCTION_LIMIT}"
    for label, values in sizes.items():
        print_summary(label, values)

    errors = [f"{what}: {size}" for what, size in too_large.items() if what not in allowed]
    errors += [f"{ALLOWLIST}: {entry} is not too large any more" for entry in sorted(allowed - too_large.keys())]
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "."))
