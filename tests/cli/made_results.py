"""Results of weft bench and weft model, made by hand for tests of reports: every number follows from a few."""

SECONDS = {"window-pull": 1.0, "alltoallv": 1.25}  # of a pair on one process, in 8 ms, for each exchange

TIMES_ONLY = {"peers": False, "explain": False, "predicted": None}


def seconds(n_points, processes, exchange):
    """The made-up time of a pair: work divided among the processes, and a part that is not."""
    return SECONDS[exchange] * 8e-3 * n_points / 64**3 * (0.9 / processes + 0.1)


def bench(processes, shape=(64, 64, 64), *, exchanges=tuple(SECONDS), transform="r2c", precision="double", host="node7",
          predicted=1.1, peers=True, explain=True):
    """The report of `weft bench --json`. predicted: over measured, or None; on alltoallv 0.1 more."""
    results = []
    for exchange in exchanges:
        pair = seconds(shape[0] * shape[1] * shape[2], processes, exchange)
        error = None if predicted is None else predicted + (0.1 if exchange == "alltoallv" else 0)
        results.append(_row(shape, transform, precision, exchange, f"{processes} native {exchange}", pair, error, peers, explain))
    results.append({"shape": list(shape), "transform": transform, "precision": precision, "axes": [0, 1, 2], "fields": 1,
                    "applies": False, "reason": "its <processes> share a node & more", "exchange": "node", "choice": None,
                    "forward": None, "backward": None, "pair": None, "gflops": None, "stages": None, "counts": None,
                    "error": None, "peers": []})
    return {"command": f"weft bench --shape {'x'.join(map(str, shape))} --exchange all --json b{processes}.json",
            "machine": {"host": host, "cpu": "Made & Sons CPU", "processors": 4, "caches": [], "processes": processes,
                        "processes_per_node": processes},
            "versions": {"weft": "0.1.0", "commit": "abcdef123456", "mpi": "Open MPI v4.1.4", "fft": "native-AVX3"},
            "protocol": {"rounds": 7, "pairs_in_a_round": 1}, "results": results,
            "left_out": [{"name": "p3dfft", "reason": "no library of that name"}]}


def _row(shape, transform, precision, exchange, choice, pair, error, peers, explain):
    times = {"min": 0.98 * pair, "median": pair}
    half = {"min": 0.49 * pair, "median": pair / 2}
    timers = [{"direction": direction, "stage": stage, "kind": kind, "calls": 9, "min": part * pair, "mean": part * pair,
               "max": part * pair}
              for direction in ("forward", "backward")
              for stage, kind, part in (("sweep 2,1", "sweep", 0.2), ("exchange", "waiting", 0.1), ("sweep 0", "sweep", 0.2))]
    row = {"shape": list(shape), "transform": transform, "precision": precision, "axes": [0, 1, 2], "fields": 1,
           "applies": True, "reason": None, "exchange": exchange, "choice": choice, "forward": half, "backward": half,
           "pair": times, "gflops": 1e-3 / pair, "timers": timers, "error": 4e-16, "plan_seconds": 0.01,
           "memory": {"allocated_largest": 2**21}, "rounds": {"pair": [pair * (0.97 + 0.01 * i) for i in range(7)]},
           "stages": {"forward": [{"name": "sweep 2,1", "seconds": 0.3 * pair}], "backward": []}, "counts": {}, "peers": []}
    if peers:
        row["peers"] = [{"name": name, "median_seconds": ratio * pair, "ratio": ratio, "ratio_95_percent": [0.9 * ratio, 1.1 * ratio],
                         "min_seconds": 0.9 * ratio * pair, "interleaved": True}
                        for name, ratio in (("fftw-mpi-transposed", 1.5), ("fftw-mpi-<natural>", 1.05))]
    if explain:
        row["explain"] = [{"direction": direction, "step": step, "bytes": 4000, "seconds": part * pair, "arithmetic_seconds": None,
                           "bandwidth": 1e9, "bound_seconds": bound * pair, "rate": "memory", "percent": 100 * bound / part}
                          for direction in ("forward", "backward")
                          for step, part, bound in (("sweep 2,1", 0.2, 0.1), ("alltoallv", 0.1, 0.05), ("sweep 0", 0.2, 0.1))]
    if error is not None:
        row["predicted"] = prediction(error * pair)
    return row


def prediction(pair, machine="node7, 2026-11-22"):
    return {"machine": machine, "pair": pair, "forward": pair / 2, "backward": pair / 2,
            "stages": [{"direction": direction, "stage": stage, "seconds": part * pair, "arithmetic": part * pair, "memory": 0,
                        "messages": 0, "hidden": 0}
                       for direction in ("forward", "backward") for stage, part in (("sweep 2,1", 0.4), ("alltoallv", 0.1))]}


def model(counts, shape=(64, 64, 64), best=16):
    """The report of `weft model --json`, whose time grows beyond `best` processes."""
    results = []
    for n in counts:
        pair = 8e-3 / n + 8e-3 * n / best**2
        results.append({"shape": list(shape), "transform": "r2c", "precision": "double", "fields": 1, "processes": n,
                        "processes_per_node": 1, "grid": [n], "choice": f"{n} native alltoallv", "exchange": "alltoallv",
                        "predicted": prediction(pair, "beowulf, 2000"), "gflops": 1e-3 / pair, "speedup": 1, "efficiency": 1,
                        "memory": {"arrays": 1000, "plan": 2000}, "applies": True, "reason": None})
    return {"command": "weft model --machine beowulf.toml --shape 64^3 --json m.json", "machine": {"name": "beowulf"},
            "versions": {"weft": "0.1.0"}, "results": results}


def simulation(processes, shape=(64, 64, 64), exchange="alltoallv", platform="torus", predicted=1.05):
    """What lab/simulate prints."""
    pair = seconds(shape[0] * shape[1] * shape[2], processes, exchange)
    stages = [{"direction": direction, "stage": stage, "kind": kind, "mean": part * pair, "max": part * pair}
              for direction in ("forward", "backward")
              for stage, kind, part in (("sweep 2,1", "sweep", 0.2), ("exchange", "waiting", 0.1), ("sweep 0", "sweep", 0.2))]
    return {"platform": platform, "command": f"python3 lab/simulate {platform} {processes}", "date": "2026-11-20T01:02:03Z",
            "shape": "x".join(map(str, shape)), "transform": "r2c", "precision": "double", "processes": processes,
            "processes_per_node": 1, "choice": f"{processes} simulated {exchange}", "machine": "typical", "data": False,
            "error": None, "forward": pair / 2, "backward": pair / 2, "pair": pair,
            "predicted": {"pair": predicted * pair, "sweeps": 0.8 * pair, "exchanges": 0.25 * pair}, "stages": stages,
            "real_seconds": 1.0}


def study(reports):
    """A file of lab: launches on an emulated cluster, {name: report}."""
    launches = [{"name": name, "command": ["weft", "bench"], "report": report,
                 "emulation": {"date": "2026-11-20T01:02:03+00:00", "cluster": {"text": f"{report['machine']['processes']} hosts on one "
                               "switch, each with a cable of 10 Mbit/s"}}} for name, report in reports.items()]
    return {"study": "made", "part": "up", "date": "2026-11-20", "command": "python3 lab run made up", "launches": launches}
