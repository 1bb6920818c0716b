#!/usr/bin/env python3
"""Tests of the command line of weft-lab."""

import unittest

from papers import CLI_TESTS  # noqa: F401: where program.py is
from program import ProgramTest, weft


class CommandLine(ProgramTest):
    def test_the_help_names_every_paper(self):
        text = self.run_well("--help", program="weft-lab")
        for name in ("transpose-split", "fft2d", "scalable-parallel-fft", "kernel-ft", "bench"):
            self.assertRegex(text, rf"(?m)^  {name} ")

    def test_values_that_cannot_be_are_refused(self):
        split, scalable = ["transpose-split"], ["scalable-parallel-fft"]
        for words, said in (([*split, "--shape", "8x8x8"], ("--shape",)),
                            ([*split, "--columns", "7"], ("--columns 7", "odd")),
                            ([*split, "--columns", "8", "--most-data", "255"], ("--most-data 255", "case a, 256")),
                            ([*split, "--pairs", "0"], ("--pairs", '"0"')),
                            ([*split, "--grid", "2x1"], ("--grid 2x1", "1 processes", "1x1")),
                            ([*split, "--set", "barriers=no"], ("--set barriers=no", "transpose-split")),
                            ([*split, "--exchange", "alltoallq"], ("alltoallq",)),
                            ([*split, "--json", "/no/such/folder/file"], ("/no/such/folder/file",)),
                            ([*scalable, "--sizes", "8:2"], ('"8:2"', "like 64,128")),
                            ([*scalable, "--sizes", "1"], ('"1"', "from 2 on")),
                            ([*scalable, "--processes", "0"], ('"0"', "like 1,2,4")),
                            ([*scalable, "--processes", "1,3"],
                             ("3 processes are asked for, and 1 were started", "weft-run -n 3")),
                            ([*scalable, "--exchange", "pairwise,cylic"], ("cylic", "cyclic")),
                            ([*scalable, "--exchange", "pairwise,pipelined:p2p"], ("pipelined:p2p",)),
                            ([*scalable, "--precision", "half"], ("half", "known: double, single")),
                            ([*scalable, "--most-bytes", "7"], ("--most-bytes 7", "8 or more")),
                            ([*scalable, "--set", "barriers=no", "--sizes", "8"], ("--set barriers=no",)),
                            (["fft2d", "--exchange", "all"], ("--exchange",)),
                            (["fft2d", "--sizes", "1600"], ('"1600"', "like 1600:6")),
                            (["fft2d", "--sizes", "8:2,"], ('"8:2,"',)),
                            (["fft2d", "--sizes", "8:0"], ('"8:0"',)),
                            (["fft2d", "--sizes", "8x8:2"], ('"8x8:2"',))):
            with self.subTest(words):
                self.assert_one_error(weft(*words, program="weft-lab"), *said)


if __name__ == "__main__":
    unittest.main()
