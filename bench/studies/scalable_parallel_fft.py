"""P. Dmitruk, L.-P. Wang, W. H. Matthaeus, R. Zhang, D. Seckel, Scalable parallel FFT for spectral simulations on a
Beowulf cluster, Parallel Computing 27, 2001: its figures 2, 3, 4, 6, 7 and 8.

Processors are slowed to the paper's 6.5 ns an operation. More than four hosts of 100 Mbit/s are too much for this
machine: eight and sixteen have links and processors that are slower by one factor, and times are divided by it.
"""

import figure
from study import (NAMES, Part, Recorder, Series, Study, conditions, markdown, median, spread, wire_seconds)

NAME = "scalable-parallel-fft"
T_C = 6.5e-9  # the paper, section 3
SLOW = "WEFT_SECONDS_PER_FLOP"
BOTH = ("openmpi", "mpich")


def bench(sizes: str, *words: str) -> list[str]:
    return ["bench", "--paper", NAME, "--sizes", sizes, *words]


# --- measuring ----------------------------------------------------------------------------------------------


def run_words(recorder: Recorder) -> None:
    for mpi in BOTH:
        for protocol in ("tuned", "default"):
            recorder.launch(f"{mpi} {protocol}", bench("16", "--processes", "1", "--repeats", "1"), hosts=2,
                            rate="100mbit", mpi=mpi, protocol=protocol)


def run_scaling(recorder: Recorder) -> None:
    for size in (64, 128, 256):
        for hosts, rate, slower, processes in ((4, 100, 1, "1,2,4"), (16, 20, 5, "8,16")):
            recorder.launch(f"{size} on {processes}", bench(str(size), "--processes", processes, "--repeats",
                                                            "3" if size < 256 else "1"), hosts=hosts,
                            rate=f"{rate}mbit", env={SLOW: f"{T_C * slower:g}"}, slower=slower)


# Where the constants of the formulas are not of interest.
SHORT_MESSAGES = ["--most-bytes", "16384"]


def run_hubs(recorder: Recorder) -> None:
    for topology in ("switch", "hub:2", "hub:4"):
        recorder.launch(topology, bench("128", "--processes", "4,8,16", "--repeats", "3", *SHORT_MESSAGES), hosts=16, rate="10mbit",
                        topology=topology)


def compare_exchanges(recorder: Recorder, mpi: str, protocol: str, turns: int) -> None:
    # Short launches: each is disturbed, and repeated, by itself.
    for turn in range(turns):
        for processes in (8, 16):
            recorder.launch(f"{mpi} {protocol} {turn + 1}, {processes} processes",
                            bench("128", "--processes", str(processes), "--exchange", "all", "--repeats", "3", *SHORT_MESSAGES),
                            hosts=processes, rate="10mbit", mpi=mpi, protocol=protocol)


def run_schedules(recorder: Recorder) -> None:
    for mpi in BOTH:
        compare_exchanges(recorder, mpi, "tuned", turns=3)


def run_protocols(recorder: Recorder) -> None:
    for mpi in BOTH:
        compare_exchanges(recorder, mpi, "default", turns=1)


def run_large(recorder: Recorder) -> None:
    for processes in (8, 16):
        recorder.launch(f"256 on {processes}",
                        bench("256", "--processes", str(processes), "--exchange", "pairwise,cyclic,alltoall",
                              "--repeats", "2", *SHORT_MESSAGES), hosts=processes, rate="10mbit")


# --- what came out ------------------------------------------------------------------------------------------


def rows_of(launches: list[dict]) -> list[dict]:
    """The results of weft's reports, each with its launch."""
    return [{**result, "launch": launch} for launch in launches for result in launch["report"]["results"]
            if result.get("seconds")]


def over_bound(result: dict) -> list[float]:
    """Seconds of communication in each round, over those of the bytes on a full-duplex wire."""
    rate = result["launch"]["emulation"]["cluster"]["rate"]
    bound = wire_seconds(result["bytes_sent"], rate)
    return [seconds / bound for seconds in result["communicating"]["rounds"]]


def words_table(launches: list[dict]) -> str:
    rows = [["the paper (MPICH of 2000)", "", "0.34", "", "100"]]
    for launch in launches:
        constants = launch["report"]["protocol"]["constants"]
        link = constants["link"]
        rows.append([NAMES[launch["mpi"]], launch["protocol"], f"{link['one_way']['seconds_per_word'] * 1e6:.3f}",
                     f"{link['both_ways']['seconds_per_word'] * 1e6:.3f}", f"{constants['t_s'] * 1e6:.0f}"])
    return markdown(["MPI library", "protocol", "t_w one way, us a word", "t_w both ways at once", "t_s, us"], rows,
                    conditions(launches))


