"""The timing case of transpose-split: a step of a channel flow of 64 x 65 x 64 points, whose 21 transforms, communication and
transform routines its figure 8 shows, on one machine and on emulated hosts, beside the model."""

import pathlib
import tempfile

from model_check import calibrate
from study import Part, Recorder, Study, conditions, markdown, median, results_beside_weft

NAME = "channel"
HOSTS, RATE = 16, "10mbit"


def run(recorder: Recorder, n_steps: int, home: str, form: str = "skew", **where) -> None:
    """One launch of n_steps steps; files go to a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="weft-channel-") as folder:
        settings = pathlib.Path(folder, "channel.toml")
        settings.write_text('program = "channel"\n[domain]\nlength_x = 6.283185307179586\nlength_z = 3.141592653589793\n'
                            f'[grid]\nnx = 64\nny = 65\nnz = 64\n[flow]\nform = "{form}"\n[time]\nstep = 0.002\n'
                            f'[run]\nuntil = 1000\nmost_steps = {n_steps}\n[output]\nname = "{folder}/flow"\n'
                            "history_every = 0\nstatistics_every = 0\ncheckpoint_every = 0\n")
        recorder.launch(f"{n_steps} steps, {form}", ["run", str(settings)], env={"WEFT_HOME": home}, form=form, **where)


def run_here(recorder: Recorder) -> None:
    with tempfile.TemporaryDirectory(prefix="weft-channel-") as home:
        recorder.launch("calibrate", ["calibrate"], n=2, env={"WEFT_HOME": home})
        for form in ("skew", "rotational"):
            for n in (1, 2, 4):
                run(recorder, 100, home, form, n=n)


def run_cluster(recorder: Recorder) -> None:
    with tempfile.TemporaryDirectory(prefix="weft-channel-") as home:
        calibrate(recorder, f"{home}/all", HOSTS, "--quick")
        calibrate(recorder, f"{home}/alone", 1)
        for hosts in (1, 2, 4, 8, 16):
            run(recorder, 3, f"{home}/{'alone' if hosts == 1 else 'all'}", hosts=hosts, rate=RATE)


def run_step(recorder: Recorder) -> None:
    """Needs build/bench/channel_step, which is built on request."""
    recorder.launch("the machine", ["info"])
    for n in (1, 2):
        for words in ([], ["--scheme", "rk3"], ["--padding"], ["--form", "rotational"], ["--form", "rotational", "--padding"],
                      ["lump=1"], ["--form", "rotational", "lump=1"], ["128x97x128"]):
            recorder.launch(" ".join(words) or "skew", words, n=n, program="bench/channel_step")


def table_of_steps(launches: list[dict]) -> str:
    """Medians, as of all rounds."""
    rows = []
    for r in results_beside_weft(launches):
        of = [r["form"]] + (["padded"] if r["padding"] else []) + ([r["options"]] if r["options"] else [])
        rows.append([r["modes"], ", ".join(of), r["scheme"], r["processes"],
                     *[f"{1e3 * median(r[name + '_seconds']):.4g}" for name in ("step", "convolve", "transforms")],
                     f"{median(r['step_over_transforms']):.2f}", f"{median(r['columns_share_of_copy']):.0%}", f"{median(r['lines_share_of_copy']):.0%}",
                     f"{r['real_arrays']:.1f}"])
    return markdown(["modes", "form", "scheme", "processes", "a step", "its `convolve`", "transforms alone", "step / transforms",
                     "columns, of a copy", "their lines alone", "memory, in real arrays"], rows)


def table(launches: list[dict]) -> str:
    """Milliseconds of a step."""
    rows = []
    for launch in launches:
        if launch["command"][1] != "run":
            continue
        result, = launch["report"]["results"]
        seconds = result["seconds"]
        steps = result["n_steps"]
        names = ("steps", "transforms", "transform routines", "communication", "columns")
        predicted = seconds.get("predicted transforms")
        rows.append([launch["form"], f"{launch['report']['machine']['processes']}",
                     *[f"{1e3 * seconds[name] / steps:.4g}" for name in names],
                     f"{1e3 * predicted / steps:.4g}" if predicted else "-"])
    return markdown(["form", "processes", "a step", "transforms", "routines", "communication", "columns", "predicted transforms"],
                    rows, conditions(launches))


def tables(raw: dict[str, list]) -> dict[str, str]:
    return {part: (table_of_steps if part == "step" else table)(launches) for part, launches in raw.items()}


STUDY = Study(NAME, "A step of the channel flow and its 21 transforms (transpose-split, figure 8)",
              [Part("here", "64 x 65 x 64, 100 steps on 1, 2 and 4 processes", 2, run_here),
               Part("step", "steps beside their transforms alone, and the columns beside a copy", 2, run_step),
               Part("cluster", "the same on 1 to 16 hosts at 10 Mbit/s", 6, run_cluster)],
              tables, lambda raw, folder: None)
