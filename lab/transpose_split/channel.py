"""The timing case of transpose-split: a step of a channel flow of 64 x 65 x 64 points, whose 21 transforms, communication and
transform routines its figure 8 shows, on one machine and on emulated hosts, beside the model."""

import pathlib
import tempfile

from networks.model_check import calibrate
from study import (Part, Recorder, Study, conditions, lowest_to_highest, markdown, median, medians_beside_weft, percent,
                   results_beside_weft, within)

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
    rows = []
    for r in medians_beside_weft(launches):
        of = [r["form"]] + (["padded"] if r["padding"] else []) + ([r["options"]] if r["options"] else [])
        rows.append([r["modes"], ", ".join(of), r["scheme"], r["processes"],
                     *[f"{1e3 * r[name + '_seconds']:.4g}" for name in ("step", "convolve", "transforms")],
                     f"{r['step_over_transforms']:.2f}", f"{r['columns_share_of_copy']:.0%}", f"{r['lines_share_of_copy']:.0%}",
                     f"{r['real_arrays']:.1f}"])
    return markdown(["modes", "form", "scheme", "processes", "a step", "its `convolve`", "transforms alone", "step / transforms",
                     "columns, of a copy", "their lines alone", "memory, in real arrays"], rows)


def steps_of(launches: list[dict]) -> dict[tuple[str, int], dict[str, float]]:
    """Milliseconds of a step, by form and processes."""
    found = {}
    for launch in launches:
        if launch["command"][1] == "run":
            result, = launch["report"]["results"]
            found[launch["form"], launch["report"]["machine"]["processes"]] = {
                name: 1e3 * seconds / result["n_steps"] for name, seconds in result["seconds"].items()}
    return found


def table(launches: list[dict]) -> str:
    names = ("steps", "transforms", "transform routines", "communication", "columns")
    rows = [[form, processes, *[f"{ms[name]:.4g}" for name in names],
             f"{ms['predicted transforms']:.4g}" if "predicted transforms" in ms else "-"]
            for (form, processes), ms in steps_of(launches).items()]
    return markdown(["form", "processes", "a step", "transforms", "routines", "communication", "columns", "predicted transforms"],
                    rows, conditions(launches))


def tables(raw: dict[str, list]) -> dict[str, str]:
    return {part: (table_of_steps if part == "step" else table)(launches) for part, launches in raw.items()}


def claims(raw: dict[str, list]) -> list[str]:
    here, beside, cluster = steps_of(raw["here"]), medians_beside_weft(raw["step"]), steps_of(raw["cluster"])
    n_rounds, = {len(result["step_seconds"]) for result in results_beside_weft(raw["step"])}
    skew = [r["step_over_transforms"] for r in beside if r["form"] == "skew"]
    unpadded = [r for r in beside if r["form"] == "rotational" and not r["padding"]]
    rotational = [r["step_over_transforms"] for r in unpadded]
    same = [r["step_over_transforms"] for r in unpadded if r["processes"] == 2]
    lines = [r["lines_share_of_copy"] for r in beside]
    arithmetic = [r["lines_share_of_copy"] / r["columns_share_of_copy"] - 1 for r in beside]
    on_hosts = [ms for (_, processes), ms in cluster.items() if processes > 1]
    exceeding = [(ms["transform routines"] + ms["communication"]) / ms["transforms"] - 1 for ms in cluster.values()]
    columns = [ms["columns"] / ms["steps"] for (_, processes), ms in here.items() if processes == 1]
    below = [1 - ms["predicted transforms"] / ms["transforms"] for (_, processes), ms in here.items() if processes <= 2]
    return [
        f"Columns are {percent(*columns)} of a step on one process",
        f"The prediction is {percent(*below)} below what was measured with 1 and 2 processes",
        f"in one run of {n_rounds} rounds",
        f"A step in skew form takes {lowest_to_highest(skew, '.1f')} times its transforms. In rotational form without padding it "
        f"takes {lowest_to_highest(rotational, '.1f')} times",
        f"the same work on two processes have {same[0]:.2f} and {same[1]:.2f}",
        f"Columns are at {percent(*(r['columns_share_of_copy'] for r in beside))} of a copy",
        f"that alone is at {percent(*lines)} of a copy, {percent(median(lines))} in the median",
        f"takes {lowest_to_highest(arithmetic, '.1f')} times as long again, {median(arithmetic):.1f} in the median",
        f"within {within(ms['predicted transforms'] / ms['transforms'] for ms in on_hosts)} of all transforms on 2 to 16 hosts",
        f"exceeds the transforms of the steps by {percent(*exceeding)}"]


STUDY = Study(pathlib.Path(__file__).parent, NAME, "A step of the channel flow and its 21 transforms (transpose-split, figure 8)",
              [Part("here", "64 x 65 x 64, 100 steps on 1, 2 and 4 processes", 2, run_here),
               Part("step", "steps beside their transforms alone, and the columns beside a copy", 2, run_step),
               Part("cluster", "the same on 1 to 16 hosts at 10 Mbit/s", 6, run_cluster)],
              tables, lambda raw, folder: None, claims=claims)
