"""P. Dmitruk, L.-P. Wang, W. H. Matthaeus, R. Zhang, D. Seckel, Scalable parallel FFT for spectral simulations on a
Beowulf cluster, Parallel Computing 27, 2001: its figures 2, 3, 4, 6, 7 and 8.

Processors are slowed to the paper's 6.5 ns an operation. More than four hosts of 100 Mbit/s are too much for this
machine: eight and sixteen have links and processors that are slower by one factor, and times are divided by it.
"""

import pathlib

import figure
from scalable_parallel_fft import performance_model
from study import (NAMES, Part, Recorder, Series, Study, conditions, lowest_to_highest, markdown, median, percent, spread,
                   wire_seconds)

NAME = "scalable-parallel-fft"
T_C = 6.5e-9  # the paper, section 3
SLOW = "WEFT_SECONDS_PER_FLOP"
BOTH = ("openmpi", "mpich")


def bench(sizes: str, *words: str) -> list[str]:
    return [NAME, "--sizes", sizes, *words]


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
        recorder.launch(topology, bench("128", "--processes", "4,8,16", "--repeats", "3", *SHORT_MESSAGES), hosts=16,
                        rate="10mbit", topology=topology)


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


def words_of(launches: list[dict]) -> dict[tuple[str, str], dict[str, float]]:
    """Microseconds of a word one way and both ways at once, and of the start of a message, by library and protocol."""
    found = {}
    for launch in launches:
        constants = launch["report"]["protocol"]["constants"]
        ways = {way: constants["link"][way]["seconds_per_word"] * 1e6 for way in ("one_way", "both_ways")}
        found[launch["mpi"], launch["protocol"]] = {**ways, "start": constants["t_s"] * 1e6}
    return found


def words_table(launches: list[dict]) -> str:
    rows = [["the paper (MPICH of 2000)", "", "0.34", "", "100"]]
    for (mpi, protocol), us in words_of(launches).items():
        rows.append([NAMES[mpi], protocol, f"{us['one_way']:.3f}", f"{us['both_ways']:.3f}", f"{us['start']:.0f}"])
    return markdown(["MPI library", "protocol", "t_w one way, us a word", "t_w both ways at once", "t_s, us"], rows,
                    conditions(launches))


def points_of(launches: list[dict]) -> dict[tuple[int, int], dict]:
    """By N and P: seconds, efficiencies and rates of processors and links of the paper's speed."""
    found = {}
    for result in sorted(rows_of(launches), key=lambda r: (r["shape"][0], r["processes"])):
        slower = result["launch"]["slower"]
        if result["processes"] == 1 and slower > 1:
            continue  # a start for the efficiency of the others
        found[result["shape"][0], result["processes"]] = {
            **{key: median(result[key]["rounds"]) / slower for key in ("seconds", "computing", "communicating")},
            "eq4": result["equation_4_computing"] / slower, "half of eq5": result["equation_5"] / slower / 2,
            "E": result["efficiency"], "E by FFTW": result["efficiency_by_sequential"],
            "megaflops": result["megaflops"] * slower, "rate": result["launch"]["emulation"]["cluster"]["rate"]}
    return found


def scaling_table(launches: list[dict]) -> str:
    rows = [[n, p, point["rate"], f"{point['seconds']:.4f}", f"{point['computing']:.4f}", f"{point['eq4']:.4f}",
             f"{point['communicating']:.4f}", f"{2 * point['half of eq5']:.4f}", f"{point['half of eq5']:.4f}",
             f"{point['E']:.2f}", f"{point['E by FFTW']:.2f}", f"{point['megaflops']:.0f}"]
            for (n, p), point in points_of(launches).items()]
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


def hub_times(launches: list[dict]) -> dict[tuple[str, int], dict[str, float]]:
    """Seconds of communication, and these over the bound and over those on the switch, by topology and P."""
    results = {(r["launch"]["name"], r["processes"]): r for r in rows_of(launches) if r["processes"] > 1}
    seconds = {key: median(r["communicating"]["rounds"]) for key, r in results.items()}
    return {(name, p): {"seconds": value, "over bound": value / hub_seconds(results[name, p]),
                        "over switch": value / seconds["switch", p]} for (name, p), value in seconds.items()}


