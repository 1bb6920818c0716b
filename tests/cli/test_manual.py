#!/usr/bin/env python3
"""Manual pages and completion, which the build makes from the help of the programs: they have every command and option, and are
what groff, bash and zsh take without a word."""

import functools
import re
import shutil
import subprocess
import unittest

from program import BUILD, ENVIRONMENT, weft

SHARE = BUILD / "share"
PAGES = SHARE / "man/man1"
BASH = SHARE / "bash-completion/completions"


@functools.lru_cache
def help_of(*words):
    return weft(*words, "--help").stdout


def commands():
    """("bench",), ("npb",), ("npb", "ft"), ..."""
    for name in re.findall(r"^  (\w+)  ", help_of().partition("Subcommands:")[2], re.MULTILINE):
        yield (name,)
        for below in re.findall(r"^  (\w+)  ", help_of(name).partition("Subcommands:")[2], re.MULTILINE):
            yield name, below


def completed(line, function="_weft"):
    """The words that bash offers at the end of a line, divided as bash does."""
    words = re.findall(r"=|[^ =]+", line) + ([""] if line[-1] in " =" else [])
    script = (f"source {BASH}/weft; source {BASH}/weft-run; COMP_WORDS=({' '.join(repr(word) for word in words)}); "
              f"COMP_CWORD={len(words) - 1}; {function}; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    run = subprocess.run(["bash", "--norc", "-u", "-c", script], capture_output=True, text=True, env=ENVIRONMENT)
    errors = [line for line in run.stderr.splitlines() if "compopt: not currently executing" not in line]
    assert run.returncode == 0 and not errors, run.stderr
    return run.stdout.split()


class Pages(unittest.TestCase):
    def test_every_command_and_option_has_its_words(self):
        all_commands = [(), *commands()]
        self.assertGreater(len(all_commands), 13)
        for words in all_commands:
            # weft-run is another program: `weft run` is in the page of weft.
            page = PAGES / ("weft.1" if words == ("run",) else "-".join(["weft", *words]) + ".1")
            text = page.read_text().replace("\\-", "-")
            for option in re.findall(r"^  (-[^ ]+)", help_of(*words), re.MULTILINE):
                self.assertIn("\\fB" + option.replace(",", ", ") + "\\fR", text, page)
        self.assertIn("WEFT_RUN_BIND=none", (PAGES / "weft-run.1").read_text())

    def test_groff_has_nothing_to_say(self):
        if shutil.which("groff") is None:
            self.skipTest("there is no groff")
        for page in sorted(PAGES.glob("*.1")):
            run = subprocess.run(["groff", "-man", "-ww", "-z", page], capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stderr), (0, ""), page)

    def test_mandoc_misses_a_date_alone(self):
        if shutil.which("mandoc") is None:
            self.skipTest("there is no mandoc")
        for page in sorted(PAGES.glob("*.1")):
            said = subprocess.run(["mandoc", "-Tlint", "-Wwarning", page], capture_output=True, text=True).stdout
            self.assertEqual([line for line in said.splitlines() if "missing date" not in line], [], page)


class Bash(unittest.TestCase):
    def test_commands(self):
        self.assertEqual(set(completed("weft ")) - {"-h", "--help", "--version"}, {words[0] for words in commands()})
        self.assertEqual(completed("weft be"), ["bench"])
        self.assertEqual(completed("weft npb f"), ["ft"])

    def test_options_of_the_command_at_hand(self):
        for words in commands():
            known = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", help_of(*words), re.MULTILINE))
            self.assertEqual(set(completed(f"weft {' '.join(words)} --")), known, words)
        self.assertEqual(completed("weft bench --prec"), ["--precision"])

    def test_words_that_a_value_may_be(self):
        for line in ("weft bench --precision ", "weft bench --precision=", "weft bench --shape 8x8 --precision "):
            self.assertEqual(completed(line), ["double", "single"], line)
        self.assertEqual(completed("weft bench --order="), ["fast", "C"])
        self.assertEqual(completed("weft bench --exchange window-pu"), ["window-pull", "window-push"])
        self.assertEqual(completed("weft bench --set over"), ["overwrite_input="])
        self.assertEqual(completed("weft bench --set memory=no"), [])
        self.assertEqual(completed("weft bench --set tune=m"), ["measure"])
        self.assertEqual(completed("weft tune --tune e"), ["estimate", "exhaustive"])
        self.assertEqual(completed("weft bench --json "), [])  # files, which bash adds

    def test_behind_weft_run(self):
        self.assertEqual(completed("weft-run -", "_weft_run"), ["-n", "--help"])
        self.assertEqual(completed("weft-run -n 2 weft bench --prec", "_weft_run"), ["--precision"])
        self.assertEqual(completed("weft-run -n 2 build/weft tune --tune me", "_weft_run"), ["measure"])


class Zsh(unittest.TestCase):
    def test_functions_are_well_formed(self):
        if shutil.which("zsh") is None:
            self.skipTest("there is no zsh")
        for name in ("_weft", "_weft-run"):
            run = subprocess.run(["zsh", "-n", SHARE / "zsh/site-functions" / name], capture_output=True, text=True)
            self.assertEqual((run.returncode, run.stderr), (0, ""), name)


if __name__ == "__main__":
    unittest.main()
