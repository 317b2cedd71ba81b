#!/usr/bin/env python3
"""Every file of the running Python's standard library that Python itself accepts parses without a diagnostic.

usage: stdlib.py PARSE_FILES
"""

import pathlib
import subprocess
import sys
import sysconfig
import tempfile
import warnings


def accepted_by_python(path):
    try:
        compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        return False
    return True


def main():
    warnings.simplefilter("ignore")
    stdlib = pathlib.Path(sysconfig.get_path("stdlib"))
    files = [path for path in sorted(stdlib.rglob("*.py")) if accepted_by_python(path)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listing:
        listing.writelines(f"{path}\n" for path in files)
        listing.flush()
        return subprocess.run([sys.argv[1], "--time", "@" + listing.name]).returncode


if __name__ == "__main__":
    sys.exit(main())
