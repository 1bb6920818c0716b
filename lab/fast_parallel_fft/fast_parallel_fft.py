"""Fast parallel multidimensional FFT using advanced MPI: figures 6 to 11, on a simulated dragonfly.

The paper asks whether one MPI_Alltoallw on subarrays, without any local copy, is as fast as packing and MPI_Alltoallv. It
measured on a Cray XC40 with 1 to 4096 processes. Here the library runs under SimGrid (lab/simulate).
"""

import pathlib

import figure
from fast_parallel_fft import claims
from fast_parallel_fft.raw import (ALL_ROWS, DRAGONFLY, IN_ROUNDS, LIMIT, ROWS, UNSHARED, all_rows, behind, cases,
                                   folded_and_not, ratio, unit, without_links)
from simulated import SimulationRecorder, cube, dims_create, redistribution, sweeps
from study import Part, Series, Study, markdown

NAME = "fast-parallel-fft"
POINTS_EACH = 19  # log2 of 524,288


def run_slab(recorder: SimulationRecorder) -> None:
    for kind in ("distributed", "shared"):
        for processes in (1, 2, 4, 8, 16, 32):
            for exchange in ROWS:
                recorder.launch(DRAGONFLY, processes, (700, 700, 700), exchange=exchange, kind=kind,
                                per_host=processes if kind == "shared" else 1)


def run_pencil(recorder: SimulationRecorder) -> None:
    for processes in (4, 16, 64, 256, 1024):
        for exchange in ROWS:
            recorder.launch(DRAGONFLY, processes, (512, 512, 512), exchange=exchange, grid=dims_create(processes, 2))


def run_weak_slab(recorder: SimulationRecorder) -> None:
    for exponent in (2, 4, 6, 8):
        for exchange in ROWS:
            recorder.launch(DRAGONFLY, 1 << exponent, cube(POINTS_EACH + exponent), exchange=exchange)


def run_weak_pencil(recorder: SimulationRecorder) -> None:
    for exponent in (2, 4, 6, 8):
        for exchange in ROWS:
            recorder.launch(DRAGONFLY, 1 << exponent, cube(POINTS_EACH + exponent), exchange=exchange,
                            grid=dims_create(1 << exponent, 2))


def run_nodes(recorder: SimulationRecorder) -> None:
    for processes in (256, 512, 1024):
        for exchange in ROWS:
            recorder.launch(DRAGONFLY, processes, (2048, 2048, 2048), exchange=exchange, per_host=16,
                            grid=dims_create(processes, 2))


def run_four_axes(recorder: SimulationRecorder) -> None:
    for processes in (128, 256, 512, 1024):
        for exchange in ALL_ROWS if processes == 128 else ROWS:
            recorder.launch(DRAGONFLY, processes, (128, 128, 128, 128), exchange=exchange,
                            grid=dims_create(processes, 3))


def run_data(recorder: SimulationRecorder) -> None:
    """The same seconds with data, transformed and verified, as with folded memory."""
    cases = [("slab", 64, (256, 256, 512), None), ("slab", 256, (512, 512, 512), None),
             ("pencil", 256, (256, 256, 256), "16x16"),
             ("3-D grid", 256, (32, 64, 64, 64), "8x8x4")]
    for kind, processes, shape, grid in cases:
        for exchange in ROWS:
            for data in (True, False):
                recorder.launch(DRAGONFLY, processes, shape, exchange=exchange, grid=grid, data=data, kind=kind)


def run_networks(recorder: SimulationRecorder) -> None:
    """One problem on every network: slabs of 16 processes, pencils of 64 and 256."""
    for platform in ("fast-ethernet", "fat-tree-100g", DRAGONFLY):
        for processes, grid in ((16, None), (64, "8x8")) + (() if platform == "fast-ethernet" else ((256, "16x16"),)):
            for exchange in ALL_ROWS if processes == 16 else ROWS:
                recorder.launch(platform, processes, (256, 256, 256), exchange=exchange, grid=grid)


