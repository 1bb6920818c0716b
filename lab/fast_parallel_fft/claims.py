"""Numbers that the text of fast-parallel-fft takes from its raw results, with the words around them."""

from fast_parallel_fft import dragonfly
from fast_parallel_fft.raw import (DRAGONFLY, IN_ROUNDS, LIMIT, ROWS, Beside, Case, all_rows, behind, by_processes,
                                   folded_and_not, numbers, ratio, unit, without_links)
from simulated import redistribution
from study import lowest_to_highest, percent, within

SWITCH = "aries-switch"


def gain(found: dict[int, Case], processes: int) -> float:
    """How much faster than with the fewest processes."""
    return found[min(found)].v["pair"] / found[processes].v["pair"]


def growth(found: dict[int, Case], fewer: int, more: int) -> list[float]:
    """Of the redistribution of both rows."""
    return [redistribution(after) / redistribution(before)
            for before, after in ((found[fewer].w, found[more].w), (found[fewer].v, found[more].v))]


def above_one(values: list[float]) -> str:
    """ "15 to 22 %" of 1.15 and 1.22."""
    return percent(*(value - 1 for value in values))


def ratios(*found: Case) -> list[float]:
    """Of simulation to model, of both rows."""
    return [ratio(report) for case in found for report in (case.w, case.v)]


def ratios_without_links(chosen: list[Beside]) -> list[float]:
    return [ratio(report) for case in chosen for report in case.unshared.values()]


def of_exchange(report: dict, direction: str, number: int) -> float:
    """Milliseconds."""
    return 1e3 * max(stage["max"] for stage in report["stages"]
                     if (stage["direction"], stage["stage"]) == (direction, f"exchange {number}"))


def busiest_link(report: dict, dimension: int) -> float:
    """Milliseconds that the bytes of the exchange along this dimension of the grid take."""
    return 1e3 * dragonfly.seconds_of_exchanges(numbers(report["shape"]), numbers(report["choice"].split()[0]))[dimension]


def size_of_message(report: dict) -> str:
    return f"{report['sent']['bytes'] / report['sent']['messages'] / 1e3:.0f} KB"


def messages_each(report: dict) -> int:
    """Messages of a process in a pair of calls."""
    return report["sent"]["messages"] // report["processes"]


def chosen(links: list[Beside], figure: str, *exchanges: str) -> list[Beside]:
    return [case for case in links if case.figure == figure and case.exchange in exchanges]


def of_slabs(launches: list[dict], links: list[Beside]) -> list[str]:
    """Figure 6."""
    apart, shared = by_processes(launches, "distributed"), by_processes(launches, "shared")
    crossing, = chosen(links, "figure 6", "alltoallv")
    w, v = shared[32].w, shared[32].v
    below = [1 - ratio(case.w) for p, case in shared.items() if p >= 4]
    return [
        f"with a host for each process 32 of them are {gain(apart, 32):.0f} times as fast as one; on one host "
        f"{gain(shared, 32):.1f} times",
        f"{percent(*(behind(case) for p, case in apart.items() if p > 1))} between hosts, up to "
        f"{percent(max(map(behind, shared.values())))} on one",
        f"Between hosts by at most {within(ratios(*(case for p, case in apart.items() if p != 8)))}, but for 8 processes",
        f"What that link carries takes {unit(crossing.busiest)}, redistribution {unit(redistribution(crossing.shared))}, and on "
        f"[a switch](#without-shared-links) {unit(redistribution(crossing.unshared[SWITCH]))}",
        f"the model's `alltoallw` takes {unit(w['predicted']['pair'] - v['predicted']['pair'])} longer than its `alltoallv`, the "
        f"simulated one only {unit(w['pair'] - v['pair'])}",
        f"From 4 processes on `alltoallw` comes out {percent(*below)} below the model"]


def of_pencils(launches: list[dict], links: list[Beside]) -> list[str]:
    """Figure 7."""
    found = by_processes(launches)
    fewer, many = found[64], found[1024]
    far = [of_exchange(report, direction, number) for report in (many.w, many.v)
           for direction, number in (("forward", 2), ("backward", 1))]
    return [
        f"alltoallw {percent(*map(behind, found.values()))} behind",
        f"`alltoallv` is {percent(*(behind(case) for p, case in found.items() if p < 1024))} ahead, with 1024 processes "
        f"{percent(behind(many))}",
        f"With 64 processes by {above_one(ratios(fewer))}",
        f"carries {busiest_link(fewer.v, 1):.2f} ms of the {of_exchange(fewer.v, 'forward', 1):.2f} ms that this exchange takes; "
        f"the other takes {of_exchange(fewer.v, 'forward', 2):.2f} ms",
        f"by {lowest_to_highest(ratios(many), '.1f')} times: the exchange among 32 hosts that are 32 apart takes "
        f"{lowest_to_highest(far, '.1f')} ms, where the model says {1e3 * many.v['predicted']['exchanges'] / 4:.2f} ms",
        f"Its bytes alone take {busiest_link(many.v, 0):.2f} ms",
        f"the ratio is {lowest_to_highest(ratios_without_links(chosen(links, 'figure 7', *ROWS)), '.2f')}."]


