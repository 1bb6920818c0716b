"""A new transpose split method for three-dimensional Fourier transforms: one, two and four processes behind one link,
and two exchanges (case a) beside one (case b).

The paper found that n processes on a node take n times as long to communicate (its figure 9).
"""

import pathlib

import figure
from study import Part, Recorder, Series, Study, conditions, lowest_to_highest, markdown, percent

NAME = "transpose-split"
PROCESSES = 8


def run_links(recorder: Recorder) -> None:
    for exchange in ("alltoall", "node"):
        for per_host in (1, 2, 4):
            recorder.launch(f"{exchange} {per_host}", ["transpose-split", "--pairs", "6", "--most-data",
                                                       "16384", "--exchange", exchange],
                            hosts=PROCESSES // per_host, processes=per_host, rate="10mbit", exchange=exchange,
                            per_host=per_host)


def communication(result: dict) -> float:
    """Seconds in both exchanges, mean over the processes."""
    return sum(result[name]["mean"] for name in ("zx", "yz") if result[name])


def on_a_link(case: str, per_host: int) -> float:
    """What one host sends to others in both exchanges, in units of the data of a process."""
    rows = 2 if case == "a" else 1
    columns = PROCESSES // rows
    sent = 0.0
    for rank in range(per_host):  # of host 0; rank = row x columns + column
        for other in range(per_host, PROCESSES):
            if other // columns == rank // columns:
                sent += 1 / columns  # zx
            if other % columns == rank % columns:
                sent += 1 / rows  # yz
    return sent


def results(raw: dict[str, list], exchange: str) -> dict[tuple, float]:
    """Seconds of communication by case, N_data and processes of a host."""
    return {(r["case"], round(r["n_data"]), launch["per_host"]): communication(r) for launch in raw.get("links", [])
            if launch["exchange"] == exchange for r in launch["report"]["results"]}


def tables(raw: dict[str, list]) -> dict[str, str]:
    found = {}
    for exchange in ("alltoall", "node") if "links" in raw else ():
        seconds = results(raw, exchange)
        rows = []
        for case, n_data in sorted({key[:2] for key in seconds}):
            one = seconds[case, n_data, 1]
            rows.append([case, n_data, *(f"{seconds[case, n_data, n]:.3f}" for n in (1, 2, 4)),
                         *(f"{seconds[case, n_data, n] / one:.2f} ({on_a_link(case, n) / on_a_link(case, 1):.2f})"
                           for n in (2, 4))])
        found[exchange] = markdown(["case", "N_data", "1 process a host, s", "2", "4", "2 / 1 (by bytes)",
                                    "4 / 1 (by bytes)"], rows,
                                   conditions([launch for launch in raw["links"] if launch["exchange"] == exchange]))
    return found


def claims(raw: dict[str, list]) -> list[str]:
    seconds, with_node = results(raw, "alltoall"), results(raw, "node")
    by_bytes = [f"{on_a_link('b', n) / on_a_link('b', 1):.2f}" for n in (2, 4)]

    def a_over_b(per_host: int, form: str) -> str:
        return lowest_to_highest([seconds["a", n_data, n] / seconds["b", n_data, n] for case, n_data, n in seconds
                                  if (case, n) == ("b", per_host)], form)

    return [
        f"times as long: {by_bytes[0]} and {by_bytes[1]} times",
        f"case a sends {on_a_link('a', 1):.4g} of a process's data where case b sends {on_a_link('b', 1):.4g}: it takes "
        f"{a_over_b(1, '.1f')} times as long with one process on a host, but with four on a host {a_over_b(4, '.2f')} of the "
        f"time",
        f"which saves {percent(*(1 - with_node[key] / seconds[key] for key in seconds))} here"]


def figures(raw: dict[str, list], folder) -> None:
    seconds = results(raw, "alltoall")
    if not seconds:
        return
    panels = []
    for case in ("a", "b"):
        lines = []
        for n in (1, 2, 4):
            some = sorted((key[1], value) for key, value in seconds.items() if (key[0], key[2]) == (case, n))
            lines.append(Series(f"{n} process{'es' if n > 1 else ''} a host", [x for x, _ in some], [y for _, y in some]))
        panels.append((f"case {case}", lines))
    figure.draw(folder / f"{NAME}.svg", panels, "N_data", "seconds of communication")


STUDY = Study(pathlib.Path(__file__).parent, NAME, "A new transpose split method for three-dimensional Fourier transforms",
              [Part("links", "eight processes on hosts with 1, 2 and 4 of them, cases a and b", 4, run_links)],
              tables, figures, claims=claims)