def scaling_table(launches: list[dict]) -> str:
    rows = []
    for result in sorted(rows_of(launches), key=lambda r: (r["shape"][0], r["processes"])):
        launch, n, p = result["launch"], result["shape"][0], result["processes"]
        slower = launch["slower"]
        if p == 1 and slower > 1:
            continue  # a start for the efficiency of the others
        seconds = {key: median(result[key]["rounds"]) / slower for key in ("seconds", "computing", "communicating")}
        eq4, eq5 = result["equation_4_computing"] / slower, result["equation_5"] / slower
        rows.append([n, p, f"{launch['emulation']['cluster']['rate']}", f"{seconds['seconds']:.4f}",
                     f"{seconds['computing']:.4f}", f"{eq4:.4f}", f"{seconds['communicating']:.4f}", f"{eq5:.4f}",
                     f"{eq5 / 2:.4f}", f"{result['efficiency']:.2f}", f"{result['efficiency_by_sequential']:.2f}",
                     f"{result['megaflops'] * slower:.0f}"])
    return markdown(["N", "P", "links", "T, s", "computing", "eq. 4", "communicating", "eq. 5", "half of it", "E", "E by FFTW",
                     "Mflop/s"], rows, conditions(launches))


def hub_seconds(result: dict) -> float:
    """The time that the bytes of an exchange occupy the busiest medium: messages within a hub once, and all that leave
    it or come into it. On a switch: what a host sends on its own cable."""
    p, told = result["processes"], result["launch"]["emulation"]["cluster"]
    block = result["bytes_sent"] / (p - 1)
    if told["topology"] == "switch":
        return wire_seconds(result["bytes_sent"], told["rate"])
    here = min(int(told["topology"].partition(":")[2]), p)
    return wire_seconds(block * here * (here - 1 + 2 * (p - here)), told["rate"])


def hubs_table(launches: list[dict]) -> str:
    results = {(r["launch"]["name"], r["processes"]): r for r in rows_of(launches)}
    seconds = {key: median(r["communicating"]["rounds"]) for key, r in results.items()}
    names = [launch["name"] for launch in launches]
    rows = [[p, *(f"{seconds[name, p]:.3f} ({seconds[name, p] / hub_seconds(results[name, p]):.3f})" for name in names),
             *(f"{seconds[name, p] / seconds['switch', p]:.2f}" for name in names[1:])] for p in (4, 8, 16)]
    words = {"switch": "switch", "hub:2": "2 on a hub", "hub:4": "4 on a hub"}
    return markdown(["P", *(f"{words[name]}, s (over bound)" for name in names),
                     *(f"{words[name]} / switch" for name in names[1:])], rows, conditions(launches))


def schedules_table(chosen: list[dict]) -> str:
    """Seconds of communication over the bound, of every exchange; median and extremes of all rounds."""
    over: dict[tuple, list[float]] = {}
    for result in rows_of(chosen):
        if result["exchange"]:
            over.setdefault((result["exchange"], result["processes"]), []).extend(over_bound(result))
    counts = sorted({p for _, p in over})
    names = sorted({name for name, _ in over}, key=lambda name: median(over[name, counts[0]]))
    rows = [[f"`{name}`", *(spread(over[name, p]) for p in counts)] for name in names]
    return markdown(["exchange", *(f"P = {p}" for p in counts)], rows, conditions(chosen))


def large_table(launches: list[dict]) -> str:
    seconds = {(r["exchange"], r["processes"]): (median(r["communicating"]["rounds"]), median(over_bound(r)))
               for r in rows_of(launches) if r["exchange"]}
    names = list(dict.fromkeys(name for name, _ in seconds))
    rows = [[p, *(f"{seconds[name, p][0]:.2f} ({seconds[name, p][1]:.3f})" for name in names)]
            for p in sorted({p for _, p in seconds})]
    return markdown(["P", *(f"`{name}`, s" for name in names)], rows, conditions(launches))


def tables(raw: dict[str, list]) -> dict[str, str]:
    all_tables = {}
    for part, table in (("words", words_table), ("scaling", scaling_table), ("hubs", hubs_table), ("large", large_table)):
        if part in raw:
            all_tables[part] = table(raw[part])
    for mpi in BOTH:
        for part in {"schedules", "protocols"} & set(raw):
            all_tables[f"{part}-{mpi}"] = schedules_table([launch for launch in raw[part] if launch["mpi"] == mpi])
    return all_tables


