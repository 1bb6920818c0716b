"""FFTs on a cluster: a 2-D complex transform by three algorithms, the first with its columns, one exchange and its
rows one after the other, the last sending each line as soon as it is transformed; their elapsed and processor time.

Processors are slowed to what the paper's needed on one process. Eight hosts have links and processors of half of the
speed, which this machine can carry; times are divided by two again.
"""

import math
import pathlib

import figure
from study import (NAMES, Part, Recorder, Series, Study, conditions, lowest_to_highest, markdown, median, percent, wire_seconds)

NAME = "fft2d-on-a-cluster"
SLOW = "WEFT_SECONDS_PER_FLOP"

# The paper's table: seconds of nfft transforms, in brackets of processor time. {L: (nfft, np = 1, {(MPI, np): ...})}
PAPER = {
    1600: (6, 42.65, {
        ("mpich-1.2.1", 2): "43.10 (29.19), 43.14 (27.48), 43.14 (26.37)",
        ("mpipro-1.5b7-3t", 2): "36.51 (32.22), 32.40 (28.84), 32.12 (28.81)",
        ("lam-6.3.2", 2): "42.70 (34.90), 35.17 (27.88), 29.01 (24.73)",
        ("mpich-1.2.1", 4): "31.09, 31.69, 31.90", ("mpipro-1.5b7-3t", 4): "27.15, 23.93, 23.13",
        ("lam-6.3.2", 4): "27.74, 25.13, 19.64",
        ("mpich-1.2.1", 8): "24.49, 23.76, 25.21", ("mpipro", 8): "17.02, 17.86, 15.40",
        ("lam-6.3.2", 8): "16.21, 16.76, 13.34"}),
    800: (24, 33.11, {
        ("mpich-1.2.1", 2): "41.18 (25.52), 40.04 (24.59), 30.53 (23.47)",
        ("mpipro-1.5b7-3t", 2): "35.14 (29.26), 29.86 (25.41), 33.25 (27.25)",
        ("lam-6.3.2", 2): "40.68 (30.89), 33.12 (24.61), 30.33 (21.72)",
        ("mpich-1.2.1", 4): "31.69, 34.17, 26.07", ("mpipro-1.5b7-3t", 4): "26.08, 24.70, 25.42",
        ("lam-6.3.2", 4): "25.17, 23.24, 21.10",
        ("mpich-1.2.1", 8): "23.96, 24.72, 26.17", ("mpipro-1.5b7-3t", 8): "16.38, 17.04, 19.69",
        ("lam-6.3.2", 8): "15.60, 16.07, 13.83"}),
    400: (96, 27.63, {
        ("mpich-1.2.1", 2): "38.38 (22.05), 37.79 (23.26), 36.14 (22.44)",
        ("mpipro-1.5b7-3t", 2): "32.03 (25.28), 28.29 (22.77), 38.50 (28.44)",
        ("lam-6.3.2", 2): "36.76 (28.02), 35.28 (22.33), 35.25 (19.26)",
        ("mpich-1.2.1", 4): "29.60, 32.18, 33.28", ("mpipro-1.5b7-3t", 4): "21.36, 24.04, 31.78",
        ("lam-6.3.2", 4): "17.83, 22.59, 21.47",
        ("mpich-1.2.1", 8): "14.35, 14.92, 38.96", ("mpipro-1.5b7-3t", 8): "13.95, 15.15, 26.00",
        ("lam-6.3.2", 8): "18.06, 14.29, 16.23"}),
}
def measured(length: int) -> int:
    """Transforms in a turn, of the paper's nfft."""
    return 1 if length > 800 else 2


def seconds_per_flop(length: int) -> float:
    """Of the paper's processor: its time on one process over 5 n log2 n operations, n points."""
    n_fft, seconds, _ = PAPER[length]
    n = length * length
    return seconds / n_fft / (5 * n * math.log2(n))


def measure(recorder: Recorder, lengths, mpi: str, protocol: str, hosts: int, processes: str) -> None:
    slower = 2 if hosts > 4 else 1
    for length in lengths:
        recorder.launch(f"{length} {mpi} {protocol} {processes}",
                        ["fft2d", "--sizes", f"{length}:{measured(length)}", "--repeats", "2",
                         "--processes", processes], hosts=hosts, rate=f"{100 // slower}mbit", mpi=mpi,
                        protocol=protocol, env={SLOW: f"{seconds_per_flop(length) * slower:.4g}"}, slower=slower)


def run_tuned(recorder: Recorder) -> None:
    for mpi in NAMES:
        measure(recorder, PAPER, mpi, "tuned", 4, "2,4")
        measure(recorder, PAPER, mpi, "tuned", 8, "8")


def run_default(recorder: Recorder) -> None:
    for mpi in NAMES:
        measure(recorder, (800,), mpi, "default", 4, "2,4")


# --- what came out ------------------------------------------------------------------------------------------


def results_of(launches: list[dict]) -> list[dict]:
    return [{**result, "launch": launch} for launch in launches for result in launch["report"]["results"]
            if result["applies"]]


def scaled(result: dict, key: str) -> float:
    """Median seconds of the paper's number of transforms, on links and processors of the paper's speed."""
    n_fft = PAPER[result["shape"][0]][0]
    return median(result[key]["rounds"]) * n_fft / result["nfft"] / result["launch"]["slower"]


