"""What the tuner picks on each network, beside every exchange in turn."""

import pathlib

from study import Part, Recorder, Study, conditions, markdown, percent, within

NAME = "topologies"
TRUNK, TWO_A_HOST = "two switches, trunk as a cable", "switch, two processes a host"
# Rates at which an exchange takes about as long on each.
NETWORKS = (("switch", {"rate": "10mbit"}), ("hub", {"rate": "80mbit", "topology": "hub"}),
            ("four hosts on a hub", {"rate": "20mbit", "topology": "hub:4"}),
            (TRUNK, {"rate": "10mbit", "topology": "segments:2:10mbit"}),
            (TWO_A_HOST, {"rate": "10mbit", "processes": 2}))
ROWS = ("alltoallv", "alltoallw", "alltoall", "pairwise", "cyclic", "p2p", "persistent", "alltoallv-init", "node")
PAIRWISE = "8 native pairwise"
TRANSFORM = ["--shape", "64x64x64", "--transform", "r2c", "--precision", "single"]
TUNE_SECONDS = 60


def run_picks(recorder: Recorder) -> None:
    for name, shape in NETWORKS:
        hosts = 8 // shape.get("processes", 1)
        tuned = recorder.launch(f"{name}: tuned", ["bench", *TRANSFORM, "--set", "tune=measure", "--set",
                                                   f"tune_seconds={TUNE_SECONDS}", "--set", "wisdom=ignore", "--repeats",
                                                   "1", "--inner", "1"], hosts=hosts, **shape)
        pick = tuned["results"][0]["choice"]
        choices = [pick, *(f"8 native {row}" for row in ROWS if f"8 native {row}" != pick)]
        recorder.launch(name, ["bench", *TRANSFORM, "--choice", "; ".join(choices), "--repeats", "7", "--inner", "1"],
                        hosts=hosts, pick=pick, **shape)


def picks(raw: dict[str, list]) -> dict[str, str]:
    """The tuner's, by network."""
    return {launch["name"]: launch["pick"] for launch in raw["picks"] if "pick" in launch}


def seconds_of(raw: dict[str, list], network: str) -> dict[str, float]:
    """Of a pair, by choice."""
    launch, = [launch for launch in raw["picks"] if launch["name"] == network]
    return {result["choice"]: result["pair"]["median"] for result in launch["report"]["results"] if result["applies"]}


def over_the_best(raw: dict[str, list], network: str, choice: str) -> float:
    seconds = seconds_of(raw, network)
    return seconds[choice] / min(seconds.values())


def tables(raw: dict[str, list]) -> dict[str, str]:
    if "picks" not in raw:
        return {}
    rows = []
    for network, pick in picks(raw).items():
        seconds = seconds_of(raw, network)
        best = min(seconds, key=seconds.get)
        rows.append([network, f"`{pick}`", f"{seconds[pick]:.3f}", f"`{best}`", f"{seconds[best]:.3f}",
                     f"{over_the_best(raw, network, pick):.3f}", f"{max(seconds.values()):.3f}"])
    return {"picks": markdown(["network", "the tuner's pick", "s a pair", "the best", "s", "pick / best", "the slowest, s"],
                              rows, conditions(raw["picks"]))}


def claims(raw: dict[str, list]) -> list[str]:
    hub = seconds_of(raw, "hub").values()
    of_picks = {network: over_the_best(raw, network, pick) for network, pick in picks(raw).items()}
    return [
        f"the pick is within {within(cost for network, cost in of_picks.items() if network != TRUNK)} of the best",
        f"and {percent(of_picks[TRUNK] - 1, form='.1f')} apart from the same exchange",
        f"({percent(over_the_best(raw, TRUNK, PAIRWISE) - 1)} behind the best)",
        f"On a hub all exchanges are equal within {within([max(hub) / min(hub)], 1)}",
        f"`pairwise` takes {over_the_best(raw, TWO_A_HOST, PAIRWISE):.2f} times the best there"]


STUDY = Study(pathlib.Path(__file__).parent, NAME, "The tuner on every network",
              [Part("picks", "tuned with measure, then beside every exchange", 12, run_picks)],
              tables, lambda raw, folder: None, claims=claims)