def lines(results: list[dict], label, value) -> list[Series]:
    """A line for every label, over the number of processes."""
    series: dict[str, Series] = {}
    for result in sorted(results, key=lambda r: r["processes"]):
        name = label(result)
        series.setdefault(name, Series(name)).add(result["processes"], value(result))
    return list(series.values())


def figures(raw: dict[str, list], folder) -> None:
    if "words" in raw:
        panels = []
        for launch in raw["words"]:
            messages = launch["report"]["protocol"]["constants"]["link"]["messages"]
            panels.append((f"{NAMES[launch['mpi']]}, {launch['protocol']}",
                           [Series(label, [m["bytes"] / 1024 for m in messages], [m[key] * 1e3 for m in messages])
                            for label, key in (("one way", "one_way"), ("both ways at once", "both_ways"))]
                           + [Series("=85 us a KB", [0, 1024], [0, 85e-3 * 1024])]))
        figure.draw(folder / f"{NAME}-2.svg", panels, "KB", "ms", log=False)
    if "scaling" in raw:
        results = [r for r in rows_of(raw["scaling"]) if r["processes"] > 1 or r["launch"]["slower"] == 1]
        part = lambda key: lambda r: median(r[key]["rounds"]) / r["launch"]["slower"]  # noqa: E731
        panels = []
        for n in (128, 64, 256):
            some = [r for r in results if r["shape"][0] == n]
            more = [r for r in some if r["processes"] > 1]
            panels.append((f"N = {n}", lines(some, lambda _: "total", part("seconds"))
                           + lines(some, lambda _: "computing", part("computing"))
                           + lines(more, lambda _: "communicating", part("communicating"))
                           + lines(some, lambda _: "=equation 4", lambda r: r["equation_4_computing"] / r["launch"]["slower"])
                           + lines(more, lambda _: "=equation 5", lambda r: r["equation_5"] / r["launch"]["slower"])
                           + lines(more, lambda _: "=half of it", lambda r: r["equation_5"] / r["launch"]["slower"] / 2)))
        figure.draw(folder / f"{NAME}-3.svg", panels, "P", "seconds")
        size = lambda r: f"{r['shape'][0]}^3"  # noqa: E731
        figure.draw(folder / f"{NAME}-4.svg", [
            ("T(1) by the plan of one process", lines(results, size, lambda r: r["efficiency"])),
            ("T(1) by one call of FFTW", lines(results, size, lambda r: r["efficiency_by_sequential"]))],
            "P", "efficiency", change=lambda axes: (axes.set_yscale("linear"), axes.set_ylim(bottom=0)))
        figure.draw(folder / f"{NAME}-6.svg", [("", lines(results, size, lambda r: r["megaflops"] * r["launch"]["slower"]))],
                    "P", "Mflop/s")
    if "hubs" in raw:
        figure.draw(folder / f"{NAME}-7.svg", [("128^3, links of 10 Mbit/s", lines(
            [r for r in rows_of(raw["hubs"]) if r["processes"] > 1], lambda r: r["launch"]["name"],
            lambda r: median(r["communicating"]["rounds"])))], "P", "seconds of communication")
    if "large" in raw:
        figure.draw(folder / f"{NAME}-8.svg", [("256^3, links of 10 Mbit/s", lines(
            [r for r in rows_of(raw["large"]) if r["exchange"]], lambda r: r["exchange"],
            lambda r: median(r["communicating"]["rounds"])))], "P", "seconds of communication")


STUDY = Study(
    NAME, "Scalable parallel FFT for spectral simulations on a Beowulf cluster",
    [Part("words", "figure 2: time of a message by its length, two hosts, 100 Mbit/s", 1, run_words),
     Part("scaling", "figures 3, 4, 6: total, computing and communicating for P = 1 to 16, beside equations 4 and 5", 8,
          run_scaling),
     Part("hubs", "figure 7: switch, two and four hosts on a hub", 4, run_hubs),
     Part("schedules", "figure 8 at 128^3: every exchange, both MPI libraries, three launches", 11, run_schedules),
     Part("protocols", "the same with the protocols that the libraries choose themselves", 5, run_protocols),
     Part("large", "figure 8 at 256^3: pairwise, cyclic, all-to-all", 4, run_large)],
    tables, figures)
