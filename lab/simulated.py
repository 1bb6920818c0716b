"""Launches of studies on simulated machines (lab/simulate).

    python3 lab/simulated.py        predicts all of them again, where the model has changed; simulates nothing
"""

from __future__ import annotations

import json
import sys
import time

from study import LAB, ClusterError, Recorder

sys.path.append(str(LAB / "simulate"))

from simulator import SimulationError, predict, redistribution, simulate, sweeps  # noqa: E402, F401


class SimulationRecorder(Recorder):
    """As Recorder, for jobs on platforms of lab/simulate/platforms."""

    def launch(self, platform: str, processes: int, shape: tuple[int, ...], *, exchange: str, per_host: int = 1,
               grid: str | None = None, data: bool = False, timeout: float = 1800, **labels) -> dict:
        """Simulates a pair of calls and returns its report. What is in `labels` is kept beside it."""
        words = ["--shape", "x".join(map(str, shape)), "--transform", "r2c", "--set", f"exchange={exchange}"]
        words += ["--set", f"grid={grid}"] if grid else []
        words += ["--data"] if data else []
        begin = time.strftime("%H:%M:%S")
        try:
            report = simulate(platform, processes, words, per_host=per_host, timeout=timeout)
        except SimulationError as error:
            raise ClusterError(str(error)) from None
        print(f"{begin} {self.study} {self.part}: {platform} {processes} {' '.join(words)}: {report['pair']:.4g} s "
              f"({report['real_seconds']} s real)", flush=True)
        self.launches.append({"words": words, "exchange": exchange, **labels, "report": report})
        self.save()  # what is there counts, should a later one take too long
        return report


def dims_create(processes: int, n_dims: int) -> str:
    """The grid of MPI_Dims_create for a power of two: as even as can be, in descending order."""
    exponent = processes.bit_length() - 1
    if processes != 1 << exponent:
        raise ClusterError(f"{processes} is no power of two")
    return "x".join(str(1 << (exponent // n_dims + (1 if i < exponent % n_dims else 0))) for i in range(n_dims))


def cube(exponent: int, n_axes: int = 3) -> tuple[int, ...]:
    """The shape of 2**exponent points that is nearest to a cube, its last axes the longest."""
    return tuple(1 << (exponent // n_axes + (1 if i >= n_axes - exponent % n_axes else 0)) for i in range(n_axes))


def predict_again() -> None:
    for path in sorted((LAB / "fast_parallel_fft" / "results").glob("*.json")):
        raw = json.loads(path.read_text())
        for launch in raw["launches"]:
            report = launch["report"]
            words = [word for word in launch["words"] if word != "--data"]
            report["predicted"] = predict(report["platform"], report["processes"], words,
                                          per_host=report["processes_per_node"])
        path.write_text(json.dumps(raw, separators=(",", ":")) + "\n")
        print(path, flush=True)


if __name__ == "__main__":
    predict_again()