def hubs_table(launches: list[dict]) -> str:
    times = hub_times(launches)
    names = [launch["name"] for launch in launches]
    rows = [[p, *(f"{times[name, p]['seconds']:.3f} ({times[name, p]['over bound']:.3f})" for name in names),
             *(f"{times[name, p]['over switch']:.2f}" for name in names[1:])] for p in (4, 8, 16)]
    words = {"switch": "switch", "hub:2": "2 on a hub", "hub:4": "4 on a hub"}
    return markdown(["P", *(f"{words[name]}, s (over bound)" for name in names),
                     *(f"{words[name]} / switch" for name in names[1:])], rows, conditions(launches))


def over_bounds(launches: list[dict], mpi: str) -> dict[tuple[str, int], list[float]]:
    """Seconds of communication over the bound in all rounds, by exchange and P."""
    over: dict[tuple[str, int], list[float]] = {}
    for result in rows_of(launches):
        if result["exchange"] and result["launch"]["mpi"] == mpi:
            over.setdefault((result["exchange"], result["processes"]), []).extend(over_bound(result))
    return over


def schedules_table(launches: list[dict], mpi: str) -> str:
    """Of every exchange median and extremes."""
    over = over_bounds(launches, mpi)
    counts = sorted({p for _, p in over})
    names = sorted({name for name, _ in over}, key=lambda name: median(over[name, counts[0]]))
    rows = [[f"`{name}`", *(spread(over[name, p]) for p in counts)] for name in names]
    return markdown(["exchange", *(f"P = {p}" for p in counts)], rows,
                    conditions([launch for launch in launches if launch["mpi"] == mpi]))


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
            all_tables[f"{part}-{mpi}"] = schedules_table(raw[part], mpi)
    return all_tables


# --- numbers in the text ------------------------------------------------------------------------------------


def claims_of_scaling(launches: list[dict]) -> list[str]:
    points = points_of(launches)
    over_half = {key: point["communicating"] / point["half of eq5"] for key, point in points.items() if key[1] > 1}
    large = lowest_to_highest([value for (n, p), value in over_half.items() if n >= 128 and p <= 8], ".2f")
    small = lowest_to_highest([value for (n, p), value in over_half.items() if n == 64], ".2f")
    rates = [f"{points[n, 16]['megaflops']:.0f}" for n in (64, 128, 256)]
    projections = performance_model.rows_of(performance_model.STUDY.kept()["projections"])
    alone = performance_model.of(projections, "block-transpose", 128)[1]
    copies, whole = performance_model.forward(alone, "memory"), performance_model.forward(alone)
    return [
        f"{large} times half of equation 5 from 128^3 on (P <= 8), {small} times at 64^3",
        f"{points[128, 16]['E']:.2f} for 128^3 on 16 where the paper has 0.35",
        f"(the paper's t_a takes {copies:.1f} s of its {whole:.1f} s on one process)",
        f"Rates of 16 processes are {rates[0]}, {rates[1]} and {rates[2]} Mflop/s",
        f"communicating takes {over_half[256, 16]:.1f} times half of equation 5, while 128^3 at 20 Mbit/s takes "
        f"{over_half[128, 16]:.2f} times"]


def claims_of_hubs(launches: list[dict]) -> list[str]:
    times = hub_times(launches)
    over_switch = {name: lowest_to_highest([of["over switch"] for (hub, _), of in times.items() if hub == name], ".1f")
                   for name in ("hub:2", "hub:4")}
    apart = lowest_to_highest([times["hub:2", p]["over bound"] for p in (8, 16)], ".2f")
    return [
        f"two hosts that share a medium take {over_switch['hub:2']} times as long, four {over_switch['hub:4']} times",
        f"is at {times['hub:4', 4]['over bound']:.2f} times what the medium can carry",
        f"media idle meanwhile: {apart} times the bound with two hosts on a hub"]


def late_in_a_round(launches: list[dict], mpi: str, p: int) -> float:
    """Milliseconds that a round of `pairwise` takes longer than its bytes."""
    return (median(over_bounds(launches, mpi)["pairwise", p]) - 1) * milliseconds_of_a_round(launches, p)


def milliseconds_of_a_round(launches: list[dict], p: int) -> float:
    """By its bytes."""
    return 1e3 * wire_seconds(bytes_of_a_round(launches, p), "10mbit")


def bytes_of_a_round(launches: list[dict], p: int) -> float:
    return next(r["bytes_sent"] for r in rows_of(launches) if r["exchange"] and r["processes"] == p) / (p - 1)


