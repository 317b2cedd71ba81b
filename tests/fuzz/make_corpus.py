#!/usr/bin/env python3
"""Writes the seeds and the dictionary of a fuzzer, made from the tree's own files.

usage: make_corpus.py fuzz_source|fuzz_ir_text|fuzz_signature|fuzz_kernel|fuzz_ptx FOLDER

FOLDER/seeds gets one file for each seed, small ones so that much can be made of them, and FOLDER/words is the dictionary.
FOLDER/deep gets one file for every way in which a text nests, nested further than anyone writes: to be run as they are.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEPTH = 20000


def texts(*patterns):
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            yield path, path.read_text(encoding="utf-8", errors="replace")


def without_comments(text, mark):
    return re.sub(rf"^\s*{mark}.*\n", "", text, flags=re.MULTILINE)


def table(path, macros, column=0):
    """A quoted string of each row of an X-macro table: the first one, or the one `column` behind it."""
    rows = re.compile(rf'^(?:{macros})\([^"\n]*' + r'"[^"]*",\s*' * column + r'"([^"]+)"', re.MULTILINE)
    return rows.findall((ROOT / path).read_text())


def builtin_names():
    return re.findall(r"^(?:BUILTIN|UNSUPPORTED)\((\w+)", (ROOT / "frontend/builtins.def").read_text(), re.MULTILINE)


# ---- Python ----

NESTS = ["(", "[", "{", "{0:", "-", "not ", "await ", "lambda:", "lambda x=", "a if b else ", "a(", "a[", "f'{", "(yield ", "*",
         "[a for a in ", "(a:="]
CHAINS = ["a.", "a+", "a**", "a<", "a and ", "a or ", "a,", "a=", "'a' "]


def deep_python():
    for opening in NESTS + CHAINS:
        yield opening * DEPTH + "a"
    closing = {"(": ")", "[": "]", "a(": ")", "a[": "]"}
    for opening, end in closing.items():
        yield opening * DEPTH + "a" + end * DEPTH
    for suffix in (".a", "(a)", "[a]"):
        yield "a" + suffix * DEPTH
    yield "".join(" " * depth + "if a:\n" for depth in range(300)) + " " * 300 + "a\n"
    yield "if a: a\n" + "elif a: a\n" * DEPTH
    yield "def f(a: " * DEPTH
    yield "@a\n" * DEPTH + "def f(): pass\n"
    yield "match a:\n case " + "[" * DEPTH
    yield "for a in a: " * DEPTH


def python_words():
    words = table("frontend/token.def", "KEYWORD|PUNCT") + builtin_names()
    return words + ["tl.", "tl.constexpr", "@triton.jit", "tl.arange(0, 16)", "tl.static_range", "\n    ", "f'{", "0x", "1e"]


def source_seeds():
    for _, text in texts("tests/frontend/*.py", "tests/exec/*.py", "examples/*/*.py", "frontend/library/*.py"):
        yield from without_comments(text, "#").split("\n\n\n")


# ---- Kernels ----


def compile_requests(text):
    """The kernel and signature of each `tritonc compile` in the text's RUN lines."""
    for command in text.split("tritonc compile")[1:]:
        command = command.split("RUN:")[0]
        kernel = re.search(r" (?:-k|-n) (\S+)", command)
        signature = re.search(r""" -s (?:"([^"]*)"|'([^']*)')""", command)
        if signature:
            yield kernel.group(1) if kernel else "", signature.group(1) or signature.group(2) or ""


def kernel_seeds():
    for _, text in texts("tests/frontend/*.py"):
        for name, signature in compile_requests(text):
            yield f"{name}|{signature}\n{without_comments(text, '#')}"


def deep_kernels():
    head = "k|*fp32\nimport triton\nimport triton.language as tl\n@triton.jit\ndef k(p):\n"
    for nest in deep_python():
        if "\n" not in nest:
            yield f"{head} a = tl.load(p)\n a = {nest}\n"
    for header in ("if tl.load(p) > 0:", "for i in range(0, 9):", "while tl.load(p) > 0:"):
        blocks = "".join(" " * depth + header + "\n" for depth in range(1, 90))
        yield head + blocks + " " * 90 + "tl.store(p, 1)\n"


# ---- Signatures ----


def signature_seeds():
    for _, text in texts("tests/frontend/*.py", "tests/tools/*.test"):
        for _, signature in compile_requests(text):
            yield signature


def deep_signatures():
    yield "*" * DEPTH + "fp32"
    yield "(" * DEPTH + "i32" + ")" * DEPTH
    yield "tensordesc<" * DEPTH


def signature_words():
    return table("frontend/dtypes.def", "DTYPE", column=1) + ["*", ":16", ":1", "tensordesc<", "constexpr", "None", "name="]


