"""The timing of scalable-parallel-fft's turbulence code: steps of 64^3 and 128^3 points with a scalar, 13 transforms each, whose
time and speedup its figures 9 and 10 show, on one machine and on emulated hosts, beside the model."""

import pathlib
import tempfile

import figure
from model_check import calibrate
from study import Part, Recorder, Series, Study, conditions, markdown, median

NAME = "turbulence"
HOSTS, RATE = 16, "10mbit"
SIZES = (64, 128)


def run(recorder: Recorder, n: int, n_steps: int, home: str, **where) -> None:
    """One launch of n_steps steps of n^3 points; files go to a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="weft-turbulence-") as folder:
        settings = pathlib.Path(folder, "turbulence.toml")
        settings.write_text(f'program = "turbulence"\n[grid]\nnx = {n}\n[flow]\nviscosity = 0.005\n'
                            "[scalars]\nschmidt = [0.7]\ngradient_z = [1.0]\n[time]\nstep = 1e-4\n"
                            f'[run]\nuntil = 1000\nmost_steps = {n_steps}\n[output]\nname = "{folder}/flow"\n'
                            "history_every = 0\nstatistics_every = 0\ncheckpoint_every = 0\n")
        recorder.launch(f"{n}^3, {n_steps} steps", ["run", str(settings)], env={"WEFT_HOME": home}, points=n, **where)


def run_here(recorder: Recorder) -> None:
    with tempfile.TemporaryDirectory(prefix="weft-turbulence-") as home:
        recorder.launch("calibrate", ["calibrate"], n=2, env={"WEFT_HOME": home})
        for points, n_steps in ((64, 100), (128, 20)):
            for n in (1, 2, 4):
                run(recorder, points, n_steps, home, n=n)


def run_cluster(recorder: Recorder) -> None:
    with tempfile.TemporaryDirectory(prefix="weft-turbulence-") as home:
        calibrate(recorder, f"{home}/all", HOSTS, "--quick")
        calibrate(recorder, f"{home}/alone", 1)
        for points, n_steps in ((64, 3), (128, 2)):
            for hosts in (1, 2, 4, 8, 16):
                run(recorder, points, n_steps, f"{home}/{'alone' if hosts == 1 else 'all'}", hosts=hosts, rate=RATE)


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
    for launch in launches:
        if launch["command"][0] == "weft":
            continue
        for r in launch["report"]["results"]:
            rows.append([f"{r['n']}^3", r["dealiasing"], r["scheme"], r["processes"],
                         *[f"{1e3 * median(r[name + '_seconds']):.4g}" for name in ("step", "convolve", "transforms")],
                         f"{median(r['step_over_transforms']):.2f}", f"{r['real_arrays']:.1f}"])
    return markdown(["points", "dealiasing", "scheme", "processes", "a step", "its `convolve`", "transforms alone",
                     "step / transforms", "memory, in real arrays"], rows)


def steps_of(launches: list[dict]) -> dict[int, dict[int, dict[str, float]]]:
    """Seconds of a step by points and processes."""
    steps: dict[int, dict[int, dict[str, float]]] = {n: {} for n in SIZES}
    for launch in launches:
        if launch["command"][1] != "run":
            continue
        result, = launch["report"]["results"]
        steps[launch["points"]][launch["report"]["machine"]["processes"]] = {
            name: seconds / result["n_steps"] for name, seconds in result["seconds"].items()}
    return steps


def predicted_step(seconds: dict[str, float]) -> float | None:
    """The model's transforms, with all else of the step as it was measured."""
    if "predicted transforms" not in seconds:
        return None
    return seconds["steps"] - seconds["transforms"] + seconds["predicted transforms"]


def table(launches: list[dict]) -> str:
    """Milliseconds of a step."""
    rows = []
    for n, by_processes in steps_of(launches).items():
        alone = by_processes[1]["steps"]
        for processes, seconds in by_processes.items():
            predicted = predicted_step(seconds)
            rows.append([f"{n}^3", processes, *[f"{1e3 * seconds[name]:.4g}" for name in ("steps",)],
                         f"{alone / seconds['steps']:.2f}",
                         *[f"{1e3 * seconds[name]:.4g}" for name in ("transforms", "transform routines", "communication", "modes")],
                         f"{1e3 * seconds['predicted transforms']:.4g}" if predicted else "-"])
    return markdown(["points", "processes", "a step", "speedup", "transforms", "routines", "communication", "modes",
                     "predicted transforms"], rows, conditions(launches))


def tables(raw: dict[str, list]) -> dict[str, str]:
    return {part: (table_of_steps if part == "step" else table)(launches) for part, launches in raw.items()}


def series(launches: list[dict], value, label: str) -> list[Series]:
    lines = []
    for n, by_processes in steps_of(launches).items():
        points = [(processes, value(by_processes, processes)) for processes in sorted(by_processes)]
        points = [(x, y) for x, y in points if y is not None]
        lines.append(Series(label.format(n=n), [x for x, _ in points], [y for _, y in points]))
    return lines


def figures(raw: dict[str, list], folder) -> None:
    """As the paper's figures 9 (time) and 10 (speedup)."""
    if "cluster" not in raw:
        return
    launches = raw["cluster"]
    times = series(launches, lambda steps, p: steps[p]["steps"], "{n}^3")
    times += series(launches, lambda steps, p: predicted_step(steps[p]), "={n}^3, the model")
    speedups = series(launches, lambda steps, p: steps[1]["steps"] / steps[p]["steps"], "{n}^3")
    speedups.append(Series("=ideal", [1, 2, 4, 8, 16], [1, 2, 4, 8, 16]))
    figure.draw(folder / f"{NAME}-9.svg", [("time of a step", times)], "P", "seconds")
    figure.draw(folder / f"{NAME}-10.svg", [("speedup", speedups)], "P", "times as fast as one process")


STUDY = Study(NAME, "A step of turbulence with a scalar and its 13 transforms (scalable-parallel-fft, figures 9 and 10)",
              [Part("here", "64^3 and 128^3 on 1, 2 and 4 processes", 3, run_here),
               Part("step", "steps beside their transforms alone", 3, run_step),
               Part("cluster", "the same on 1 to 16 hosts at 10 Mbit/s", 12, run_cluster)],
              tables, figures)
