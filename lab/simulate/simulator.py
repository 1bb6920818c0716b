"""Runs the driver of this folder on a simulated machine: a platform, processes on its hosts, the words of the driver."""

from __future__ import annotations

import datetime
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DRIVER = pathlib.Path(os.environ.get("WEFT_SIMULATE_DRIVER") or
                      ROOT / "build-simgrid" / "lab" / "simulate" / "simulate")
PLATFORMS = sorted(path.stem for path in (HERE / "platforms").glob("*.xml"))
# SimGrid computes when what happens; nothing here may depend on how fast this machine is.
SETTINGS = {"smpi/simulate-computation": "no", "smpi/test": "0", "smpi/wtime": "0", "smpi/iprobe": "0",
            "network/crosstraffic": "0",            # acknowledgements take nothing of the way back
            "surf/precision": "1e-7",               # what ends within 0.1 us ends at once: four times faster
            "maxmin/precision": "1e-3",             # bytes in a second; less is lost in the rounding of large rates
            "smpi/bcast": "binomial_tree", "smpi/barrier": "ompi_recursivedoubling", "smpi/alltoall": "pair",
            "smpi/shared-malloc-blocksize": str(1 << 24)}


# The same networks as a model has them: seconds of an empty message and bytes in a second, between hosts and inside
# one.
# From the platforms: overheads of both ends and the links of a typical way; the rate of a link and its factor.
NETWORKS = {"fast-ethernet": "42e-6,11.77e6,41e-6,0.94e9", "fat-tree-100g": "1.0e-6,12.1e9,0.8e-6,7.76e9",
            "dragonfly": "1.3e-6,7.6e9,1.2e-6,3.8e9", "aries-switch": "1.3e-6,7.6e9,1.2e-6,3.8e9"}


class SimulationError(Exception):
    """In words: what is missing or what the simulation ended with."""


def is_power_of_two(n: int) -> bool:
    return n > 0 and n & (n - 1) == 0


def check(platform: str, processes: int, per_host: int) -> None:
    if platform not in PLATFORMS:
        raise SimulationError(f"there is no platform '{platform}'; use one of {', '.join(PLATFORMS)}")
    if processes < 1 or per_host < 1:
        raise SimulationError("give at least one process, and at least one for each host")
    if shutil.which("smpirun") is None:
        raise SimulationError("SimGrid is missing (smpirun); install libsimgrid-dev, or run: make simulate")
    if not DRIVER.exists():
        raise SimulationError(f"{DRIVER} is missing; build it: cmake --preset simgrid && cmake --build build-simgrid "
                              "--target simulate, or: make simulate")


def command(platform: str, processes: int, hosts: pathlib.Path, words: list[str],
            settings: dict[str, str]) -> list[str]:
    # SMPI's pairwise MPI_Alltoall is for powers of two.
    alltoall = {} if is_power_of_two(processes) else {"smpi/alltoall": "ring"}
    given = {**SETTINGS, **alltoall, **settings}
    return ["smpirun", "-np", str(processes), "-platform", str(HERE / "platforms" / f"{platform}.xml"), "-hostfile",
            str(hosts), "--log=root.thres:warning", *(f"--cfg={key}:{value}" for key, value in given.items()),
            str(DRIVER), *words]


def simulate(platform: str, processes: int, words: list[str], *, per_host: int = 1, timeout: float = 900,
             settings: dict[str, str] | None = None) -> dict:
    """The driver's report, with the platform, the command, the date and the real seconds that it took. `words` as
    simulate --help has them; per_host consecutive ranks share a host."""
    check(platform, processes, per_host)
    with tempfile.TemporaryDirectory(prefix="weft-simulate-") as folder:
        hosts, report = pathlib.Path(folder) / "hosts", pathlib.Path(folder) / "report.json"
        hosts.write_text("".join(f"node-{rank // per_host}\n" for rank in range(processes)))
        all_words = [*words, "--network", NETWORKS[platform], "--json", str(report)]
        line = command(platform, processes, hosts, all_words, settings or {})
        begin = time.monotonic()
        job = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
                               env={**os.environ, "TMPDIR": folder}, start_new_session=True)
        try:
            output, _ = job.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(job.pid, signal.SIGKILL)
            job.communicate()
            raise SimulationError(f"{' '.join(words)} on {processes} processes did not end in {timeout:.0f} s; "
                                  "give it more time, or fewer processes") from None
        if job.returncode or not report.exists():
            told = [text for text in output.splitlines() if text.startswith("simulate: error: ")]
            raise SimulationError(told[0].removeprefix("simulate: error: ") if told else
                                  f"smpirun ended with status {job.returncode}:\n{output[-2000:]}")
        typed = ["python3", "lab/simulate", platform, str(processes),
                 *(["--per-host", str(per_host)] if per_host > 1 else []), *words]
        return {"platform": platform, "command": " ".join(typed),
                "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                **json.loads(report.read_text()),
                "real_seconds": round(time.monotonic() - begin, 1)}


def predict(platform: str, processes: int, words: list[str], *, per_host: int = 1) -> dict:
    """What the model says of the same: {"pair", "sweeps", "exchanges"} in seconds. Simulates nothing."""
    return simulate(platform, 1, [*words, "--predict", f"{processes}:{per_host}"])["predicted"]


def seconds(report: dict, kinds: tuple[str, ...], which: str = "max") -> float:
    """Seconds of a pair in stages of these kinds: "sweep", or "sending" and "receiving" (and "waiting")."""
    return sum(stage[which] for stage in report["stages"] if stage["kind"] in kinds)


def redistribution(report: dict) -> float:
    return seconds(report, ("sending", "receiving", "waiting", "barrier"))


def sweeps(report: dict) -> float:
    return seconds(report, ("sweep",))
