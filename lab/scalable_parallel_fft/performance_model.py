"""The model of P. Dmitruk, L.-P. Wang, W. H. Matthaeus, R. Zhang, D. Seckel, Scalable parallel FFT for spectral
simulations on a Beowulf cluster, Parallel Computing 27, 2001: its figures 3 to 6 from the machine file that comes with
weft, for the paper's program and for weft's own plan, and what another network or processor would change.

Nothing is measured: `weft model` computes, in seconds.
"""

import pathlib
import tempfile

import figure
from study import ROOT, Part, Recorder, Series, Study, lowest_to_highest, markdown, percent

NAME = "performance-model"
MACHINE = "beowulf-2001"
SIZES = (64, 128, 256)
WORDS = {"block-transpose": "the paper's program", "weft": "weft"}
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128)
# What the text of the paper says was measured; the other points of its figures are not printed as numbers.
MEASURED_EFFICIENCY = {(128, 16): 0.35}
MEASURED_MFLOPS = {(256, 16): 800, (64, 16): 600}
# Lines of the machine file, and what stands there instead.
CHANGES = {
    "as it was": {},
    "network ten times as fast": {"bytes_per_second = 11764705.882352941": "bytes_per_second = 117647058.82352941"},
    "processors ten times as fast": {"operation = 6.5e-9": "operation = 6.5e-10"},
    "start of a message ten times as fast": {"start = 100e-6": "start = 10e-6"},
}


# --- computing ----------------------------------------------------------------------------------------------


def model(size: int, program: str, machine: str) -> list[str]:
    return ["model", "--machine", machine, "--shape", f"{size}^3", "--precision", "single", "--processes", "1:128",
            "--program", program]


def run_projections(recorder: Recorder) -> None:
    for size in SIZES:
        for program in WORDS:
            recorder.launch(f"{size}^3, {program}", model(size, program, MACHINE), program=program)


def run_machines(recorder: Recorder) -> None:
    text = (ROOT / "bench" / "machines" / f"{MACHINE}.toml").read_text()
    for name, changes in CHANGES.items():
        changed = text
        for old, new in changes.items():
            if old not in changed:
                raise ValueError(f"bench/machines/{MACHINE}.toml has no '{old}'")
            changed = changed.replace(old, new)
        with tempfile.TemporaryDirectory(prefix="weft-model-") as folder:
            file = pathlib.Path(folder) / "machine.toml"
            file.write_text(changed)
            for program in WORDS:
                recorder.launch(f"{name}, {program}", model(128, program, str(file)), program=program, machine=name,
                                changes=changes)


# --- what came out ------------------------------------------------------------------------------------------


def rows_of(launches: list[dict]) -> list[dict]:
    return [{**result, "launch": launch} for launch in launches for result in launch["report"]["results"]
            if result["applies"]]


def forward(result: dict, *parts: str) -> float:
    """Seconds of these parts of the forward call; of all without any."""
    stages = [stage for stage in result["predicted"]["stages"] if stage["direction"] == "forward"]
    return sum(stage[part] for stage in stages for part in parts or ("seconds",))


def computing(result: dict) -> float:
    return forward(result, "arithmetic", "memory")


def communicating(result: dict) -> float:
    return forward(result, "messages") - forward(result, "hidden")


def mflops(result: dict) -> float:
    return 1e3 * result["gflops"]


def of(results: list[dict], program: str, size: int) -> dict[int, dict]:
    """By number of processes."""
    return {r["processes"]: r for r in results if r["program"] == program and r["shape"][0] == size}


def efficiencies(rows: dict[int, dict]) -> dict[int, float]:
    return {p: forward(rows[1]) / forward(r) / p for p, r in rows.items()}


def projections_table(launches: list[dict]) -> str:
    results, lines = rows_of(launches), []
    for size in SIZES:
        paper, ours = of(results, "block-transpose", size), of(results, "weft", size)
        of_paper, of_ours = efficiencies(paper), efficiencies(ours)
        for p in COUNTS:
            measured = [f"E {MEASURED_EFFICIENCY[size, p]}"] if (size, p) in MEASURED_EFFICIENCY else []
            measured += [f"{MEASURED_MFLOPS[size, p]} Mflop/s"] if (size, p) in MEASURED_MFLOPS else []
            lines.append([size, p, f"{computing(paper[p]):.4f}", f"{communicating(paper[p]):.4f}",
                          f"{forward(paper[p]):.4f}", f"{of_paper[p]:.2f}", f"{mflops(paper[p]):.0f}",
                          ", ".join(measured), f"{computing(ours[p]):.4f}", f"{communicating(ours[p]):.4f}",
                          f"{forward(ours[p]):.4f}", f"{of_ours[p]:.2f}", f"{mflops(ours[p]):.0f}",
                          f"{ours[p]['grid']} {ours[p]['exchange']}"])
    return markdown(["N", "P", "eq. 4", "eq. 5", "T, s", "E", "Mflop/s", "measured in the paper", "weft computing",
                     "communicating", "T, s", "E", "Mflop/s", "plan"], lines)


def best(rows: dict[int, dict]) -> int:
    return min(rows, key=lambda p: forward(rows[p]))


