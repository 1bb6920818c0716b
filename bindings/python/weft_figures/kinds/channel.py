"""`weft plot` of a turbulent channel flow: its statistics, beside published data.

Everything is in units of the wall (u_tau and viscosity / u_tau) but y, the distance from the wall in h, half the
distance of the walls.
"""

import math
from typing import Dict, NamedTuple, Optional

import numpy as np

from ..channel_figure import draw_channel
from ..curves import interpolated, peak_of, published
from ..numbers_file import NumbersFile
from ..words import FigureError
from .kind import Kind

WALL = ("y", "y_plus", "u_plus", "u_rms_plus", "v_rms_plus", "w_rms_plus", "minus_uv_plus", "viscous_plus", "total_plus",
        "storage_plus")
SPECTRA = ("y", "y_plus", "kx", "kz", "uu_x", "vv_x", "ww_x", "uu_z", "vv_z", "ww_z")
FEWEST_POINTS = 4  # from the wall to the middle: as many as a cubic needs
FLUCTUATIONS = {"u_rms_plus": "u rms", "v_rms_plus": "v rms", "w_rms_plus": "w rms", "minus_uv_plus": "-uv"}


class Published(NamedTuple):
    label: str  # of figures
    re_tau: float
    table: str  # in data/: columns of the group "wall", but for the stresses


PUBLISHED = {"mkm180": Published("Moser, Kim & Mansour (1999)", 178.12, "mkm180")}  # by the words of --data
NEAR_RE_TAU = 0.1  # data within this part of Re_tau are shown unasked
LEAST_DURATION = 2  # h/u_tau: before, means are of a moment
FROM_Y_PLUS, TO_Y_PLUS = 5, 150  # where the flow is compared with them


def plotted(file: NumbersFile, what: str, data: str):
    """Result, lines and a way to draw of the statistics in a file."""
    facts, wall, spectra = _read(file)
    if what == "spectra" and not spectra:
        raise FigureError(f"--what: {file.path} has no spectra; let weft run write some (output.spectra_at in its settings), "
                          "or give --what profiles")
    name = _published_name(data, facts["re_tau"])
    known = published(PUBLISHED[name].table) if name else {}
    result = _result(file.path, facts, wall, name, known)
    shown = {**result, "profiles": wall if what != "spectra" else None, "spectra": spectra if what != "profiles" else None,
             "data": known, "label": PUBLISHED[name].label if name else ""}
    return result, _lines(result), lambda path: draw_channel(shown, path)


def _read(file: NumbersFile):
    """Facts, the columns of the group "wall", and those of the group "spectra", or none."""
    has_spectra = file.has("/spectra/")
    file.check_present([f"/wall/{name}" for name in WALL])
    if has_spectra:
        file.check_present([f"/spectra/{name}" for name in SPECTRA])
    facts = file.facts(("time_start", "time_end", "bulk_velocity"),
                       ("n_samples", "u_tau", "re_tau", "nx", "ny", "nz", "length_x", "length_z"))
    n_y = (int(facts["ny"]) + 1) // 2
    if n_y < FEWEST_POINTS:
        raise file.refusal(f"has {n_y} points from the wall to the middle")
    wall = file.columns("/wall/", WALL, n_y)
    file.check_ascending(["/wall/y", "/wall/y_plus"])
    return facts, wall, _spectra(file) if has_spectra else None


def _spectra(file: NumbersFile) -> Dict[str, np.ndarray]:
    n_planes, *n_waves = (file.length(f"/spectra/{name}") for name in ("y_plus", "kx", "kz"))
    n = dict(zip("xz", n_waves))
    shapes = {"kx": (n["x"],), "kz": (n["z"],), "y": (n_planes,), "y_plus": (n_planes,)}
    spectra = {name: file.values(f"/spectra/{name}", shapes.get(name) or (n_planes, n[name[-1]])) for name in SPECTRA}
    file.check_ascending(["/spectra/kx", "/spectra/kz"])
    return spectra


def _published_name(data: str, re_tau: float) -> Optional[str]:
    near = [name for name, known in PUBLISHED.items() if abs(re_tau - known.re_tau) <= NEAR_RE_TAU * known.re_tau]
    return {"none": None, "": near[0] if near else None}.get(data, data)


# --- numbers ------------------------------------------------------------------------------------------------


