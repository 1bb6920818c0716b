"""What the tuner picks on each network, beside every exchange in turn."""

from study import Part, Recorder, Study, conditions, markdown, median

NAME = "topologies"
# Rates at which an exchange takes about as long on each.
NETWORKS = (("switch", {"rate": "10mbit"}), ("hub", {"rate": "80mbit", "topology": "hub"}),
            ("four hosts on a hub", {"rate": "20mbit", "topology": "hub:4"}),
            ("two switches, trunk as a cable", {"rate": "10mbit", "topology": "segments:2:10mbit"}),
            ("switch, two processes a host", {"rate": "10mbit", "processes": 2}))
ROWS = ("alltoallv", "alltoallw", "alltoall", "pairwise", "cyclic", "p2p", "persistent", "alltoallv-init", "node")
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


def tables(raw: dict[str, list]) -> dict[str, str]:
    if "picks" not in raw:
        return {}
    rows = []
    for launch in raw["picks"]:
        if "pick" not in launch:
            continue
        seconds = {r["choice"]: r["pair"] for r in launch["report"]["results"] if r["applies"]}
        best = min(seconds, key=lambda choice: seconds[choice]["median"])
        pick = seconds[launch["pick"]]["median"]
        worst = max(value["median"] for value in seconds.values())
        rows.append([launch["name"], f"`{launch['pick']}`", f"{pick:.3f}", f"`{best}`", f"{seconds[best]['median']:.3f}",
                     f"{pick / seconds[best]['median']:.3f}", f"{worst:.3f}"])
    return {"picks": markdown(["network", "the tuner's pick", "s a pair", "the best", "s", "pick / best", "the slowest, s"],
                              rows, conditions(raw["picks"]))}


STUDY = Study(NAME, "The tuner on every network",
              [Part("picks", "tuned with measure, then beside every exchange", 12, run_picks)],
              tables, lambda raw, folder: None)
