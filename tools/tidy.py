#!/usr/bin/env python3
"""Runs clang-tidy on source files of a configured build, and does not repeat what was found clean before.

usage: tidy.py BUILD_FOLDER FILE...

A file is clean for good as long as the same clang-tidy, with the same configuration and compile command, is given the same
text: its own and that of every header, comments included. The digests of those that were clean are in
BUILD_FOLDER/tidy-clean. Files that the build does not compile are passed over.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TIDY = "clang-tidy-19"
CLANG = "clang++-19"
# Findings of clang-tidy fail; the compiler's own warnings are the builds' business: here they would be errors inside system
# headers too.
TIDY_FLAGS = ["--quiet", "--extra-arg=-Wno-error"]


def compile_commands(build):
    """Of each file of the build, relative to the root: its folder and the arguments of its compiler."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        path = pathlib.Path(entry["file"])
        if path.is_relative_to(ROOT):
            found[str(path.relative_to(ROOT))] = entry["directory"], shlex.split(entry["command"])
    return found


def digest_of(file, folder, command, rules):
    """Of everything that decides what clang-tidy says; None if the file cannot be preprocessed."""
    start = next(i for i, word in enumerate(command) if os.path.basename(word).startswith("clang"))
    arguments = [word for word in command[start + 1:] if word not in ("-c", "-o") and not word.endswith(".o")]
    done = subprocess.run([CLANG, *arguments, "-E", "-CC", "-Wno-error"], cwd=folder, capture_output=True)
    if done.returncode != 0:
        return None
    digest = hashlib.sha256(rules)
    digest.update("\0".join([file, *arguments]).encode())
    digest.update(done.stdout)
    return digest.hexdigest()


def check(build, file, folder, command, rules):
    """What clang-tidy says about the file; nothing if that is nothing."""
    digest = digest_of(file, folder, command, rules)
    clean = build / "tidy-clean" / str(digest)
    if digest and clean.exists():
        return ""
    done = subprocess.run([TIDY, "-p", build, *TIDY_FLAGS, file], cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        if digest:
            clean.touch()
        return ""
    return done.stdout + done.stderr


def main(build, files):
    commands = compile_commands(build)
    (build / "tidy-clean").mkdir(exist_ok=True)
    version = subprocess.run([TIDY, "--version"], check=True, capture_output=True).stdout
    rules = version + (ROOT / ".clang-tidy").read_bytes() + " ".join(TIDY_FLAGS).encode()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        work = [pool.submit(check, build, file, *commands[file], rules) for file in files if file in commands]
        for done in work:
            if done.result():
                failed += 1
                print(done.result())
    print(f"{len(work)} files, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]))