# ---- Tile IR ----


def ir_seeds():
    for _, text in texts("tests/**/*.tir"):
        functions = re.split(r"^(?=kernel|func)", without_comments(text, "//"), flags=re.MULTILINE)
        yield from (functions[0] + function for function in functions[1:])


def deep_ir():
    block = "if true:i1 {"
    yield "module\nfunc @f() {\n" + block * DEPTH + "}" * DEPTH + "return }"
    yield "module\nfunc @f(%x: " + "ptr<" * DEPTH + "f32" + ">" * DEPTH + ") { return }"
    yield "module\nfunc @f(%x: tile<" + "1x" * DEPTH + "f32>) { return }"


def ir_words():
    words = table("ir/ops.def", "OP") + table("ir/scalars.def", "SCALAR")
    return words + ["%0", "%x", "tile<", "ptr<", "shared<", "#l0", "module", "kernel @k", "func @f", "yield", "return", "0:i32"]


# ---- PTX ----

PTX_HEAD = """// tritonc.info: {"abi":1,"name":"k","version":"0","source_hash":"0","arch":"sm_90a","ptx_version":"8.5","warps":4,"stages":1,\
"cluster":[1,1,1],"shared_bytes":4096,"scratch_bytes":0,"scratch_align":128,"registers":null,"spill_bytes":null,"params":[],\
"constants":{},"tensor_maps":[]}
.version 8.5
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 memory[];
.visible .entry k(.param .u64 k_out, .param .u64 k_in)
{
.reg .pred %p<32>; .reg .b16 %h<32>; .reg .b32 %r<32>, %lane; .reg .f32 %f<32>; .reg .b64 %rd<32>, %out, %in; .reg .f64 %fd<32>;
ld.param.u64 %out, [k_out]; ld.param.u64 %in, [k_in]; mov.u32 %lane, %tid.x; mov.u32 %r31, memory;
"""


def ptx_seeds():
    """The bodies in the emulator's own tests: raw strings, and statements in ordinary ones."""
    for _, text in texts("tests/unit/emulator/*_test.cpp"):
        bodies = re.findall(r'R"\((.*?)\)"', text, re.DOTALL)
        bodies += ["".join(re.findall(r'"([^"]*)"', run)) for run in re.findall(r'"[^"]*;[^"]*"(?:\s*"[^"]*")*', text)]
        for body in bodies:
            yield PTX_HEAD + body.replace("\\n", "\n") + "\nret;\n}\n"


def deep_ptx():
    yield PTX_HEAD + "{" * DEPTH + "}" * DEPTH + "}"
    yield PTX_HEAD + "mov.b32 %r1, " + "{" * DEPTH
    yield PTX_HEAD + "ld.b32 %r1, " + "[%r1, " * DEPTH
    yield PTX_HEAD + "add.u32 %r1, %r1, 1;\n" * DEPTH + "ret; }"
    yield PTX_HEAD + "".join(f"@%p1 bra L{i}; L{i}:\n" for i in range(DEPTH)) + "ret; }"


def ptx_words():
    rows = re.findall(r'^INSTRUCTION\("([^"]+)",\s*\w+,\s*"[^"]*",\s*"([^"]*)"', (ROOT / "runtime/emulator/instructions.def").read_text(),
                      re.MULTILINE)
    words = [word for opcode, modifiers in rows for word in [opcode, *("." + part for part in modifiers.split())]]
    types = ["." + name for name in table("runtime/emulator/types.def", "TYPE")]
    return words + types + table("runtime/emulator/specials.def", "SPECIAL") + [".reg", ".shared", ".param", ".local", ".loc", "%r1",
                                                                               "[%r1+16]", "{%r1, %r2}", "@%p1", "bra", "_"]


KINDS = {
    "fuzz_source": (source_seeds, deep_python, python_words),
    "fuzz_kernel": (kernel_seeds, deep_kernels, python_words),
    "fuzz_signature": (signature_seeds, deep_signatures, signature_words),
    "fuzz_ir_text": (ir_seeds, deep_ir, ir_words),
    "fuzz_ptx": (ptx_seeds, deep_ptx, ptx_words),
}


def quoted(word):
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\x0a") + '"'


def write_files(folder, contents):
    folder.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(contents):
        (folder / str(number)).write_text(text, encoding="utf-8")


def main(target, folder):
    seeds, deep, words = KINDS[target]
    write_files(folder / "seeds", dict.fromkeys(seeds()))
    write_files(folder / "deep", deep())
    (folder / "words").write_text("".join(quoted(word) + "\n" for word in dict.fromkeys(words())))


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in KINDS:
        sys.exit(__doc__)
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
