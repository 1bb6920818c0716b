"""What the performance model predicts of an emulated cluster, beside what was measured there: calibrated once on all hosts,
then every exchange that travels, on 1 to 16 hosts, in turn in one launch for each size and number of hosts.

Emulated hosts share the processors of one machine, so what all of them calibrate at once is right where all of them work;
one host alone is predicted by a calibration of one host alone.
"""

import pathlib
import tempfile

from networks import topologies
from study import NAMES, Part, Recorder, Study, conditions, markdown, median, percent

NAME = "model-check"
NEAR = 1.10  # of the best, for a pick that counts as good
HOSTS, RATE = 16, "10mbit"
ROWS = ("alltoallv", "alltoallw", "alltoall", "pairwise", "cyclic", "p2p", "persistent", "alltoallv-init", "node")
FEW = ("alltoallv", "pairwise", "cyclic")  # where a pair of transforms takes a minute
PROCESSES = (2, 3, 4, 8, 16)


def choices(grid: str, rows: tuple[str, ...]) -> list[str]:
    """One choice for each exchange; of a grid of pencils the same exchange along both dimensions."""
    n_exchanges = grid.count("x") + 1
    return [f"{grid} native {' '.join([row] * n_exchanges)}" for row in rows]


def check(recorder: Recorder, home: str, n: int, hosts: int, grid: str, rows: tuple[str, ...], repeats: int, *,
          precision: str = "double", transform: str = "r2c", processes: int = 1, **how) -> None:
    """One launch. `n` points along each axis; the same machine file for all."""
    words = ["bench", "--shape", f"{n}x{n}x{n}", "--transform", transform, "--precision", precision, "--repeats",
             str(repeats), "--inner", "1"]
    words += ["--choice", "; ".join(choices(grid, rows))] if hosts > 1 else []
    shape = {"processes": processes} if processes > 1 else {}
    recorder.launch(f"{transform} {n}^3 {precision} on {grid}", words, hosts=hosts, rate=RATE, env={"WEFT_HOME": home},
                    grid=grid, **shape, **how)


def calibrate(recorder: Recorder, home: str, hosts: int, *words: str, rate: str = RATE, **how) -> None:
    recorder.launch(f"calibrate on {hosts}", ["calibrate", *words], hosts=hosts, rate=rate, env={"WEFT_HOME": home}, **how)
    for file in pathlib.Path(home).rglob("*.toml"):
        recorder.launches[-1]["machine_file"] = file.read_text()


def with_machine(run, sizes_alone=(), **how):
    """A part that begins with calibrations, whose files predict what follows: of all hosts, and of one alone where some
    cases run on one."""
    def part(recorder: Recorder) -> None:
        with tempfile.TemporaryDirectory(prefix="weft-model-") as home:
            if sizes_alone:
                calibrate(recorder, f"{home}/alone", 1, **how)
            for n, precision, transform in sizes_alone:
                check(recorder, f"{home}/alone", n, 1, "1", ROWS, 5, precision=precision, transform=transform, **how)
            calibrate(recorder, f"{home}/all", HOSTS, "--quick", **how)
            run(recorder, f"{home}/all", **how)
    return part


def run_slabs(recorder: Recorder, home: str, **how) -> None:
    for p in PROCESSES:
        check(recorder, home, 64, p, f"{p}", ROWS, 3 if p > 4 else 2, **how)
    for p in (8, 16):
        check(recorder, home, 64, p, f"{p}", ROWS, 3, precision="single", transform="c2c", **how)
        check(recorder, home, 128, p, f"{p}", ROWS, 2, precision="single", **how)
    for p in (2, 4):
        check(recorder, home, 128, p, f"{p}", FEW, 1, precision="single", **how)


def run_large(recorder: Recorder, home: str, **how) -> None:
    for p in (2, 4, 8, 16):
        check(recorder, home, 256, p, f"{p}", FEW if p >= 8 else FEW[:1], 1, precision="single", **how)


def run_grids(recorder: Recorder, home: str, **how) -> None:
    for n in (64, 128):
        for hosts, grid in ((4, "2x2"), (8, "2x4"), (16, "4x4"), (16, "8x2")):
            check(recorder, home, n, hosts, grid, ROWS if n == 64 else FEW, 3 if n == 64 else 1, precision="single")
        for hosts, processes, grid in ((2, 2, "4"), (4, 2, "8"), (4, 2, "4x2"), (8, 2, "16"), (8, 2, "8x2")):
            check(recorder, home, n, hosts, grid, ROWS if n == 64 else FEW, 3 if n == 64 else 1, precision="single",
                  processes=processes)


def run_default(recorder: Recorder, home: str, **how) -> None:
    for p in (2, 4, 8, 16):
        check(recorder, home, 64, p, f"{p}", ROWS, 5, **how)
    for p in (8, 16):
        check(recorder, home, 128, p, f"{p}", ROWS, 3, precision="single", **how)


