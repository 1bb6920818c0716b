"""`weft plot` of how turbulence in a box went in time, beside a published decay of the Taylor-Green vortex.

Everything is in the units of the simulation. The dissipation is that of the velocity that is resolved, 2 viscosity
enstrophy; published is -d(energy)/dt of a flow that is resolved well, which is the same.
"""

from typing import Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from ..curves import Peak, interpolated, peak_of, published
from ..numbers_file import NumbersFile
from ..turbulence_figures import draw_history
from ..words import FigureError
from .kind import Kind

FLOW = ("time", "energy", "dissipation", "skewness", "taylor_reynolds", "k_max_eta", "integral_length", "forced_power")
SCALAR = ("variance", "dissipation", "flux_x", "flux_y", "flux_z")


class Published(NamedTuple):
    label: str  # of figures
    viscosity: float  # that of a flow, and its first energy, that is compared with these data unasked
    energy: float
    dissipation: Peak  # of the complete data; the table has fewer times
    table: str  # in data/: columns time, energy, dissipation


PUBLISHED = {"taylor-green-1600": Published("HiOCFD workshop, spectral, 512^3", 1 / 1600, 0.125, Peak(0.0128575, 8.97),
                                            "taylor_green_1600")}  # by the words of --data
NEAR_START = 1e-6  # of the energy, and in parts of the viscosity


class History(NamedTuple):
    columns: Dict[str, np.ndarray]  # "time", "energy", ..., "scalar_0_variance", ...: all of one length
    units: Dict[str, str]  # of the columns; empty: the file tells none
    n_scalars: int
    viscosity: Optional[float]
    shape: Optional[List[int]]  # points along x, y, z


def plotted(file: NumbersFile, what: str, data: str):
    """Result, lines and a way to draw of the history in a file."""
    history = _read(file)
    panels = panels_of(file, what, ("energy", "scales"), history.n_scalars)
    name = _published_name(data, history)
    known = published(PUBLISHED[name].table) if name else {}
    deviation = _deviation(known, history.columns) if name else None
    result = _result(file.path, history, name, deviation)
    shown = {**result, **history._asdict(), "panels": panels, "data": known, "deviation": deviation,
             "label": PUBLISHED[name].label if name else ""}
    return result, _lines(result), lambda path: draw_history(shown, path)


def panels_of(file: NumbersFile, what: str, rows: Tuple[str, ...], n_scalars: int) -> List[str]:
    """The rows of a figure that are wanted and there."""
    if what == "scalars" and n_scalars == 0:
        raise FigureError(f"--what: {file.path} has no scalars; let weft run carry some, or give --what energy")
    there = (*rows, "scalars") if n_scalars else rows
    return [row for row in there if what in ("all", row)]


def _read(file: NumbersFile) -> History:
    names, n_scalars = list(FLOW), 0
    while file.has(f"/scalar_{n_scalars}_"):
        names += [f"scalar_{n_scalars}_{name}" for name in SCALAR]
        n_scalars += 1
    file.check_present([f"/{name}" for name in names])
    columns = file.columns("/", names, file.length("/time"))
    file.check_ascending(["/time"])
    shape = [int(n) for n in map(file.number, ("nx", "ny", "nz")) if n is not None and 1 <= n < 1e9]
    return History(columns, {name: file.units[f"/{name}"] for name in names}, n_scalars, file.number("viscosity"),
                   shape if len(shape) == 3 else None)


def _published_name(data: str, history: History) -> Optional[str]:
    def begins_so(known: Published) -> bool:
        return history.viscosity is not None and abs(history.viscosity - known.viscosity) <= NEAR_START * known.viscosity \
            and abs(history.columns["energy"][0] - known.energy) <= NEAR_START

    alike = [name for name, known in PUBLISHED.items() if begins_so(known)]
    return {"none": None, "": alike[0] if alike else None}.get(data, data)


# --- numbers ------------------------------------------------------------------------------------------------