def _difference(wall: dict, data: dict, name: str) -> Optional[float]:
    """Root of the integral of (f - data)^2 over that of data^2 along FROM_Y_PLUS < y+ < TO_Y_PLUS, by the trapezoidal rule
    between the points of the flow; None where it has fewer than two."""
    inside = (wall["y_plus"] > FROM_Y_PLUS) & (wall["y_plus"] < TO_Y_PLUS)
    y_plus, there = wall["y_plus"][inside], interpolated(data["y_plus"], data[name], wall["y_plus"][inside])

    def integral(f):
        return float(np.sum(np.diff(y_plus) * (f[1:] + f[:-1]) / 2))

    of_data = integral(there**2)
    return math.sqrt(integral((wall[name][inside] - there) ** 2) / of_data) if of_data > 0 else None


def _peak(wall: dict, name: str) -> dict:
    peak = peak_of(wall["y_plus"], wall[name])
    return {"value": peak.value, "y_plus": peak.place}


def _stress_deviation(wall: dict) -> dict:
    """Where total stress less storage is furthest from what momentum demands."""
    away = abs(wall["total_plus"] - wall["storage_plus"] - (1 - wall["y"]))
    return {"value": float(away.max()), "y_plus": float(wall["y_plus"][away.argmax()])}


def _result(path: str, facts: dict, wall: dict, name: Optional[str], data: dict) -> dict:
    u_tau, re_tau = facts["u_tau"], facts["re_tau"]
    result = {
        "file": path, "re_tau": re_tau, "u_tau": u_tau, "bulk_velocity_plus": facts["bulk_velocity"] / u_tau,
        "centre_velocity_plus": float(wall["u_plus"][-1]), "shape": [int(facts[n]) for n in ("nx", "ny", "nz")],
        "lengths": [facts["length_x"], 2.0, facts["length_z"]],
        "spacing_plus": {along: re_tau * facts[f"length_{along}"] / facts[f"n{along}"] for along in "xz"},
        "n_samples": int(facts["n_samples"]), "time_start": facts["time_start"], "time_end": facts["time_end"],
        "duration": (facts["time_end"] - facts["time_start"]) * u_tau,
        "peaks": {column: _peak(wall, column) for column in FLUCTUATIONS},
        "stress_deviation": _stress_deviation(wall), "data": name}
    if name:
        result["differences"] = {column: _difference(wall, data, column) for column in ("u_plus", *FLUCTUATIONS)}
    return result


def _lines(r: dict):
    rows = {
        "Re_tau": f"{r['re_tau']:.2f}, u_tau {r['u_tau']:.6g}",
        "velocity": f"bulk {r['bulk_velocity_plus']:.3f}, centre {r['centre_velocity_plus']:.3f}",
        "grid": f"{'x'.join(map(str, r['shape']))} points in {r['lengths'][0]:.4g} x 2 x {r['lengths'][2]:.4g} h, spacings "
                f"{r['spacing_plus']['x']:.3g} along x, {r['spacing_plus']['z']:.3g} along z",
        "samples": f"{r['n_samples']} from time {r['time_start']:.6g} to {r['time_end']:.6g}: {r['duration']:.3g} h/u_tau"}
    for name, words in FLUCTUATIONS.items():
        rows[words] = f"at most {r['peaks'][name]['value']:.4f}, at y+ {r['peaks'][name]['y_plus']:.1f}"
    rows["stress"] = f"total less storage is within {r['stress_deviation']['value']:.4f} of 1 - y/h (furthest at y+ " \
                     f"{r['stress_deviation']['y_plus']:.1f})"
    if r["data"]:
        if r["duration"] < LEAST_DURATION:
            rows["note"] = f"means over {r['duration']:.2g} h/u_tau are those of a moment; below {LEAST_DURATION:g} h/u_tau " \
                           "differences say little"
        rows["difference"] = _difference_in_words(r["differences"], PUBLISHED[r["data"]])
    return [f"{r['file']}: turbulent channel flow, in units of the wall", *(f"  {n:10} {text}" for n, text in rows.items())]


def _difference_in_words(differences: dict, known: Published) -> str:
    where = f"{FROM_Y_PLUS:g} < y+ < {TO_Y_PLUS:g}"
    words = [f"{FLUCTUATIONS.get(name, 'U')} {100 * part:.2f} %" for name, part in differences.items() if part is not None]
    return f"from {known.label} at Re_tau {known.re_tau:g}, {where}: {', '.join(words)}" if words else \
        f"none: there are not two points in {where}"


KIND = Kind("channel statistics", "statistics of a channel flow", ".statistics.h5", ("profiles", "spectra"), tuple(PUBLISHED), plotted)
