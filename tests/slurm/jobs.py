"""Jobs on a Slurm cluster: submitting them, their states, what they print, with the patience that a busy machine needs."""

import filecmp
import pathlib
import re
import time

from slurm import PATIENCE, Slurm

ENDS = ("COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "BOOT_FAIL", "OUT_OF_MEMORY")  # states of jobs
STEPS = 60
# A small flow with all kinds of files. A step takes milliseconds, on a busy machine up to 100 of them.
FLOW = ("--set grid.nx=16 --set grid.ny=8 --set grid.nz=8 --set flow.viscosity=0.02 --set time.step=0.01 --set run.until=1000 "
        "--set output.history_every=5 --set output.statistics_every=10 --set output.snapshot_every=20 "
        "--set output.checkpoint_every=5")
# A batch script whose job is started again as long as it was stopped (status 3) or lost a host (75).
REQUEUED = """
echo "start ${{SLURM_RESTART_COUNT:-0}}"
trap 'kill -USR2 $job' USR1
{launch} & job=$!
while wait $job; status=$?; kill -0 $job 2>/dev/null; do :; done
echo "status $status"
[ $status != 3 ] && [ $status != 75 ] || scontrol requeue $SLURM_JOB_ID
exit $status
"""


class Jobs:
    """The jobs of one fact; their files are in its folder."""

    def __init__(self, cluster: Slurm, asked, folder: pathlib.Path) -> None:
        """asked: the arguments of the test."""
        self.cluster, self.build, self.mpich, self.folder, self.seed = cluster, asked.build, asked.mpich, folder, asked.seed
        self.weft, self.weft_run = self.build / "weft", self.build / "weft-run"
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, line: str, seconds: float = PATIENCE) -> str:
        """The output of a line of the shell on the login node."""
        return self.ended(line, seconds)[1]

    def ended(self, line: str, seconds: float = PATIENCE) -> tuple[int, str]:
        """Its status as well."""
        done = self.cluster.run(f"cd {self.folder} && {line}", seconds)
        assert done.returncode != 137, f"no end of `{line}` within {seconds} s: {done.stdout}"
        return done.returncode, done.stdout

    def submit(self, name: str, body: str, options: str) -> str:
        """Submits a script; the number of the job. Its output ends in NAME.out."""
        (self.folder / f"{name}.sh").write_text(f"#!/bin/bash\n{body}\n")
        job = self.run(f"sbatch --parsable --open-mode=append -o {name}.out {options} {name}.sh").strip()
        assert job.isdigit(), job
        return job

    def flow(self, name: str, steps: int = STEPS, *more: str) -> str:
        """The command of a simulation whose files are in the folder `name`."""
        (self.folder / "settings.toml").write_text('program = "turbulence"\n')
        (self.folder / name).mkdir(exist_ok=True)
        return " ".join((f"{self.weft} run settings.toml {FLOW} --set output.name={name}/flow --set run.most_steps={steps}",
                         *(f"--set {setting}" for setting in more)))

    def undisturbed(self) -> str:
        """The folder of a simulation of STEPS steps on two nodes, a process on each, which all facts share."""
        whole = f"{self.folder.parent}/undisturbed"
        if not pathlib.Path(whole, "flow.weft").exists():
            status, said = self.ended(f"srun --mpi=pmix -N2 -n2 {self.flow(whole)}")
            assert status == 0, said
        return whole

    def facts(self, job: str) -> dict[str, str]:
        """The words of `scontrol show job`."""
        return dict(word.split("=", 1) for word in self.run(f"scontrol -o show job {job}").split() if "=" in word)

    def state(self, job: str) -> str:
        return self.facts(job)["JobState"]

    def reaches(self, job: str, *states: str) -> None:
        self.wait_for(lambda: self.state(job) in states, f"state {' or '.join(states)} of job {job}")

    def completes(self, job: str, name: str) -> str:
        """Its output, when it has ended well."""
        self.reaches(job, *ENDS)
        facts = self.facts(job)
        assert facts["JobState"] == "COMPLETED", f"{facts['JobState']}, {facts['ExitCode']}: {self.output(name)}"
        return self.output(name)

    def output(self, name: str) -> str:
        out = self.folder / f"{name}.out"
        return out.read_text(errors="replace") if out.exists() else ""

    def prints(self, name: str, pattern: str, n: int = 1) -> str:
        """The output of a job, as soon as it has the pattern n times."""
        self.wait_for(lambda: len(re.findall(pattern, self.output(name), re.MULTILINE)) >= n,
                      f"'{pattern}' in the output of {name}", lambda: self.output(name))
        return self.output(name)

    def hosts(self, job: str) -> list[str]:
        return self.run(f"scontrol show hostnames $(squeue -h -j {job} -o %N)").split()

    def wait_for(self, condition, what: str, but=lambda: "") -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"no {what} within {PATIENCE} s: {self.run('sinfo -R; squeue -a')}{but()}"
            time.sleep(0.1)

    def assert_undisturbed(self, name: str) -> int:
        """The folder `name` has the same files with the same values as the undisturbed simulation; their number.

        The last checkpoint but one may be of another step: of that at which the run was stopped.
        """
        one, other = pathlib.Path(self.undisturbed()), self.folder / name
        names = sorted(path.name for path in one.iterdir())
        found = sorted(path.name for path in other.iterdir())
        assert names == found, f"files in {other}: {found}; of an undisturbed run: {names}"
        for name in names:
            if not filecmp.cmp(one / name, other / name, shallow=False):
                wrong = differences(one / name, other / name)
                assert not wrong or (name.endswith(".previous") and "metadata@step" in wrong), f"{other / name}: {wrong} differ from those of an undisturbed run"
        return len(names)


def differences(one: pathlib.Path, other: pathlib.Path) -> list[str]:
    """Names of datasets and attributes with other bytes; the file itself, if it is none of HDF5."""
    import h5py

    if not (h5py.is_hdf5(one) and h5py.is_hdf5(other)):
        return [one.name]
    with h5py.File(one) as right, h5py.File(other) as found:
        right, found = contents_of(right), contents_of(found)
        return [key for key in {**right, **found} if right.get(key) != found.get(key)]


def contents_of(group) -> dict:
    """Every dataset and attribute of an HDF5 file, as bytes, by its name."""
    import h5py
    import numpy

    found = {}

    def add(name, value):
        for key, attribute in value.attrs.items():
            found[f"{name}@{key}"] = attribute if isinstance(attribute, str) else numpy.asarray(attribute).tobytes()
        if isinstance(value, h5py.Dataset):
            found[name] = value.shape, str(value.dtype), value[()].tobytes()

    add("/", group)
    group.visititems(add)
    return found