def _deviation(data: dict, columns: dict) -> dict:
    """Of the dissipation, in parts of the published one, at the times that both have."""
    time = columns["time"]
    both = (time >= data["time"][0]) & (time <= data["time"][-1])
    there = interpolated(data["time"], data["dissipation"], time[both])
    return {"time": time[both], "value": columns["dissipation"][both] / there - 1}


def _at(i: int, time, values) -> dict:
    return {"value": float(values[i]), "time": float(time[i])}


def _result(path: str, history: History, name: Optional[str], deviation: Optional[dict]) -> dict:
    columns = history.columns
    time, energy = columns["time"], columns["energy"]
    peak = peak_of(time, columns["dissipation"])
    last_half = time >= (time[0] + time[-1]) / 2
    result = {
        "file": path, "n_rows": len(time), "shape": history.shape, "viscosity": history.viscosity,
        "time_start": float(time[0]), "time_end": float(time[-1]),
        "energy_start": float(energy[0]), "energy_end": float(energy[-1]),
        "dissipation_peak": {"value": peak.value, "time": peak.place},
        "k_max_eta_smallest": _at(columns["k_max_eta"].argmin(), time, columns["k_max_eta"]),
        "taylor_reynolds_end": float(columns["taylor_reynolds"][-1]),
        "skewness_mean": float(columns["skewness"][last_half].mean()),
        "scalars": [{f"{name}_end": float(columns[f"scalar_{i}_{name}"][-1]) for name in SCALAR}
                    for i in range(history.n_scalars)],
        "data": name}
    if name:
        known, values = PUBLISHED[name].dissipation, deviation["value"]
        result["published_peak"] = {"value": known.value, "time": known.place}
        result["peak_deviation"] = peak.value / known.value - 1
        result["dissipation_deviation"] = _at(abs(values).argmax(), deviation["time"], values) if len(values) else None
    return result


def _lines(r: dict) -> List[str]:
    peak, coarsest = r["dissipation_peak"], r["k_max_eta_smallest"]
    rows = {"grid": f"{'x'.join(map(str, r['shape']))} points"} if r["shape"] else {}
    rows |= {
        "time": f"{r['time_start']:.6g} to {r['time_end']:.6g}, {r['n_rows']} {'row' if r['n_rows'] == 1 else 'rows'}",
        "energy": f"{r['energy_start']:.6g} at first, {r['energy_end']:.6g} at last",
        "dissipation": f"at most {peak['value']:.6g}, at time {peak['time']:.4g}",
        "resolution": f"k_max eta is at least {coarsest['value']:.3f} (time {coarsest['time']:.4g})",
        "Reynolds": f"of the Taylor scale {r['taylor_reynolds_end']:.2f} at last",
        "skewness": f"{r['skewness_mean']:.3f}, mean of the last half of the time"}
    for i, last in enumerate(r["scalars"]):
        rows[f"scalar {i}"] = f"variance {last['variance_end']:.6g}, dissipation {last['dissipation_end']:.6g}, flux " \
            f"{', '.join(f'{last[name]:.4g}' for name in ('flux_x_end', 'flux_y_end', 'flux_z_end'))} at last"
    if r["data"]:
        known, most = PUBLISHED[r["data"]], r["dissipation_deviation"]
        rows["difference"] = f"none: no time is one of {known.label}" if most is None else \
            f"dissipation from {known.label}: at most {100 * most['value']:.3g} % (time {most['time']:.4g})"
        rows["peak"] = f"{100 * r['peak_deviation']:+.3g} % from the published {known.dissipation.value:.6g} at time " \
                       f"{known.dissipation.place:.4g}"
    return [f"{r['file']}: turbulence in a box", *(f"  {name:12} {text}" for name, text in rows.items())]


KIND = Kind("turbulence history", "the history of turbulence in a box", ".history.h5", ("energy", "scales", "scalars"),
            tuple(PUBLISHED), plotted)
