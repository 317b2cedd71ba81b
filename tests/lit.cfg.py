"""The lit suites: every .tir and .test file below tests/, and every .py file with a `# RUN:` line.

RUN lines use tools by their plain names: tritonc, tritonc-opt, FileCheck, not, expect-exit, and %python for Python,
%tools for the folder of scripts. A test that needs ptxas says `REQUIRES: ptxas`, one that needs
libdevice `REQUIRES: libdevice`.
"""

import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(config.source_root, "tests"))
from lit_format import TritoncFormat


def find_ptxas():
    """The search order of the compiler itself, less its own command-line flag."""
    candidates = [
        os.environ.get("TRITONC_PTXAS"),
        shutil.which("ptxas"),
        "/usr/local/cuda/bin/ptxas",
        os.path.join(config.source_root, ".tools/cuda/bin/ptxas"),
    ]
    return next((path for path in candidates if path and os.access(path, os.X_OK)), None)


def find_libdevice():
    """In the same places."""
    file = "nvvm/libdevice/libdevice.10.bc"
    candidates = [
        os.environ.get("TRITONC_LIBDEVICE"),
        os.path.join("/usr/local/cuda", file),
        os.path.join(config.source_root, ".tools/cuda", file),
    ]
    return next((path for path in candidates if path and os.path.exists(path)), None)


def add_tool(name, command):
    # A tool's name counts only as a word of its own: not in tritonc-opt, lib/tritonc or tritonc.h.
    config.substitutions.append((rf"(?<![\w./%-]){re.escape(name)}(?![\w./=-])", command))


config.name = "tritonc"
config.test_format = TritoncFormat(execute_external=False)
config.suffixes = [".tir", ".test", ".py"]
config.excludes = ["Inputs", "unit", "lit.cfg.py", "lit_format.py", "harness.py"]
config.test_source_root = os.path.join(config.source_root, "tests")
config.test_exec_root = os.path.join(config.binary_root, "tests")

tools = os.path.join(config.source_root, "tools")
add_tool("tritonc", os.path.join(config.binary_root, "tritonc"))
add_tool("tritonc-opt", os.path.join(config.binary_root, "tritonc-opt"))
add_tool("tir-codegen", os.path.join(config.binary_root, "tests/codegen/tir-codegen"))
add_tool("FileCheck", config.filecheck)
exec_test = [config.python, os.path.join(config.test_source_root, "exec/harness.py"), "--tritonc",
             os.path.join(config.binary_root, "tritonc")]
add_tool("exec-test", " ".join(exec_test))
add_tool("expect-exit", os.path.join(tools, "expect_exit.sh"))
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%tools", tools))

# Nothing of the user's own set-up may change a result.
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["PATH"] = os.pathsep.join([config.llvm_tools, os.environ["PATH"]])
for variable in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

libdevice = find_libdevice()
if libdevice:
    config.available_features.add("libdevice")
    config.environment["TRITONC_LIBDEVICE"] = libdevice

ptxas = find_ptxas()
if ptxas:
    config.available_features.add("ptxas")
    config.environment["TRITONC_PTXAS"] = ptxas
else:
    lit_config.note("no ptxas found: the tests that assemble are unsupported; `./dev setup` fetches it")
