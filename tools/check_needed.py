#!/usr/bin/env python3
"""Checks that executables need libc, libm and the loader at run time and nothing else.

    check_needed.py EXECUTABLE...

This is what "one file" means: a binary built here starts on any machine with a C library as new.
"""

import re
import subprocess
import sys

ALLOWED = re.compile(r"libc\.so\.6|libm\.so\.6|ld-linux-[\w-]+\.so\.\d+")


def needed(path):
    """The DT_NEEDED entries of the ELF file at `path`."""
    dynamic = subprocess.run(["readelf", "--dynamic", "--wide", path], check=True, capture_output=True, text=True)
    return re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic.stdout)


def main(paths):
    if not paths:
        sys.exit(__doc__)
    failed = False
    for path in paths:
        libraries = needed(path)
        extra = [name for name in libraries if not ALLOWED.fullmatch(name)]
        failed |= bool(extra)
        print(f"{path}: needs {', '.join(extra or libraries) or 'nothing'}{' (not allowed)' if extra else ''}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
