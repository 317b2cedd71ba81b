#!/usr/bin/env python3
"""Writes passes/README.md from the opening comments of the files that define the passes.

    gen_docs.py [--check] [ROOT]

passes/passes.def names the passes; the file that defines a pass's function opens with a comment of one sentence, an
example, and the headings Needs, Keeps, How, Cost and Leaves. A pass without them, or without a test in
tests/passes/FLAG/, is an error. With
--check nothing is written, and a README that differs is an error.
"""

import argparse
import pathlib
import re
import sys

ROW = re.compile(r'^PASS\("([\w-]+)",\s*(\w+),\s*"([^"]*)"\)', re.MULTILINE)
HEADINGS = ["Needs", "Keeps", "How", "Cost", "Leaves"]
INTRODUCTION = """\
# Passes

<!-- Written by tools/gen_docs.py from the opening comments of the passes; change those. -->

Passes rewrite a module of tile IR. `passes.def` lists them, `pipeline.cpp` orders them, `runner.cpp` runs them, and
`tritonc-opt --FLAG` runs one. In goes a module in stage `tile`, as the front end made it; out comes one in stage
`scheduled`, in which every tile has a layout and every buffer a place, and barriers stand where they have to.

Reading order: `pass.h`, `pipeline.cpp`, `simplify.cpp`, `affine.h`, `addresses.cpp`, `version_masks.cpp`,
`layout_graph.h`, `layouts.cpp`, `conversion_plan.h`, `global_access.h`, `synchronize.cpp`.

What the author of a kernel may want to know of a pass's choices and refusals, it says with `ir::Context::remark`, for those
who ask with `--remarks` (`remarks.h`).
"""


def defining_file(folder, function):
    """The source file that defines `Success function(ir::Module &module)`."""
    head = re.compile(rf"^Success {function}\(ir::Module &\w*\) \{{", re.MULTILINE)
    found = [path for path in sorted(folder.glob("*.cpp")) if head.search(path.read_text(encoding="utf-8"))]
    if len(found) != 1:
        sys.exit(f"{folder}/passes.def: {len(found)} files define `{function}`")
    return found[0]


def opening_comment(path):
    """The lines of the comment that a file opens with, without its slashes."""
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" ").rstrip())
    return lines


def sections(path):
    """The sentence, the example and a dictionary of the headed paragraphs of a pass's comment."""
    lines = opening_comment(path)
    starts = [i for i, line in enumerate(lines) if re.match(rf"({'|'.join(HEADINGS)}) ", line)]
    names = [lines[i].split()[0] for i in starts]
    if names != HEADINGS:
        sys.exit(f"{path}: the opening comment has the headings {names}, not {HEADINGS}")
    top = lines[: starts[0]]
    sentence_end = top.index("") if "" in top else len(top)
    sentence = " ".join(top[:sentence_end])
    if not re.match(r"[A-Z][\w -]*: \w", sentence):
        sys.exit(f"{path}: the opening comment starts with a sentence `Name: what it does.`")
    paragraphs = {}
    for begin, end in zip(starts, starts[1:] + [len(lines)]):
        first, *rest = lines[begin:end]
        name, text = first.split(maxsplit=1)
        paragraphs[name] = " ".join([text, *(line.strip() for line in rest)])
    return sentence, "\n".join(top[sentence_end:]).strip("\n"), paragraphs


def readme(folder):
    text = INTRODUCTION
    for flag, function, _ in ROW.findall((folder / "passes.def").read_text(encoding="utf-8")):
        path = defining_file(folder, function)
        tests = folder.parent / "tests" / "passes" / flag
        if not any((*tests.glob("*.tir"), *tests.glob("*.py"))):
            sys.exit(f"{path}: no test in tests/passes/{flag}/")
        sentence, example, paragraphs = sections(path)
        text += f"\n## `--{flag}` ({path.name})\n\n{sentence}\n\n"
        if example:
            text += f"```\n{example}\n```\n\n"
        text += "".join(f"- **{name}** {paragraphs[name]}\n" for name in HEADINGS)
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true")
    parser.add_argument("root", nargs="?", default=pathlib.Path(__file__).parent.parent, type=pathlib.Path)
    options = parser.parse_args()
    target = options.root / "passes" / "README.md"
    text = readme(target.parent)
    if not options.check:
        target.write_text(text, encoding="utf-8")
        return 0
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        print(f"{target} is out of date; run tools/gen_docs.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
