"""Prints, parses and prints again every .tir file below tests/ that is valid as it stands.

usage: round_trip.py TRITONC_OPT TESTS_FOLDER
"""

import pathlib
import subprocess
import sys


def opt(tool, text):
    return subprocess.run([tool, "-"], input=text, capture_output=True, text=True, check=False)


def main():
    tool, folder = sys.argv[1:]
    checked, differing = 0, []
    for path in sorted(pathlib.Path(folder).rglob("*.tir")):
        first = opt(tool, path.read_text())
        if first.returncode:
            continue  # a test of diagnostics
        checked += 1
        second = opt(tool, first.stdout)
        if second.returncode or second.stdout != first.stdout:
            differing.append(f"{path}: {second.stderr}")
    print(f"{checked} files, {len(differing)} differ", *differing, sep="\n")
    sys.exit(bool(differing) or checked < 20)


main()