def table_of(launches: list[dict], length: int) -> str:
    n_fft, alone, paper = PAPER[length]
    found = [r for r in results_of(launches) if r["shape"][0] == length]
    ones = [scaled(r, "elapsed") for r in found if r["processes"] == 1]
    rows = [["the paper", 1, f"{alone:.2f}", "", "", ""], ["weft", 1, f"{median(ones):.2f}", "", "", ""]] if ones else []
    for p in (2, 4, 8):
        for (library, count), texts in paper.items():
            if count == p:
                rows.append([f"the paper, {library}", p, *texts.split(", "), ""])
        for mpi in NAMES:
            for protocol in ("tuned", "default"):
                cells = {r["algorithm"]: f"{scaled(r, 'elapsed'):.2f} ({scaled(r, 'cpu'):.2f})" for r in found
                         if (r["launch"]["mpi"], r["launch"]["protocol"], r["processes"]) == (mpi, protocol, p)}
                if cells:
                    name = f"weft, {NAMES[mpi]}" + ("" if protocol == "tuned" else ", protocol by default")
                    rows.append([name, p, *(cells.get(name, "-") for name in ("fftw", "fft2d-i", "fft2d-p", "fft2d-s"))])
    return markdown(["", "np", "fftw", "fft2d-i", "fft2d-p", "fft2d-s"], rows)


def hidden_table(launches: list[dict]) -> str:
    rows = []
    for result in results_of(launches):
        if result["algorithm"] != "fft2d-i":
            continue
        same = [r for r in results_of([result["launch"]]) if r["processes"] == result["processes"]]
        hidden = {r["algorithm"]: r["hidden"] for r in same}
        percent = lambda name: "-" if hidden.get(name) is None else f"{hidden[name]:.0%}"  # noqa: E731
        rows.append([result["shape"][0], result["processes"], NAMES[result["launch"]["mpi"]], result["launch"]["protocol"],
                     f"{scaled(result, 'computing'):.2f}", f"{scaled(result, 'communicating'):.2f}", percent("fft2d-p"),
                     percent("fft2d-s")])
    return markdown(["L", "np", "MPI library", "protocol", "computing, s", "communicating, s", "hidden by fft2d-p",
                     "by fft2d-s"], rows, conditions(launches))


def tables(raw: dict[str, list]) -> dict[str, str]:
    launches = [launch for part in ("tuned", "default") for launch in raw.get(part, [])]
    if not launches:
        return {}
    return {**{f"elapsed-{length}": table_of(launches, length) for length in PAPER}, "hidden": hidden_table(launches)}


def the_papers(length: int, library: str, processes: int, algorithm: str) -> float:
    """Elapsed seconds in the paper's table."""
    texts = PAPER[length][2][library, processes].split(", ")
    return float(texts[("fftw", "fft2d-i", "fft2d-p").index(algorithm)].split()[0])


def claims(raw: dict[str, list]) -> list[str]:
    found = {(r["shape"][0], r["processes"], r["launch"]["mpi"], r["algorithm"]): r for r in results_of(raw["tuned"])}

    def of_both(length: int, processes: int, algorithm: str) -> list[dict]:
        return [found[length, processes, mpi, algorithm] for mpi in NAMES]

    def beside_the_paper(processes: int, form: str) -> str:
        ours = lowest_to_highest([scaled(r, "elapsed") for r in of_both(1600, processes, "fft2d-p")], form)
        return f"{ours} against {the_papers(1600, 'lam-6.3.2', processes, 'fft2d-p'):.0f} s"

    operation = [f"{1e9 * seconds_per_flop(length):.1f}" for length in PAPER]
    sent = 16 * 1600 * 1600 / 2 / 2  # bytes from one of two processes to the other
    communicating = [scaled(r, "communicating") for r in of_both(1600, 2, "fft2d-i")]
    hidden = [found[1600, p, mpi, "fft2d-p"]["hidden"] for p in (2, 4, 8) for mpi in NAMES]
    strips = percent(*(r["hidden"] for r in of_both(1600, 2, "fft2d-s")))
    return [
        f"{operation[0]}, {operation[1]} and {operation[2]} ns an operation",
        f"hides {percent(*hidden)} of the communication",
        f"{beside_the_paper(2, '.0f')} (1600^2 on 2), {beside_the_paper(4, '.0f')} (on 4), {beside_the_paper(8, '.1f')} (on 8)",
        f"({lowest_to_highest(communicating, '.1f')} s of communication at 1600^2 on 2, where the bytes alone take "
        f"{PAPER[1600][0] * wire_seconds(sent, '100mbit'):.1f} s)",
        f"hide {strips} there on two processes, and {percent(found[800, 2, 'mpich', 'fft2d-s']['hidden'])} at 800^2 with MPICH"]


def figures(raw: dict[str, list], folder) -> None:
    panels = []
    for length in PAPER:
        found = [r for r in results_of(raw.get("tuned", [])) if r["shape"][0] == length and r["processes"] > 1]
        lines = []
        for mpi in NAMES:
            for algorithm in ("fftw", "fft2d-i", "fft2d-p", "fft2d-s"):
                some = sorted((r["processes"], scaled(r, "elapsed")) for r in found
                              if (r["launch"]["mpi"], r["algorithm"]) == (mpi, algorithm))
                if some:
                    lines.append(Series(f"{algorithm}, {NAMES[mpi]}", [p for p, _ in some], [s for _, s in some]))
        if lines:
            panels.append((f"{length} x {length}, {PAPER[length][0]} transforms", lines))
    if panels:
        figure.draw(folder / f"{NAME}.svg", panels, "np", "seconds")


STUDY = Study(pathlib.Path(__file__).parent, NAME, "FFTs on a cluster",
              [Part("tuned", "three algorithms at 1600^2, 800^2, 400^2 on 1, 2, 4, 8 processes, both MPI libraries", 25,
                    run_tuned),
               Part("default", "800^2 on 2 and 4 with the protocols that the libraries choose themselves", 3, run_default)],
              tables, figures, claims=claims)
