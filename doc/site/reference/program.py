"""What the program weft says of itself: the tables of `weft info`, the helps of its commands, the keys of simulations."""

import functools
import json
import os
import pathlib
import subprocess
import tempfile

import make as manual  # cli/manual/make.py


class Program:
    """The programs of a build folder."""

    def __init__(self, build):
        self.weft, self.weft_run = pathlib.Path(build) / "weft", pathlib.Path(build) / "weft-run"
        if not self.weft.exists():
            raise SystemExit(f"make_reference: error: there is no {self.weft}; build weft first (make build), or name another folder: --build FOLDER")

    @functools.cached_property
    def info(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "info.json")
            manual.said(self.weft, "info", "--json", str(path))
            return json.loads(path.read_text(encoding="utf-8"))

    @functools.cached_property
    def command(self):
        """All commands, as the manual pages have them."""
        return manual.read(self.weft, ["weft"])

    @functools.cached_property
    def help_of_launcher(self):
        return manual.said(self.weft_run, "--help")

    @functools.cached_property
    def simulations(self):
        """The simulations that `weft run` knows, from its words about a program that there is not."""
        run = subprocess.run([self.weft, "run", "--keys", "?"], capture_output=True, text=True, env={**os.environ, "WEFT_OPTIONS": ""})
        return run.stderr.rpartition("(known: ")[2].rstrip(")\n").split(", ")

    def keys(self, simulation):
        return manual.said(self.weft, "run", "--keys", simulation)
