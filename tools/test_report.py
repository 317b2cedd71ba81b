#!/usr/bin/env python3
"""Counts the tests of one ctest run case by case.

    test_report.py BUILD_FOLDER

Reads BUILD_FOLDER/ctest.xml, which ctest wrote, and replaces its one test `lit` by the cases in BUILD_FOLDER/lit.json.
Shows the output of every test that failed and closes with the line `N passed, N failed`. A test that ctest could not
start counts as failed, and so does a run that left no report or had no tests.
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree
from typing import NamedTuple

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


class Case(NamedTuple):
    name: str
    outcome: str  # passed, failed or skipped
    output: str


def ctest_cases(report):
    """Every test of ctest's JUnit report."""
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        name, output = case.get("name"), case.findtext("system-out", default="")
        status, skipped = case.get("status"), case.find("skipped")
        asked_for = skipped is not None and skipped.get("message", "").startswith("SKIP_")  # by the test itself
        if status == "run":
            yield Case(name, "passed", output)
        elif status == "disabled" or asked_for:
            yield Case(name, "skipped", output)
        else:
            yield Case(name, "failed", output or "no output; ctest.log says how it ended")


def lit_cases(results):
    """Every test of lit's JSON output."""
    for test in json.loads(results.read_text(encoding="utf-8"))["tests"]:
        code = test["code"]
        outcome = "passed" if code in LIT_PASSED else "skipped" if code in LIT_SKIPPED else "failed"
        yield Case(test["name"], outcome, test.get("output", ""))


def all_cases(build):
    report, results = build / "ctest.xml", build / "lit.json"
    if not report.exists():
        return [Case("ctest", "failed", f"ctest left no {report}")]
    cases = []
    for case in ctest_cases(report):
        if case.name != "lit" or not results.exists():
            cases.append(case)
            continue
        of_lit = list(lit_cases(results))
        cases += of_lit
        # lit itself may have failed without a failing case.
        if case.outcome == "failed" and all(one.outcome != "failed" for one in of_lit):
            cases.append(case)
    return cases or [Case("ctest", "failed", "the run had no tests")]


def main(build):
    cases = all_cases(build)
    failed = [case for case in cases if case.outcome == "failed"]
    skipped = [case for case in cases if case.outcome == "skipped"]
    for case in failed:
        print(f"FAILED {case.name}\n{case.output.rstrip()}\n")
    if skipped:
        print("skipped: " + ", ".join(case.name for case in skipped))
    print(f"{len(cases) - len(failed) - len(skipped)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
