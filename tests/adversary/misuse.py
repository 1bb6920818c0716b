#!/usr/bin/env python3
"""Misuse by one process of two or three, from the table of all collective calls (calls.py; misused_c.c and
misused_fortran.f90 have tables of their own): it makes another call, the same with other arguments, or none, raises,
exits, is killed.

Every process must be told in words, within the timeout and 10 s more, or the job must end in words; nobody may go on as
if nothing had been. All pairs of calls are tried, and all deeds with all calls, with an exchange and a process drawn for
each.
"""

import itertools
import pathlib
import re
import tempfile
import time

import attack
from attack import Attack, Job, RUN

TIMEOUT = 2  # seconds, of plans and of all that has none of its own
MOST = TIMEOUT + 10
EXCHANGES = ("auto", "window-pull", "window-push", "alltoallv", "alltoallw", "p2p", "pairwise", "persistent", "node")

# What the one process does: how the others may be, and how the job may be.
#   told      all others are told by an Error; where it makes a call itself, it, too
#   job ends  or the job ends, with a status that is no success, and words
#   well      nothing is wrong
#   anything  but a crash or a hang: whether the communicator is needed is up to the call
DEEDS = {"comes late": "well", "calls it twice": "last one told", "stays away": "told", "frees the communicator": "anything",
         "raises": "job ends", "exits": "told or job ends", "exits with 3": "told or job ends", "ends at once": "job ends",
         "ends at once with 7": "job ends", "is killed": "job ends", "runs out of memory": "job ends",
         "is interrupted": "job ends"}
# Both do the same, or the second does nothing on a closed object.
ALIKE = ({"sum", "mean"}, {"maximum", "minimum"}, {"forward", "forward and finish"})
# What ends on a process that needs nothing of the others there: it may have returned where the others are told. ("agree" is
# how every call of the Fortran module begins.)
ALONE = {"close a plan", "close a halo", "part of an array", "solve", "agree"}
FORTRAN_STOP = re.compile(r"^STOP \d", re.M)  # what the program itself says


# Of the programs in other languages: their calls, and their deeds.
OTHER_CALLS = ("forward", "backward", "agree", "close a plan", "make a plan", "sum", "norm")
CALLS_OF = {"c": OTHER_CALLS + ("forward and finish", "require equal", "maximum", "write npy", "read npy", "write hdf5",
                                "write checkpoint", "measure rates"),
            "fortran": OTHER_CALLS}
DEEDS_OF = {"c": {"comes late": "well", "passes null": "told", "stays away": "told", "exits": "told or job ends",
                  "ends at once": "job ends", "is killed": "job ends"},
            "fortran": {"comes late": "well", "wrong array": "told", "stays away": "told", "exits": "told or job ends",
                        "exits with 3": "job ends", "stops in words": "job ends"}}


def python_calls():
    """Names of the rows of calls.py, with whether they have other arguments, without importing weft here."""
    text = (pathlib.Path(__file__).parent / "calls.py").read_text()
    rows = text[text.index("CALLS = ("):].split("\n    Call(\"")[1:]
    return {row.split('"')[0]: not row.split("\n\n")[0].rstrip(")\n, ").endswith("None") for row in rows}


