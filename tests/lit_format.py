"""The test format of tests/lit.cfg.py. A module of its own, since lit's workers have to import it."""

import lit.formats


class TritoncFormat(lit.formats.ShTest):
    """A .py file may be a kernel, a table of cases or a helper: it is a test only if it says how to run it."""

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        for test in super().getTestsInDirectory(suite, path_in_suite, lit_config, local_config):
            path = test.getSourcePath()
            if not path.endswith(".py") or has_run_line(path):
                yield test


def has_run_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return any(line.startswith("# RUN:") for line in file)
