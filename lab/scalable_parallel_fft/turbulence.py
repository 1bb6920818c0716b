"""The timing of scalable-parallel-fft's turbulence code: steps of 64^3 and 128^3 points with a scalar, 13 transforms each, whose
time and speedup its figures 9 and 10 show, on one machine and on emulated hosts, beside the model."""

import pathlib
import tempfile

import figure
from networks.model_check import calibrate
from study import (Part, Recorder, Series, Study, conditions, lowest_to_highest, markdown, median, medians_beside_weft, percent,
                   within)

NAME = "turbulence"
SIZES = (64, 128)
N_ROUNDS = 5
SLOW = "WEFT_SECONDS_PER_FLOP"
T_C = 6.5e-9  # the paper, section 3


def run(recorder: Recorder, points: int, n_steps: int, home: str, env: dict[str, str] | None = None,
        **where) -> None:
    """One launch of n_steps steps of points^3; files go to a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="weft-turbulence-") as folder:
        settings = pathlib.Path(folder, "turbulence.toml")
        settings.write_text(f'program = "turbulence"\n[grid]\nnx = {points}\n[flow]\nviscosity = 0.005\n'
                            "[scalars]\nschmidt = [0.7]\ngradient_z = [1.0]\n[time]\nstep = 1e-4\n"
                            f'[run]\nuntil = 1000\nmost_steps = {n_steps}\n[output]\nname = "{folder}/flow"\n'
                            "history_every = 0\nstatistics_every = 0\ncheckpoint_every = 0\n")
        recorder.launch(f"{points}^3, {n_steps} steps", ["run", str(settings)], env={"WEFT_HOME": home} | (env or {}),
                        points=points, **where)


def run_here(recorder: Recorder) -> None:
    with tempfile.TemporaryDirectory(prefix="weft-turbulence-") as home:
        recorder.launch("calibrate", ["calibrate"], n=2, env={"WEFT_HOME": home})
        for _ in range(N_ROUNDS):
            for points, n_steps in ((64, 200), (128, 40)):
                for n in (1, 2, 4):
                    run(recorder, points, n_steps, home, n=n)


def run_cluster(recorder: Recorder) -> None:
    """As in scalable_parallel_fft.py: eight and sixteen hosts are slower by one factor, and times are divided by it."""
    with tempfile.TemporaryDirectory(prefix="weft-turbulence-") as home:
        for hosts, rate, slower, processes, words in ((4, "100mbit", 1, (1, 2, 4), ()), (16, "20mbit", 5, (8, 16), ("--quick",))):
            calibrate(recorder, f"{home}/{rate}", hosts, *words, rate=rate)
            for points, n_steps in ((64, 3), (128, 2)):
                for n in processes:
                    run(recorder, points, n_steps, f"{home}/{rate}", {SLOW: f"{T_C * slower:g}"}, hosts=n, rate=rate,
                        slower=slower)


def run_step(recorder: Recorder) -> None:
    """Needs build/bench/turbulence_step, which is built on request."""
    recorder.launch("the machine", ["info"])
    for n in (1, 2):
        for words in (["64"], ["128"], ["--scheme", "rk3", "128"], ["--dealiasing", "padding", "64"],
                      ["--dealiasing", "spherical", "128"], ["--dealiasing", "none", "128"]):
            recorder.launch(" ".join(words), words, n=n, program="bench/turbulence_step")


def table_of_steps(launches: list[dict]) -> str:
    """Medians, as of all rounds."""
    rows = []
    for r in medians_beside_weft(launches):
        rows.append([f"{r['n']}^3", r["dealiasing"], r["scheme"], r["processes"],
                     *[f"{1e3 * r[name + '_seconds']:.4g}" for name in ("step", "convolve", "transforms")],
                     f"{r['step_over_transforms']:.2f}", f"{r['real_arrays']:.1f}"])
    return markdown(["points", "dealiasing", "scheme", "processes", "a step", "its `convolve`", "transforms alone",
                     "step / transforms", "memory, in real arrays"], rows)


def steps_of(launches: list[dict]) -> dict[int, dict[int, dict[str, float]]]:
    """Seconds of a step by points and processes: medians of the launches.

    A prediction supposes a processor for each process; it is taken times the processes that share one.
    """
    processors = max(launch["report"]["machine"]["processors"] for launch in launches)  # a bound process sees its own
    steps: dict[int, dict[int, list[dict[str, float]]]] = {n: {} for n in SIZES}
    for launch in launches:
        if launch["command"][1] == "run":
            steps[launch["points"]].setdefault(launch["report"]["machine"]["processes"], []).append(
                of_a_step(launch, processors))
    return {n: {processes: {name: median([each[name] for each in all_of_it]) for name in all_of_it[0]}
                for processes, all_of_it in by_processes.items()} for n, by_processes in steps.items()}


def of_a_step(launch: dict, processors: int) -> dict[str, float]:
    machine, (result,) = launch["report"]["machine"], launch["report"]["results"]
    seconds = {name: value / result["n_steps"] / launch.get("slower", 1) for name, value in result["seconds"].items()}
    if "predicted transforms" in seconds:
        seconds["predicted transforms"] *= max(1, machine["processes_per_node"] / processors)
    return seconds


def model_here(seconds: dict[str, float]) -> float:
    """A step with the predicted transforms, over the step."""
    return 1 + (seconds["predicted transforms"] - seconds["transforms"]) / seconds["steps"]


def table_here(launches: list[dict]) -> str:
    """Milliseconds of a step."""
    rows = []
    for n, by_processes in steps_of(launches).items():
        for processes, seconds in by_processes.items():
            rows.append([f"{n}^3", processes, f"{1e3 * seconds['steps']:.4g}",
                         f"{speedup(by_processes, processes):.2f}",
                         *[f"{1e3 * seconds[name]:.4g}" for name in ("transforms", "transform routines", "communication", "modes",
                                                                     "predicted transforms")],
                         f"{model_here(seconds):.2f}"])
    return markdown(["points", "processes", "a step", "speedup", "transforms", "routines", "communication", "modes",
                     "predicted transforms", "model / measured"], rows, conditions(launches))


def predicted_step(by_processes: dict[int, dict[str, float]], processes: int) -> float:
    """What one process takes, in equal parts, and the communication that the model has."""
    return by_processes[1]["steps"] / processes + by_processes[processes].get("predicted communication", 0)


def speedup(by_processes: dict[int, dict[str, float]], processes: int) -> float:
    return by_processes[1]["steps"] / by_processes[processes]["steps"]


def table_cluster(launches: list[dict]) -> str:
    """Seconds of a step."""
    rows = []
    for n, by_processes in steps_of(launches).items():
        for processes, seconds in by_processes.items():
            faster, model = speedup(by_processes, processes), predicted_step(by_processes, processes)
            rows.append([f"{n}^3", processes, f"{seconds['steps']:.4g}", f"{faster:.2f}", f"{faster / processes:.2f}",
                         *[f"{seconds[name]:.4g}" for name in ("transform routines", "communication")],
                         f"{seconds.get('predicted communication', 0):.4g}", f"{model:.4g}", f"{model / seconds['steps']:.2f}"])
    return markdown(["points", "processes", "a step", "speedup", "efficiency", "routines", "communication",
                     "predicted communication", "the model's step", "model / measured"], rows, conditions(launches))


def tables(raw: dict[str, list]) -> dict[str, str]:
    ways = {"here": table_here, "step": table_of_steps, "cluster": table_cluster}
    return {part: ways[part](launches) for part, launches in raw.items()}


def claims(raw: dict[str, list]) -> list[str]:
    here, cluster = steps_of(raw["here"]), steps_of(raw["cluster"])
    four = {n: here[n][4]["steps"] / here[n][2]["steps"] for n in SIZES}
    convolves = [r["convolve_seconds"] / r["transforms_seconds"] for r in medians_beside_weft(raw["step"])]
    shares = [cluster[n][p]["communication"] / cluster[n][p]["steps"] for n in SIZES for p in (8, 16)]
    models = [predicted_step(steps, p) / steps[p]["steps"] for steps in cluster.values() for p in steps]
    return [
        f"Two processes are {lowest_to_highest([speedup(here[n], 2) for n in SIZES], '.1f')} times as fast as one",
        f"take {four[128]:.2f} times as long as two at 128^3 and {four[64]:.2f} times at 64^3",
        f"{lowest_to_highest([model_here(seconds) for steps in here.values() for seconds in steps.values()], '.2f')} of a step",
        f"takes at most {within([max(convolves)])} longer than the same transforms",
        f"The model is within {within(models)} of every step",
        f"Communication takes {percent(*shares)} of a step from 8 hosts on",
        f"speedup on 16 is {lowest_to_highest([speedup(cluster[n], 16) for n in SIZES], '.1f')} where",
        f"more than {speedup(cluster[128], 16) / 16:.2f} here on 16",
        f"a step of 64^3 takes {1e3 * here[64][1]['steps']:.0f} ms, what two hosts exchange in it "
        f"{1e3 * cluster[64][2]['communication']:.0f} ms"]


def series(launches: list[dict], value, label: str) -> list[Series]:
    return [Series(label.format(n=n), sorted(by_processes), [value(by_processes, p) for p in sorted(by_processes)])
            for n, by_processes in steps_of(launches).items()]


def figures(raw: dict[str, list], folder) -> None:
    """As the paper's figures 9 (time) and 10 (speedup)."""
    if "cluster" not in raw:
        return
    launches = raw["cluster"]
    times = series(launches, lambda steps, p: steps[p]["steps"], "{n}^3")
    times += series(launches, predicted_step, "={n}^3, the model")
    speedups = series(launches, speedup, "{n}^3")
    speedups += series(launches, lambda steps, p: steps[1]["steps"] / predicted_step(steps, p), "={n}^3, the model")
    figure.draw(folder / f"{NAME}-9.svg", [("time of a step", times)], "P", "seconds")
    figure.draw(folder / f"{NAME}-10.svg", [("speedup", speedups)], "P", "times as fast as one process")


STUDY = Study(pathlib.Path(__file__).parent, NAME,
              "A step of turbulence with a scalar and its 13 transforms (scalable-parallel-fft, figures 9 and 10)",
              [Part("here", "64^3 and 128^3 on 1, 2 and 4 processes", 2, run_here),
               Part("step", "steps beside their transforms alone", 1, run_step),
               Part("cluster", "the paper's machine on 1 to 16 hosts", 8, run_cluster)],
              tables, figures, claims=claims)
