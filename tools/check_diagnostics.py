#!/usr/bin/env python3
"""Fails if a diagnostic has no test that expects it.

    check_diagnostics.py [ROOT]

Every row of ir/support/diagnostics.def must appear as `[id]`, the way it is printed, in a file below tests/.
"""

import pathlib
import re
import sys

TABLE = "ir/support/diagnostics.def"
ROW = re.compile(r'^DIAG\(\s*\w+\s*,\s*"([^"]+)"\s*\)', re.MULTILINE)
TEST_SUFFIXES = {".py", ".tir", ".test", ".txt", ".cpp"}

# Diagnostics that no test can provoke, each with the reason.
EXEMPT = {}


def expected_ids(tests):
    """Every `[id]` that a test mentions."""
    found = set()
    for path in tests.rglob("*"):
        if path.suffix in TEST_SUFFIXES and path.is_file():
            found.update(re.findall(r"\[([a-z0-9-]+)\]", path.read_text(encoding="utf-8", errors="replace")))
    return found


def main(root):
    ids = ROW.findall((root / TABLE).read_text(encoding="utf-8"))
    if not ids:
        sys.exit(f"{TABLE}: no row found")
    expected = expected_ids(root / "tests")
    errors = [f"{name}: no test below tests/ expects [{name}]" for name in ids if name not in expected | EXEMPT.keys()]
    errors += [f"{name}: exempt, yet tested" for name in EXEMPT if name in expected]
    errors += [f"{name}: exempt, yet not in {TABLE}" for name in EXEMPT if name not in ids]
    print(f"{len(ids)} diagnostics, {len(errors)} errors")
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
