"""Calls of the program for its tests. A test is started as `test_NAME.py BUILD` or with WEFT_BUILD set."""

import os
import pathlib
import subprocess
import sys
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "support"), str(TESTS.parent / "bindings/python")]  # weft_figures is there
if len(sys.argv) > 1 and pathlib.Path(sys.argv[1]).is_dir():
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
else:
    BUILD = pathlib.Path(os.environ["WEFT_BUILD"]).resolve()

# Several tests may run at a time on one machine, and nothing here looks at a terminal.
ENVIRONMENT = {"WEFT_RUN_BIND": "none", **os.environ, "WEFT_PROGRESS": "0"}

# Only variants of what is tested anyway are in the full tier.
is_full = os.environ.get("WEFT_TEST_FULL") == "1"
full_tier = unittest.skipUnless(is_full, "in the full tier")


def weft(*arguments, processes=None, environment=None, program="weft"):
    """The finished process of `weft ARGUMENTS`, under weft-run if a number of processes is given. program: another one of
    the build folder."""
    command = [str(BUILD / program), *map(str, arguments)]
    if processes is not None:
        command = [str(BUILD / "weft-run"), "-n", str(processes), *command]
    result = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                            env={**ENVIRONMENT, **(environment or {})})
    # libevent of Open MPI's launcher, about a pipe of a process that ended before it looked.
    result.stderr = "".join(line for line in result.stderr.splitlines(True) if not line.startswith("[warn] Epoll"))
    return result


IS_MPICH = "MPICH" in weft("--version").stdout


def process_counts(*counts, full=()):
    """Those of the counts that the machine runs in bearable time: MPICH spins when it has too few cores.

    full: counts of the full tier beside them.
    """
    return [n for n in (*counts, *(full if is_full else ())) if n <= 3 or not IS_MPICH]


class ProgramTest(unittest.TestCase):
    def run_well(self, *arguments, **options):
        """Runs weft, which must succeed and be silent about errors; returns its output."""
        result = weft(*arguments, **options)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stdout)
        return result.stdout

    def assert_one_error(self, result, *words, status=2):
        """One line on standard error, that tells all the words, and the exit status."""
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        lines = result.stderr.splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("weft: error: "), lines[0])
        for word in words:
            self.assertIn(word, lines[0])