def run_mpich(recorder: Recorder, home: str, **how) -> None:
    for p in PROCESSES:
        check(recorder, home, 64, p, f"{p}", ROWS, 3, **how)


# --- what came out ------------------------------------------------------------------------------------------


def checked(launches: list[dict]) -> list[tuple[dict, list[dict]]]:
    """(launch, its results with a prediction), of launches that have any."""
    found = []
    for launch in launches:
        rows = [row for row in launch["report"].get("results", []) if row["applies"] and row.get("predicted")]
        if rows:
            found.append((launch, rows))
    return found


def error(row: dict) -> float:
    return row["predicted"]["pair"] / row["pair"]["median"] - 1


def cost_of_pick(rows: list[dict]) -> float:
    """What the row that is predicted to be the best takes, over the one that was."""
    pick = min(rows, key=lambda row: row["predicted"]["pair"])
    return pick["pair"]["median"] / min(row["pair"]["median"] for row in rows)


def errors_and_picks(launches: list[dict]) -> tuple[list[float], list[float]]:
    """Of all rows; and what the picks cost, where there is more than one row to pick from."""
    cases = checked(launches)
    return ([abs(error(row)) for _, rows in cases for row in rows],
            [cost_of_pick(rows) for _, rows in cases if len(rows) > 1])


def good(picks: list[float]) -> str:
    return f"{sum(cost <= NEAR for cost in picks)} of {len(picks)}"


def summary(name: str, launches: list[dict]) -> list[str]:
    errors, picks = errors_and_picks(launches)
    within = good(picks) if picks else "-"
    return [name, f"{len(errors)}", f"{100 * median(errors):.1f} %", f"{100 * max(errors):.0f} %",
            f"{sum(e > 0.35 for e in errors)}", within, f"{max(picks):.2f}" if picks else "-"]


def case_rows(launches: list[dict]) -> list[list[str]]:
    table = []
    for launch, rows in checked(launches):
        ends = sorted(rows, key=error)
        pick, best = (min(rows, key=key) for key in (lambda r: r["predicted"]["pair"], lambda r: r["pair"]["median"]))
        about = launch["report"]["machine"]
        table.append([launch["name"], f"{about['processes']}", f"{len(rows)}", f"`{best['exchange']}`",
                      f"{best['pair']['median']:.4g}", f"{best['predicted']['pair']:.4g}",
                      f"{100 * error(ends[0]):+.0f} to {100 * error(ends[-1]):+.0f} %", f"`{pick['exchange']}`",
                      f"{cost_of_pick(rows):.3f}"])
    return table


def tables(raw: dict[str, list]) -> dict[str, str]:
    names = {"slabs": "slabs", "large": "slabs, 256^3", "grids": "pencils, two processes a host",
             "default": "slabs, the library's own protocol", "mpich": f"slabs, {NAMES['mpich']}"}
    head = ["what", "cases", "median error", "worst", "beyond 35 %", "pick within 10 % of the best", "worst pick"]
    made = {"summary": markdown(head, [summary(names[part], raw[part]) for part in names if part in raw])}
    head = ["problem and grid", "processes", "rows", "best row", "s a pair", "predicted", "errors of all rows", "predicted best",
            "over the best"]
    for part in raw:
        made[part] = markdown(head, case_rows(raw[part]), conditions(raw[part]))
    return made


def claims(raw: dict[str, list]) -> list[str]:
    errors, picks = errors_and_picks([*raw["slabs"], *raw["large"]])
    large = {(launch["report"]["machine"]["processes"], row["exchange"]): row
             for launch, rows in checked(raw["large"]) for row in rows}
    pairwise = large[8, "pairwise"]
    measured = topologies.over_the_best(topologies.STUDY.kept(), topologies.TWO_A_HOST, topologies.PAIRWISE)
    return [
        f"All slabs together: {len(errors)} cases, the pick within {percent(NEAR - 1)} of the best in {good(picks)}.",
        f"a pair of transforms takes up to {max(row['pair']['median'] for row in large.values()):.0f} s",
        f"`pairwise` takes {pairwise['pair']['median']:.1f} s on 8 hosts where {pairwise['predicted']['pair']:.1f} are predicted",
        f"({measured:.2f} was measured"]


ALONE = [(64, "double", "r2c"), (128, "double", "c2c"), (128, "single", "r2c"), (256, "single", "r2c")]

STUDY = Study(pathlib.Path(__file__).parent, NAME, "Prediction and measurement of every exchange that travels",
              [Part("slabs", "64^3 and 128^3 on 1 to 16 hosts, all exchanges", 15, with_machine(run_slabs, ALONE)),
               Part("large", "256^3, few exchanges", 10, with_machine(run_large)),
               Part("grids", "grids of pencils, two processes on a host", 12, with_machine(run_grids)),
               Part("default", "with the protocol that Open MPI chooses itself", 8,
                    with_machine(run_default, protocol="default")),
               Part("mpich", "64^3 with MPICH", 8, with_machine(run_mpich, mpi="mpich"))],
              tables, lambda raw, folder: None, claims=claims)