def run_links(recorder: SimulationRecorder) -> None:
    """Cases in which simulation and model differ on the dragonfly, on networks where hosts share no or enough links."""
    for figure_of, processes, shape, grid, rows in (("figure 6", 8, (700, 700, 700), None, ROWS),
                                                    ("figure 7", 64, (512, 512, 512), "8x8", ROWS),
                                                    ("figure 7", 1024, (512, 512, 512), "32x32", ROWS),
                                                    ("figure 11", 128, (128, 128, 128, 128), "8x4x4", IN_ROUNDS),
                                                    ("figure 11", 256, (128, 128, 128, 128), "8x8x4", ROWS),
                                                    ("figure 11", 512, (128, 128, 128, 128), "8x8x8", ROWS),
                                                    ("figure 11", 1024, (128, 128, 128, 128), "16x8x8", ROWS),
                                                    ("three networks", 16, (256, 256, 256), None, IN_ROUNDS),
                                                    ("three networks", 64, (256, 256, 256), "8x8", ROWS)):
        for exchange in rows:
            for platform in UNSHARED:
                recorder.launch(platform, processes, shape, exchange=exchange, grid=grid, case=figure_of)


# --- tables -------------------------------------------------------------------------------------------------


def marked(value: float) -> str:
    return f"**{value:.2f}**" if abs(value - 1) > LIMIT else f"{value:.2f}"


def scaling(launches: list[dict], note: str, weak: bool) -> str:
    """Processes, and for both rows total, redistribution, sweeps, and the ratio to the model. Weak: as many points on
    each process, with the efficiency instead of the speed-up."""
    rows, first = [], {}
    for case in cases(launches):
        kind, processes, grid, w, v = case
        first.setdefault(kind, (processes, v["pair"]))
        gain = first[kind][1] / v["pair"] * (1 if weak else first[kind][0])
        rows.append([*([kind] if kind else []), processes, grid, unit(w["pair"]), unit(v["pair"]),
                     f"{1 + behind(case):.2f}", unit(redistribution(w)), unit(redistribution(v)), unit(sweeps(v)),
                     f"{gain:.3g}", marked(ratio(w)), marked(ratio(v))])
    head = [*(["processes are"] if any(first) else []), "P", "grid", "alltoallw, s a pair", "alltoallv", "w / v",
            "redistribution, w", "redistribution, v", "sweeps, v", f"{'efficiency' if weak else 'speed-up'}, v",
            "simulated / model, w", "the same, v"]
    return markdown(head, rows, note)


def wall(launches: list[dict]) -> str:
    return f"{len(launches)} simulations."


def table_of_data(launches: list[dict]) -> str:
    rows = [[kind, processes, shape, exchange, f"{1e3 * both[True]['pair']:.5g}", f"{1e3 * both[False]['pair']:.5g}",
             f"{both[True]['error']:.1e}", "yes" if both[True]["sent"] == both[True]["planned"] else "no"]
            for (kind, processes, shape, exchange), both in folded_and_not(launches).items()]
    return markdown(["", "P", "shape", "exchange", "with data, ms a pair", "folded, ms", "largest error",
                     "messages and bytes as planned"], rows, wall(launches))


def table_of_rows(launches: list[dict], processes: int) -> str:
    rows = [[platform, *(unit(by_row[name]["pair"]) if name in by_row else "" for name in ALL_ROWS)]
            for platform, by_row in all_rows(launches, processes).items()]
    return markdown(["network", *(f"`{name}`" for name in ALL_ROWS)], rows)


def table_of_networks(launches: list[dict]) -> str:
    rows = []
    for launch in launches:
        report = launch["report"]
        if launch["exchange"] == "alltoallv":
            rows.append([report["platform"], report["processes"], report["choice"].split()[0], unit(report["pair"]),
                         unit(redistribution(report)), unit(report["predicted"]["pair"]), marked(ratio(report))])
    return markdown(["network", "P", "grid", "s a pair", "redistribution", "model", "simulated / model"], rows, wall(launches))


