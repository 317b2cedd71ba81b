"""The cases of bench/corpus_results.py: a table for each kind of kernel."""

import importlib
import pkgutil


def all_cases():
    """The cases of every table, each with the kind that its table is named after."""
    cases = []
    for entry in sorted(pkgutil.iter_modules(__path__), key=lambda entry: entry.name):
        module = importlib.import_module(f"{__name__}.{entry.name}")
        for case in getattr(module, "CASES", ()):
            case.kind = entry.name
            cases.append(case)
    return cases
