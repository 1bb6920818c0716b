"""Runs of weft-lab for the tests of papers."""

import json
import pathlib
import subprocess
import sys
import tempfile

CLI_TESTS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "cli"
sys.path.insert(0, str(CLI_TESTS))

from program import ProgramTest, process_counts, weft

COUNTS = process_counts(1, 3, full=(2, 4))
BENCH_FRAME = ["command", "machine", "versions", "protocol", "results", "left_out"]


def exchanges():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "info.json"
        weft("info", "--json", path)
        return json.loads(path.read_text())["exchanges"]


class PaperTest(ProgramTest):
    def run_paper(self, *arguments, processes, environment=None):
        """The output and the report of a run that succeeds."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "paper.json"
            text = self.run_well(*arguments, "--json", path, processes=processes, environment=environment,
                                 program="weft-lab")
            report = json.loads(path.read_text())
        self.assertEqual(list(report), BENCH_FRAME)
        self.assertEqual((report["protocol"]["paper"], report["machine"]["processes"]), (arguments[0], processes))
        return text, report

    def fails_with_a_tampered_fftw(self, *arguments):
        source = CLI_TESTS / "tampered_fftw.c"
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder) / "tampered.so"
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-Wl,--no-as-needed", "-lfftw3", "-ldl"],
                           check=True)
            result = weft(*arguments, "--backend", "fftw", "--fftw-library", library, processes=2, program="weft-lab")
        self.assert_one_error(result, "the result is wrong", "limit", status=1)