def situations(report):
    known = python_calls()
    everything = [("python", "other arguments", a, "other arguments") for a, has_other in known.items() if has_other]
    for language, names, deeds in (("python", known, DEEDS), *((x, CALLS_OF[x], DEEDS_OF[x]) for x in CALLS_OF)):
        everything += [(language, "deed", a, deed) for a in names for deed in deeds]
        everything += [(language, "pair", *two) for two in itertools.permutations(names, 2) if set(two) not in ALIKE]
    everything = [one for one in everything if report.wants(" / ".join(one))]
    report.numbers.shuffle(everything)
    return (everything * (report.n // max(1, len(everything)) + 1))[:report.n]


class Situation:
    def __init__(self, numbers, language, kind, call, deed):
        self.language, self.kind, self.call, self.deed = language, kind, call, deed
        self.n, self.by = numbers.choice((2, 3)), numbers.choice((0, -1))
        self.exchange = numbers.choice(EXCHANGES)
        self.expected = DEEDS_OF.get(language, DEEDS).get(deed, "told")
        self.calls_something = kind != "deed" or deed in ("comes late", "calls it twice", "frees the communicator", "passes null",
                                                          "wrong array")

    def program(self):
        if self.language == "python":
            return [attack.PYTHON, attack.HERE / "misused.py"]
        return [attack.BUILD / "tests" / f"misused_{self.language}"]

    def words(self):
        return (f"WEFT_MISUSE_BY={self.by} WEFT_OPTIONS=timeout={TIMEOUT} "
                f"weft-run -n {self.n} {self.program()[-1].name} FOLDER '{self.call}' '{self.deed}' {self.exchange}")

    def run(self, report):
        with tempfile.TemporaryDirectory() as folder:
            job = Job([RUN, "-n", self.n, *self.program(), folder, self.call, self.deed, self.exchange], folder,
                      {"WEFT_MISUSE_BY": str(self.by), "WEFT_OPTIONS": f"timeout={TIMEOUT}"})
            doer = self.by % self.n
            wanted = [r for r in range(self.n) if r != doer or self.calls_something]
            begun = self.wait(job, pathlib.Path(folder), wanted)
            said = {r: path.read_text() for r in range(self.n) if (path := pathlib.Path(folder, f"ended.{r}")).exists()}
            ended = job.process.poll() is not None
            if not ended:
                attack.kill_all(job.mark)
            end = job.wait(attack.PATIENCE)
            self.judge(report, end, ended, {r: said.get(r) for r in wanted}, begun)

    def wait(self, job, folder, wanted):
        """Whether all have said how it ended, or the job has ended. The launch is not timed."""
        deadline, began = time.monotonic() + attack.PATIENCE, False
        while time.monotonic() < deadline and job.process.poll() is None:
            if not began and all((folder / f"began.{r}").exists() for r in range(self.n)):
                began, deadline = True, time.monotonic() + MOST
            if self.expected != "job ends" and all((folder / f"ended.{r}").exists() for r in wanted):
                return True
            time.sleep(0.05)
        return job.process.poll() is not None

    def judge(self, report, end, ended, said, all_ended):
        row = f"{self.language}, {self.kind}: {self.deed if self.kind == 'deed' else self.call}"
        report.count(row)
        told = "".join(f"process {r}: {text}\n" for r, text in said.items()) + end.err
        if attack.CRASH.search(end.err) or (ended and end.status in attack.CRASH_STATUS):
            return report.found("crash", row, self.words(), told)
        if not all_ended or any(text and float(text.split()[0]) > MOST for text in said.values()):
            return report.found("hang", row, self.words(), told)
        if self.expected == "job ends" or (ended and "job ends" in self.expected):
            if end.status == 0:
                return report.found("silent wrong result", row, f"status 0: {self.words()}", told)
            if not attack.WORDS.search(end.err) and "process " not in end.err and not FORTRAN_STOP.search(end.err):
                return report.found("no words", row, f"status {end.status}: {self.words()}", told)
            return None
        if ended and None in said.values():  # the watchdog ends a job
            in_words = end.err.strip() if self.expected == "anything" else attack.WORDS.search(end.err)
            if end.status == 0 or not in_words:
                return report.found("no words", row, f"the job ended, status {end.status}: {self.words()}", told)
            return None
        made = {r: self.deed if self.kind == "pair" and r == self.by % self.n else self.call for r in said}
        returned = [r for r, text in said.items() if " returned" in text]
        if self.expected == "well":
            return None if len(returned) == self.n else report.found(
                "silent wrong result", row, f"a right call is an error: {self.words()}", told)
        returned = [r for r in returned if made[r] not in ALONE]
        if self.expected == "told" and returned or self.expected == "last one told" and not (
                self.call in ALONE or len(returned) == self.n - 1):
            return report.found("silent wrong result", row, f"nothing is told to processes {returned}: {self.words()}", told)
        return None


def main():
    report = Attack("misuse", 1500, __doc__)
    chosen = [Situation(report.numbers, *one) for one in situations(report)]
    report.in_parallel(lambda one: one.run(report), [one for one in chosen if one.program()[-1].exists()])
    report.end()


if __name__ == "__main__":
    main()
