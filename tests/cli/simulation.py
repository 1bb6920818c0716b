"""What tests of the programs of `weft run` have in common: settings, runs, their histories, their processes."""

import csv
import pathlib
import shutil
import subprocess
import tempfile
import time

from program import BUILD, ENVIRONMENT, ProgramTest

MADE = tempfile.TemporaryDirectory()  # each with files of one run, which several tests begin with
OUTPUTS = {}  # of these runs, by what they were started with


class SimulationTest(ProgramTest):
    settings_text = ""  # of a program
    begins_with = ""  # what it says first

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.settings = self.folder / "settings.toml"
        self.settings.write_text(self.settings_text)

    def words(self, name, *settings):
        """The arguments of a run whose files are called `name`."""
        return ["run", self.settings, *[word for text in (f"output.name={self.folder / name}", *settings)
                                        for word in ("--set", text)]]

    def run_flow(self, name, steps, *settings, processes=2):
        return self.run_well(*self.words(name, "run.until=1000", f"run.most_steps={steps}", *settings), processes=processes)

    def copy_flow(self, name, steps, *settings):
        """As run_flow, for a flow that begins: run once, whose files all tests that ask for it get copies of."""
        made = pathlib.Path(MADE.name)
        key = (self.settings_text, steps, *settings)
        if key not in OUTPUTS:
            settings_here, self.settings = self.settings, made / "settings.toml"
            folder_here, self.folder = self.folder, made
            try:
                self.settings.write_text(self.settings_text)
                output = self.run_flow(f"flow{len(OUTPUTS)}", steps, *settings)
            finally:
                self.settings, self.folder = settings_here, folder_here
            OUTPUTS[key] = (f"flow{len(OUTPUTS)}", output)
        made_name, output = OUTPUTS[key]
        for path in made.glob(f"{made_name}.*"):
            shutil.copy(path, self.folder / path.name.replace(made_name, name, 1))
        return output

    def history(self, name):
        with open(self.folder / f"{name}.history.csv", encoding="utf-8") as file:
            return list(csv.reader(file))

    def start(self, name, *settings, processes=2):
        """A run that goes on until it is told to stop, when it listens to signals."""
        command = [str(BUILD / "weft-run"), "-n", str(processes), str(BUILD / "weft"),
                   *map(str, self.words(name, "run.until=1e9", "output.checkpoint_every=20", *settings))]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   stdin=subprocess.DEVNULL, env=ENVIRONMENT)
        self.addCleanup(process.kill)
        while self.begins_with not in (line := process.stdout.readline()):
            self.assertNotEqual(line, "", process.communicate())
        return process

    def start_with_checkpoint(self, name, *settings):
        process = self.start(name, *settings)
        self.wait_for(lambda: (self.folder / f"{name}.weft").exists(), process)
        return process

    def wait_for(self, is_there, process):
        while not is_there():
            self.assertIsNone(process.poll(), process.poll() is not None and process.communicate())
            time.sleep(0.02)

    def processes_of(self, name):
        """Their numbers, without the launcher's."""
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    words = (entry / "cmdline").read_bytes().decode().split("\0")
                except OSError:
                    continue
                if words[0] == str(BUILD / "weft") and any(word == f"output.name={self.folder / name}" for word in words):
                    found.append(int(entry.name))
        return found