def claims_of_schedules(launches: list[dict]) -> list[str]:
    rounds = {mpi: over_bounds(launches, mpi) for mpi in BOTH}
    over = {mpi: {key: median(values) for key, values in rounds[mpi].items()} for mpi in BOTH}
    ours, other = over["openmpi"], over["mpich"]
    ahead = {(mpi, p): percent(over[mpi]["cyclic", p] / over[mpi]["pairwise", p] - 1) for mpi in BOTH for p in (8, 16)}
    late = {(mpi, p): f"{late_in_a_round(launches, mpi, p):.1f}" for mpi in BOTH for p in (8, 16)}
    most = {mpi: max(max(values) for values in rounds[mpi].values()) for mpi in BOTH}
    best = {key: min(value for (_, count), value in over[key[0]].items() if count == key[1]) for key in late}

    def at_once(mpi: str, p: int, *but: str) -> str:
        values = [value for (name, count), value in over[mpi].items() if count == p and name not in ("pairwise", "cyclic", *but)]
        return lowest_to_highest(values, ".2f")

    return [
        f"pairwise is ahead of cyclic, by {ahead['openmpi', 8]} (P = 8) and {ahead['openmpi', 16]} (P = 16) with Open MPI, by "
        f"{ahead['mpich', 8]} and {ahead['mpich', 16]} with MPICH",
        f"{ours['pairwise', 8]:.3f} and {ours['pairwise', 16]:.3f} with Open MPI, {other['pairwise', 8]:.3f} with MPICH on 8",
        f"take {at_once('openmpi', 8)} (P = 8) and {at_once('openmpi', 16)} (P = 16) with Open MPI",
        f"`alltoallv` of Open MPI is at {ours['alltoallv', 16]:.3f} on 16",
        f"With MPICH on 16 the best row is at {best['mpich', 16]:.2f}, not at {best['openmpi', 16]:.2f} as with Open MPI and on "
        f"8, and rows that start all messages at once are at {at_once('mpich', 16, 'alltoall')}",
        f"Each round of `pairwise` takes {late['mpich', 8]} ms (P = 8) and {late['mpich', 16]} ms (P = 16) longer than its "
        f"bytes, with Open MPI {late['openmpi', 8]} and {late['openmpi', 16]} ms",
        f"on 16 a round carries {bytes_of_a_round(launches, 16) / 1e3:.0f} KB in {milliseconds_of_a_round(launches, 16):.0f} ms, "
        f"on 8 it carries {bytes_of_a_round(launches, 8) / 1e3:.0f} KB",
        f"Single rounds of up to {most['openmpi']:.1f} (Open MPI) and {most['mpich']:.1f} (MPICH)"]


def claims(raw: dict[str, list]) -> list[str]:
    us = words_of(raw["words"])
    default = us["openmpi", "default"]
    protocols = raw["protocols"]
    pairwise = [median(over_bounds(protocols, mpi)["pairwise", 8]) for mpi in BOTH]
    return [
        f"A word of four bytes takes {lowest_to_highest([of['one_way'] for of in us.values()], '.2f')} us on a link",
        f"A message starts in {lowest_to_highest([of['start'] for of in us.values()], '.0f')} us, not in its 100 us",
        f"both ways at once takes {default['both_ways'] / default['one_way']:.1f} times as long",
        *claims_of_scaling(raw["scaling"]), *claims_of_hubs(raw["hubs"]), *claims_of_schedules(raw["schedules"]),
        f"messages of {bytes_of_a_round(protocols, 8) / 1e3:.0f} KB (P = 8) ask first",
        f"`pairwise`, which takes {lowest_to_highest(pairwise, '.1f')} times the bound",
        f"messages of P = 16 ({bytes_of_a_round(protocols, 16) / 1e3:.0f} KB)"]


# --- figures ------------------------------------------------------------------------------------------------


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
    pathlib.Path(__file__).parent, NAME, "Scalable parallel FFT for spectral simulations on a Beowulf cluster",
    [Part("words", "figure 2: time of a message by its length, two hosts, 100 Mbit/s", 1, run_words),
     Part("scaling", "figures 3, 4, 6: total, computing and communicating for P = 1 to 16, beside equations 4 and 5", 8,
          run_scaling),
     Part("hubs", "figure 7: switch, two and four hosts on a hub", 4, run_hubs),
     Part("schedules", "figure 8 at 128^3: every exchange, both MPI libraries, three launches", 11, run_schedules),
     Part("protocols", "the same with the protocols that the libraries choose themselves", 5, run_protocols),
     Part("large", "figure 8 at 256^3: pairwise, cyclic, all-to-all", 4, run_large)],
    tables, figures, claims=claims)
