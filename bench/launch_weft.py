"""Starts `weft bench` for bench/in_cache.py and bench/before.py: pinned to a processor, and with an instruction set if asked."""

import json
import math
import os
import pathlib
import shlex
import subprocess
import tempfile

from in_cache_table import Failure

MANY_POINTS = 100_000  # planning FFTW takes ten seconds and more
HIGHWAY = {"AVX-512": "AVX3", "AVX2": "AVX2", "SSE4": "SSE4"}  # instruction set: its name in highway
PIN = ["taskset", "-c", str(max(os.sched_getaffinity(0)))]


def output_of(command, **environment):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env={**os.environ, **environment})
    if done.returncode:
        last = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()][-1:]
        words = [pathlib.Path(word).name for word in map(str, command)]
        raise Failure(f"{shlex.join(words)} ended with status {done.returncode}: {''.join(last)}")
    return done.stdout


def counts(problem, quick):
    """Rounds of a launch, and the least number of pairs in a batch: less of what takes long."""
    points = math.prod(problem["shape"])
    rounds, pairs = (15, 3) if points < MANY_POINTS else (9, 3) if points < 4_000_000 else (3, 1)
    return (min(rounds, 3) if quick else rounds), pairs


def words_of(problem, quick=False):
    """The problem as options of weft bench."""
    rounds, pairs = counts(problem, quick)
    words = ["--shape", "x".join(map(str, problem["shape"])), "--transform", problem["transform"], "--precision",
             problem["precision"], "--repeats", rounds]
    if len(problem["axes"]) < len(problem["shape"]):
        words += ["--axes", ",".join(map(str, problem["axes"]))]
    return words + (["--inner", 1] if pairs == 1 else [])


def instructions_of(report):
    """The set that weft's own kernels used."""
    target = report["versions"]["fft"].removeprefix("native-").split(",")[0]
    return next((name for name, word in HIGHWAY.items() if target.split("_")[0] == word), target)


class Weft:
    """A build of weft. With an instruction set, a library is loaded first that hides the better ones from highway."""

    def __init__(self, build, folder, instructions=None):
        self.build, self.instructions = pathlib.Path(build).resolve(), instructions
        self.environment = {"OMP_NUM_THREADS": "1", "WEFT_PROGRESS": "0"}
        self.report = None  # the last one
        if not (self.build / "weft").exists():
            raise Failure(f"{build} has no program weft; build weft there")
        if instructions:
            hide = pathlib.Path(folder, f"{instructions}.so")
            source = hide.with_suffix(".cpp")
            source.write_text("#include <hwy/targets.h>\n__attribute__((constructor)) static void hide() "
                              f"{{ hwy::DisableTargets(HWY_{HIGHWAY[instructions]} - 1); }}\n", encoding="utf-8")
            output_of([os.environ.get("CXX", "c++"), "-std=c++17", "-shared", "-fPIC", source, "-o", hide, "-lhwy"])
            self.environment["LD_PRELOAD"] = str(hide)

    def start(self, program, words, processes):
        first = [self.build / "weft-run", "-n", processes] if processes > 1 else PIN
        return output_of([*first, self.build / program, *words], **self.environment)

    def bench(self, words, processes=1):
        """The result of `weft bench`, which verifies it."""
        with tempfile.NamedTemporaryFile(suffix=".json") as out:
            self.start("weft", ["bench", *words, "--json", out.name], processes)
            with open(out.name, encoding="utf-8") as file:
                self.report = json.load(file)
        used = instructions_of(self.report)
        if self.instructions not in (None, used):
            raise Failure(f"--set {self.instructions}: weft used {used}; give a set that the processor has, and a build of "
                          "weft with a shared library of highway")
        (result,) = self.report["results"]
        return result
