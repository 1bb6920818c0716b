#!/usr/bin/env python3
"""Tests of progress on a terminal of a given width, behind weft-run and without it, and where there is no terminal."""

import fcntl
import os
import pathlib
import re
import struct
import subprocess
import tempfile
import termios
import unittest

from program import BUILD, ENVIRONMENT, ProgramTest, weft

SETTINGS = """program = "turbulence"
[grid]
nx = 16
ny = 16
nz = 16
[time]
step = 0.001
[run]
until = 1000
[output]
history_every = 5
statistics_every = 0
"""
LONG = ("run.most_steps=1000000", "run.wall_minutes=0.01")  # longer than it takes until a line is due
REDRAW = "\r\x1b[K"
STEP = re.compile(r"step (\d+) of (\d+), t=\S+ of 1000, [\d.]+ steps/s(, .* left)?(, courant_number=\S+( energy=\S+.*)?)?")


def on_terminal(command, columns, **environment):
    """Exit status, standard output, and what a terminal of so many columns got on standard error."""
    terminal, side = os.openpty()
    fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    every = {**ENVIRONMENT, "TERM": "xterm", **environment}
    if "WEFT_PROGRESS" not in environment:
        del every["WEFT_PROGRESS"]
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=side,
                               text=True, env=every)
    os.close(side)
    text = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # all of the other side is closed
            break
        if not part:
            break
        text += part
    os.close(terminal)
    output = process.stdout.read()
    process.stdout.close()
    return process.wait(), output, text.decode()


class ProgressTest(ProgramTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        try:
            for side in os.openpty():
                os.close(side)
        except OSError:
            self.skipTest("this machine has no pseudo-terminals")

    def flow(self, name, *settings, processes=1):
        (self.folder / "settings.toml").write_text(SETTINGS)
        launcher = [] if processes is None else [BUILD / "weft-run", "-n", processes]
        return [*launcher, BUILD / "weft", "run", self.folder / "settings.toml",
                *[word for text in (f"output.name={self.folder / name}", *settings) for word in ("--set", text)]]

    def check_lines(self, text, columns):
        """They fit, and at last nothing is left of them. Returns them."""
        self.assertTrue(text.startswith(REDRAW), text)
        self.assertTrue(text.endswith(REDRAW), text)
        self.assertNotIn("\n", text)
        lines = [line for line in text.split(REDRAW) if line]
        self.assertLess(max(map(len, lines)), columns)
        return lines

    def test_a_run_shows_its_steps_in_the_width_of_the_terminal(self):
        for processes, columns in ((None, 200), (1, 60), (2, 132), (2, 30)):
            with self.subTest(processes=processes, columns=columns):
                name = f"flow{processes}{columns}"
                status, output, text = on_terminal(self.flow(name, *LONG, processes=processes), columns)
                self.assertEqual(status, 3, text)
                self.assertIn("stopped after", output)
                self.assertNotIn("\x1b", output)
                lines = [line for line in self.check_lines(text, columns) if line.startswith("step ")]
                self.assertTrue(lines, text)
                if columns < 100:
                    self.assertTrue(all(STEP.match(line) or len(line) > columns - 25 for line in lines), lines)
                    continue
                for line in lines:
                    self.assertRegex(line, STEP)
                    self.assertEqual(line.split()[3], "1000000,")
                self.assertRegex(lines[-1], r" left, courant_number=\S+ energy=\S+ enstrophy=")

    def test_a_run_that_goes_on_counts_its_own_steps(self):
        self.run_well(*self.flow("flow", "run.most_steps=400", processes=None)[1:])
        _, output, text = on_terminal(self.flow("flow", *LONG), 200)
        self.assertIn("going on from", output)
        lines = [STEP.match(line) for line in self.check_lines(text, 200) if line.startswith("step ")]
        self.assertGreater(int(lines[0][1]), 400)
        each = float(re.search(r"; \d+ steps in .*, (\S+) ms each", output)[1])
        speeds = [float(re.search(r"([\d.]+) steps/s", line[0])[1]) for line in lines]
        self.assertLess(sorted(speeds)[len(speeds) // 2], 5 * 1000 / each, "400 steps are of the job before")

    def test_without_a_terminal_a_brief_command_is_silent(self):
        for variable in ("", "log", "0"):
            for processes in (None, 2):
                with self.subTest(variable=variable, processes=processes):
                    command = self.flow(f"flow{variable}{processes}", "run.most_steps=20", processes=processes)
                    result = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                                            stdin=subprocess.DEVNULL, env={**ENVIRONMENT, "WEFT_PROGRESS": variable})
                    self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_a_terminal_without_a_cursor_and_one_that_is_switched_off_get_no_line(self):
        for environment in ({"TERM": "dumb"}, {"WEFT_PROGRESS": "0"}):
            for processes in (None, 2):
                with self.subTest(environment=environment, processes=processes):
                    name = f"flow{environment.get('TERM')}{processes}"
                    command = self.flow(name, "run.most_steps=20", processes=processes)
                    status, _, text = on_terminal(command, 80, **environment)
                    self.assertEqual((status, text), (0, ""))

    def test_a_value_without_a_meaning_is_refused(self):
        self.assert_one_error(weft("info", environment={"WEFT_PROGRESS": "loud"}), "WEFT_PROGRESS is 'loud'", "log")

    def test_tuning_says_which_candidate_it_measures(self):
        command = [BUILD / "weft-run", "-n", 2, BUILD / "weft", "tune", "--shape", "16x12x10", "--set", "wisdom=ignore"]
        status, output, text = on_terminal(command, 300)
        self.assertEqual(status, 0, text)
        self.assertIn("rank", output)
        lines = [line for line in text.split(REDRAW) if line.startswith("candidate ")]
        self.assertRegex(lines[0], r"^candidate 1 of \d+: 2 ")
        for number, line in enumerate(lines[1:], 2):
            match = re.match(r"candidate (\d+) of (\d+), .+ left: \S.*; best so far \S+ ms: 2 \w+", line)
            self.assertTrue(match, line)
            self.assertEqual(int(match[1]), number)
            self.assertLessEqual(number, int(match[2]))
        for line in text.split(REDRAW):
            if line.startswith("second look"):
                self.assertRegex(line, r"^second look \d+ of at most 24(, at most .+ left)?: 2 .*; best so far")

    def test_rounds_of_a_benchmark_have_a_time_that_is_left(self):
        command = [BUILD / "weft-run", "-n", 2, BUILD / "weft", "bench", "--shape", "32x32x32", "--repeats", 2000]
        status, output, text = on_terminal(command, 80)
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"\x1b\[Kround \d+ of 2000, .+ left\r")
        self.assertNotIn("\r", output)


if __name__ == "__main__":
    unittest.main()