def of_weak_slabs(launches: list[dict]) -> list[str]:
    """Figure 8."""
    found = by_processes(launches)
    late = above_one(growth(found, 64, 256))
    return [
        f"redistribution grows by {late} from 64 to 256 processes",
        f"Redistribution grows by {above_one(growth(found, 4, 16))} from 4 to 16 processes and no more to 64, where a message "
        f"still has {size_of_message(found[64].v)}. To 256, where it has {size_of_message(found[256].v)}, it grows by {late}",
        f"`alltoallw` takes {percent(*map(behind, found.values()))} longer than blocks that the sweeps write",
        f"By {within(ratios(*found.values()))} at most: with 256 processes the model adds up what "
        f"{messages_each(found[256].v) // 2} messages"]


def of_weak_pencils(launches: list[dict]) -> list[str]:
    """Figure 9."""
    found = by_processes(launches)
    rows = percent(*map(behind, found.values()))
    return [
        f"redistribution takes {lowest_to_highest(growth(found, 4, 64), '.1f')} times as long on 64 processes as on 4, "
        f"{lowest_to_highest(growth(found, 4, 256), '.1f')} times on 256; rows differ by {rows}",
        f"Rows differ by {rows}, the paper's codes by less",
        f"Simulation and model are within {within(ratios(*found.values()))}"]


def of_nodes(launches: list[dict]) -> list[str]:
    """Figure 10."""
    found = by_processes(launches)
    few, many = percent(behind(found[256]), behind(found[512])), percent(behind(found[1024]))
    return [
        f"`alltoallv` ahead by {few}, with 64 hosts by {many}",
        f"by {few} with 16 and 32 hosts and by {many} with 64",
        f"with `alltoallw` the simulation is {percent(*(1 - ratio(case.w) for case in found.values()))} below it"]


def of_four_axes(launches: list[dict], links: list[Beside]) -> list[str]:
    """Figure 11."""
    found = by_processes(launches)
    few = percent(behind(found[128]), behind(found[256]))
    times = [lowest_to_highest(ratios(found[p]), ".1f") for p in (512, 1024)]
    on_switch, = [case.unshared[SWITCH] for case in chosen(links, "figure 11", "alltoallv") if case.shared["processes"] == 512]
    return [
        f"alltoallw {few} behind; with 512 and 1024",
        f"Here 256 are {gain(found, 256):.1f} times as fast as 128; `alltoallv` is {few} ahead there",
        f"the two rows are within {within(1 + behind(found[p]) for p in (512, 1024))}",
        f"With 256 processes by {above_one(ratios(found[256]))}, with 512 by {times[0]} times, with 1024 by {times[1]} times",
        f"takes {busiest_link(found[256].v, 0):.1f} of {of_exchange(found[256].v, 'forward', 3):.1f} ms",
        f"take {busiest_link(found[512].v, 0):.1f} ms for the bytes of one exchange, which on a switch takes "
        f"{of_exchange(on_switch, 'forward', 3):.1f} ms",
        f"all are within {within(ratios_without_links(chosen(links, 'figure 11', *ROWS)))} of the model"]


def of_networks(launches: list[dict], pencils: list[dict]) -> list[str]:
    """The three networks."""
    found = {(launch["report"]["platform"], launch["report"]["processes"]): launch["report"] for launch in launches
             if launch["exchange"] == "alltoallv"}
    tree, shared = found["fat-tree-100g", 256], found[DRAGONFLY, 256]
    seconds = {exchange: report["pair"] for exchange, report in all_rows(launches, 16)[DRAGONFLY].items()}
    return [
        f"The model is within {within(ratio(report) for (name, p), report in found.items() if name != DRAGONFLY and p < 256)}",
        f"messages are of {size_of_message(tree)}, and the model adds up what each of the {messages_each(tree)} of a pair takes",
        f"({ratio(tree):.2f}, {ratio(shared):.2f})",
        f"({ratio(found[DRAGONFLY, 64]):.2f}; figure 7 has {ratio(by_processes(pencils)[64].v):.2f})",
        f"are slower by {above_one([seconds[exchange] / seconds['alltoallv'] for exchange in IN_ROUNDS])}"]


def of_links(links: list[Beside]) -> list[str]:
    """Without shared links."""
    sending = [case for case in links if case.exchange != "alltoallw"]
    most, = [case for case in chosen(sending, "figure 7", "alltoallv") if case.shared["processes"] == 1024]
    others = ratios_without_links([case for case in sending if case is not most])
    on_switch = most.unshared[SWITCH]
    share = percent(*(case.busiest / redistribution(case.shared) for case in links if case.exchange in ROWS))
    return [
        f"Every case that differs from the model by more than {percent(LIMIT)}",
        f"the ratio is {lowest_to_highest(others, '.2f')} with rows that pick no elements. "
        f"With the 1024 processes of figure 7 it is {lowest_to_highest(ratios_without_links([most]), '.2f')}: the model adds up "
        f"what {messages_each(on_switch)} messages take to start",
        f"on the switch the model is {1e3 * (on_switch['predicted']['pair'] - on_switch['pair']):.2f} ms above",
        f"is {share} of redistribution there"]


def claims(raw: dict[str, list]) -> list[str]:
    links = without_links(raw)
    both = folded_and_not(raw["data"]).values()
    return [f"bold where it differs by more than {percent(LIMIT)}",
            *of_slabs(raw["slab"], links), *of_pencils(raw["pencil"], links), *of_weak_slabs(raw["weak-slab"]),
            *of_weak_pencils(raw["weak-pencil"]), *of_nodes(raw["nodes"]), *of_four_axes(raw["four-axes"], links),
            f"They differ by {within((of[True]['pair'] / of[False]['pair'] for of in both), 2)} at most",
            *of_networks(raw["networks"], raw["pencil"]), *of_links(links)]