def table_of_links(raw: dict[str, list]) -> str:
    """Of each case the ratio to the model on the dragonfly and without shared links."""
    rows = [[case.figure, case.shared["processes"], case.shared["shape"], case.grid, case.exchange,
             *(marked(ratio(report)) for report in (case.shared, *(case.unshared[name] for name in UNSHARED))),
             unit(redistribution(case.unshared[UNSHARED[0]])), unit(redistribution(case.shared)),
             unit(case.busiest) if case.exchange in ROWS else ""] for case in without_links(raw)]
    return markdown(["", "P", "shape", "grid", "exchange", "simulated / model, dragonfly", "switch", "fat tree",
                     "redistribution, switch", "dragonfly", "its busiest links alone"], rows, wall(raw["links"]))


SCALING = {"slab": "figure 6", "pencil": "figure 7", "weak-slab": "figure 8", "weak-pencil": "figure 9",
           "nodes": "figure 10", "four-axes": "figure 11"}


def tables(raw: dict[str, list]) -> dict[str, str]:
    found = {part: scaling([launch for launch in raw[part] if launch["exchange"] in ROWS], wall(raw[part]),
                           part.startswith("weak"))
             for part in SCALING if part in raw}
    if "four-axes" in raw:
        found["four-axes-rows"] = table_of_rows(raw["four-axes"], 128)
    if "data" in raw:
        found["data"] = table_of_data(raw["data"])
    if "links" in raw:
        found["links"] = table_of_links(raw)
    if "networks" in raw:
        found["networks"] = table_of_networks(raw["networks"])
        found["networks-rows"] = table_of_rows(raw["networks"], 16)
    return found


# --- figures ------------------------------------------------------------------------------------------------

PANELS = (("total", lambda report: report["pair"], lambda report: report["predicted"]["pair"]),
          ("redistribution", redistribution, lambda report: report["predicted"]["exchanges"]),
          ("sweeps", sweeps, lambda report: report["predicted"]["sweeps"]))


def draw_scaling(launches: list[dict], path) -> None:
    panels = []
    for title, simulated, predicted in PANELS:
        lines = {}
        for launch in launches:
            report, kind = launch["report"], launch.get("kind", "")
            if launch["exchange"] not in ROWS:
                continue
            name = f"{launch['exchange']} {kind}".strip()
            lines.setdefault(name, Series(name)).add(report["processes"], simulated(report))
            if launch["exchange"] == "alltoallv":
                lines.setdefault(f"={name}", Series(f"={name}, model")).add(report["processes"], predicted(report))
        panels.append((title, [Series(s.label, *zip(*[(x, y) for x, y in zip(s.x, s.y) if y > 0])) for s in lines.values()
                               if any(s.y)]))
    figure.draw(path, panels, "processes", "seconds of a pair of calls")


def figures(raw: dict[str, list], folder) -> None:
    for part, number in SCALING.items():
        if part in raw:
            draw_scaling(raw[part], folder / f"{NAME}-{number.split()[1]}.svg")


STUDY = Study(pathlib.Path(__file__).parent, NAME, "Fast parallel multidimensional FFT using advanced MPI",
              [Part("slab", "figure 6: 700^3 slab, 1 to 32 processes, a host each or on one host", 1, run_slab),
               Part("pencil", "figure 7: 512^3 pencil, 4 to 1024 processes", 4, run_pencil),
               Part("weak-slab", "figure 8: 524,288 points a process, slab, 4 to 256 processes", 2, run_weak_slab),
               Part("weak-pencil", "figure 9: the same, pencil, 4 to 256 processes", 1, run_weak_pencil),
               Part("nodes", "figure 10: 2048^3 pencil, 16 processes a host, 256 to 1024", 2, run_nodes),
               Part("four-axes", "figure 11: 128^4 on a 3-D grid, 128 to 1024 processes", 3, run_four_axes),
               Part("data", "with data, verified, against folded memory", 5, run_data),
               Part("networks", "256^3 on Fast Ethernet, a fat tree and a dragonfly", 1, run_networks),
               Part("links", "where the model differs: the same without shared links", 3, run_links)],
              tables, figures, SimulationRecorder, claims.claims)