def machines_table(launches: list[dict]) -> str:
    lines = []
    for name in CHANGES:
        results = rows_of([launch for launch in launches if launch["machine"] == name])
        for program, words in WORDS.items():
            rows = of(results, program, 128)
            speedups = {p: forward(rows[1]) / forward(r) for p, r in rows.items()}
            lines.append([name, words, *(f"{forward(rows[p]):.4f}" for p in (1, 16, 128)), f"{speedups[16]:.1f}",
                          f"{speedups[128]:.1f}", f"{communicating(rows[16]) / forward(rows[16]):.0%}", best(rows)])
    return markdown(["machine", "program", "T(1), s", "T(16), s", "T(128), s", "speedup on 16", "on 128",
                     "communicating on 16", "fastest on"], lines)


def tables(raw: dict[str, list]) -> dict[str, str]:
    makers = {"projections": projections_table, "machines": machines_table}
    return {part: make(raw[part]) for part, make in makers.items() if part in raw}


def claims_of_projections(results: list[dict]) -> list[str]:
    paper = {size: of(results, "block-transpose", size) for size in SIZES}
    said = [mflops(paper[size][16]) for size in (64, 256)]
    less = [percent(1 - value / MEASURED_MFLOPS[size, 16]) for size, value in zip((64, 256), said)]
    fastest = paper[64][best(paper[64])]
    ours = of(results, "weft", 64)[128]
    sent = sum(int(n) - 1 for n in ours["grid"].split("x"))
    return [
        f"the equations say {said[0]:.0f} and {said[1]:.0f}, {less[0]} and {less[1]} less",
        f"where they say {efficiencies(paper[128])[16]:.2f}:",
        f"(fastest on {best(paper[64])} in the table: {mflops(fastest):.0f} Mflop/s)",
        f"(fastest on {best(paper[128])}, of the powers of two)",
        f"where a grid of {ours['grid']} sends {sent}",
        f"{mflops(ours) / 1e3:.1f} Gflop/s for 64^3 on 128 in place of {mflops(paper[64][128]) / 1e3:.1f}"]


def claims(raw: dict[str, list]) -> list[str]:
    machines = {(name, program): of(rows_of([launch for launch in raw["machines"] if launch["machine"] == name]), program, 128)
                for name in CHANGES for program in WORDS}
    faster = {name: [forward(machines["as it was", program][16]) / forward(machines[name, program][16]) for program in WORDS]
              for name in CHANGES}
    return [
        *claims_of_projections(rows_of(raw["projections"])),
        f"makes 16 processes {lowest_to_highest(faster['network ten times as fast'], '.1f')} times as fast",
        f"from beyond 100 processes to {best(machines['network ten times as fast', 'block-transpose'])}",
        f"Ten times faster processors save {percent(*(1 - 1 / gain for gain in faster['processors ten times as fast']))} on 16 "
        f"processes",
        f"Faster starts save {percent(*(1 - 1 / gain for gain in faster['start of a message ten times as fast']))} there"]


def line(label: str, rows: dict[int, dict], value) -> Series:
    return Series(label, list(rows), [value(r) for r in rows.values()])


def figures(raw: dict[str, list], folder) -> None:
    if "projections" in raw:
        results = rows_of(raw["projections"])
        panels = []
        for size in (128, 64, 256):
            paper, ours = of(results, "block-transpose", size), of(results, "weft", size)
            many, ours_many = ({p: r for p, r in rows.items() if p > 1} for rows in (paper, ours))
            panels.append((f"N = {size}", [line("the paper: total", paper, forward), line("computing (eq. 4)", paper, computing),
                                           line("communicating (eq. 5)", many, communicating), line("weft: total", ours, forward),
                                           line("computing", ours, computing),
                                           line("communicating", ours_many, communicating)]))
        figure.draw(folder / f"{NAME}-3.svg", panels, "P", "seconds")

        def by_program(value, points: dict[tuple[int, int], float]) -> list[tuple[str, list[Series]]]:
            drawn = []
            for program, words in WORDS.items():
                lines = [Series(f"{size}^3", list(COUNTS), [value(of(results, program, size))[p] for p in COUNTS])
                         for size in SIZES]
                if program == "block-transpose" and points:
                    lines.append(Series("measured in the paper", [p for _, p in points], list(points.values())))
                drawn.append((words, lines))
            return drawn

        linear = lambda axes: axes.set_yscale("linear")  # noqa: E731
        figure.draw(folder / f"{NAME}-4.svg", by_program(efficiencies, MEASURED_EFFICIENCY), "P", "efficiency", change=linear)
        figure.draw(folder / f"{NAME}-5.svg", by_program(lambda rows: {p: e * p for p, e in efficiencies(rows).items()}, {}),
                    "P", "speedup")
        figure.draw(folder / f"{NAME}-6.svg", by_program(lambda rows: {p: mflops(r) for p, r in rows.items()}, MEASURED_MFLOPS),
                    "P", "Mflop/s")
    if "machines" in raw:
        panels = []
        for program, words in WORDS.items():
            lines = []
            for name in CHANGES:
                rows = of(rows_of([launch for launch in raw["machines"] if launch["machine"] == name]), program, 128)
                lines.append(line(name, rows, forward))
            panels.append((f"128^3, {words}", lines))
        figure.draw(folder / f"{NAME}-machines.svg", panels, "P", "seconds")


STUDY = Study(
    pathlib.Path(__file__).parent, NAME, "Scalable parallel FFT for spectral simulations on a Beowulf cluster: its model",
    [Part("projections", "figures 3 to 6 to 128 processes, the paper's program and weft", 0.2, run_projections),
     Part("machines", "128^3 with a faster network, processor, or start of a message", 0.2, run_machines)],
    tables, figures, claims=claims)
