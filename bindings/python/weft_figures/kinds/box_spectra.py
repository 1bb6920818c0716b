"""`weft plot` of the spectra of turbulence in a box.

Spectra are densities: the sum of a spectrum times the width of a shell is the quantity of the whole box. Kolmogorov's
units are those of the mean dissipation and the viscosity. Everything else is in the units of the simulation.
"""

from typing import Dict, List, NamedTuple, Optional

import numpy as np

from .box_history import panels_of
from ..numbers_file import NumbersFile
from ..turbulence_figures import draw_statistics
from .kind import Kind

FIRST_SHELL_OF_SLOPE, PART_OF_SLOPE = 4, 0.25  # where the exponent is taken: from there to k_max / 4
FEWEST_SHELLS = 4  # of a slope
MOST_LINES = 6  # of samples in a figure


class Spectra(NamedTuple):
    facts: Dict[str, float]  # numbers among the attributes of the file
    spectra: Dict[str, np.ndarray]  # those of the group of that name, and the flux
    units: Dict[str, str]  # of the spectra; empty: the file tells none
    n_scalars: int
    times: np.ndarray  # of the samples
    energies: np.ndarray  # a spectrum of each


def plotted(file: NumbersFile, what: str, _):
    """Result, lines and a way to draw of the spectra in a file."""
    read = _read(file)
    panels = panels_of(file, what, ("energy", "transfer"), read.n_scalars)
    result = _result(file, read)
    shown = {**result, "spectra": read.spectra, "units": read.units, "n_scalars": read.n_scalars,
             "samples": _some_samples(read), "panels": panels}
    return result, _lines(result), lambda path: draw_statistics(shown, path)


def _read(file: NumbersFile) -> Spectra:
    facts = file.facts(("time_start", "time_end"), ("n_samples", "viscosity", "nx", "ny", "nz", "k_max", "shell_width"))
    n_scalars = file.number("n_scalars")
    if n_scalars is None or not 0 <= n_scalars < 1e6:
        raise file.refusal("has no number n_scalars of 0 or more among its attributes")
    names = ["k", "energy", "dissipation", "transfer"]
    names += [f"scalar_{i}{which}" for i in range(int(n_scalars)) for which in ("", "_transfer")]
    file.check_present([f"/spectra/{name}" for name in names] + ["/samples/time", "/samples/energy"])
    n_shells, n_samples = file.length("/spectra/k"), file.length("/samples/time")
    spectra = file.columns("/spectra/", names, n_shells)
    times, energies = file.values("/samples/time", (n_samples,)), file.values("/samples/energy", (n_samples, n_shells))
    file.check_ascending(["/spectra/k", "/samples/time"])
    spectra["flux"] = -np.cumsum(spectra["transfer"] * facts["shell_width"])  # what leaves the shells up to each
    return Spectra(facts, spectra, {name: file.units[f"/spectra/{name}"] for name in names}, int(n_scalars), times, energies)


# --- numbers ------------------------------------------------------------------------------------------------


def _slope(k, energy, k_max: float) -> Optional[dict]:
    """Of the straight line of least squares through the logarithms; None if there are too few shells with energy."""
    inside = (np.arange(len(k)) >= FIRST_SHELL_OF_SLOPE) & (k <= PART_OF_SLOPE * k_max) & (k > 0) & (energy > 0)
    if inside.sum() < FEWEST_SHELLS:
        return None
    x, y = np.log(k[inside]), np.log(energy[inside])
    slope = np.sum((x - x.mean()) * (y - y.mean())) / np.sum((x - x.mean()) ** 2)
    return {"value": float(slope), "k_from": float(k[inside][0]), "k_to": float(k[inside][-1])}


def _result(file: NumbersFile, read: Spectra) -> dict:
    facts, spectra, width = read.facts, read.spectra, read.facts["shell_width"]
    viscosity, k_max = facts["viscosity"], facts["k_max"]
    transfer, flux = spectra["transfer"], spectra["flux"]
    dissipation = float(sum(spectra["dissipation"]) * width)
    if not dissipation > 0:
        raise file.refusal(f"has spectra whose dissipation is {dissipation:g}, not of a flow that moves")
    kolmogorov_length = (viscosity**3 / dissipation) ** 0.25
    sizes = abs(transfer).sum()
    return {
        "file": file.path, "shape": [int(facts[n]) for n in ("nx", "ny", "nz")], "viscosity": viscosity,
        "n_samples": int(facts["n_samples"]), "time_start": facts["time_start"], "time_end": facts["time_end"],
        "k_max": k_max, "shell_width": width, "energy": float(sum(spectra["energy"]) * width), "dissipation": dissipation,
        "kolmogorov_length": kolmogorov_length, "k_max_eta": k_max * kolmogorov_length,
        "transfer_balance": float(sum(transfer) / sizes) if sizes > 0 else None,
        "slope": _slope(spectra["k"], spectra["energy"], k_max),
        "flux_largest": {"over_dissipation": float(flux.max() / dissipation), "k": float(spectra["k"][flux.argmax()])},
        "scalars": [{"variance": float(2 * sum(spectra[f"scalar_{i}"]) * width)} for i in range(read.n_scalars)]}


def _lines(r: dict) -> List[str]:
    slope, flux = r["slope"], r["flux_largest"]
    rows = {
        "grid": f"{'x'.join(map(str, r['shape']))} points, k_max {r['k_max']:.4g}, shells of width {r['shell_width']:.4g}",
        "samples": f"{r['n_samples']} from time {r['time_start']:.6g} to {r['time_end']:.6g}",
        "energy": f"{r['energy']:.6g}",
        "dissipation": f"{r['dissipation']:.6g}",
        "Kolmogorov": f"length {r['kolmogorov_length']:.4g}, k_max eta {r['k_max_eta']:.3f}",
        "exponent": f"none: fewer than {FEWEST_SHELLS} shells with energy from shell 4 to k_max/4" if slope is None else
                    f"of the energy {slope['value']:.3f}, least squares over {slope['k_from']:.4g} <= k <= {slope['k_to']:.4g}",
        "transfer": "none" if r["transfer_balance"] is None else
                    f"its sum is {r['transfer_balance']:.2g} of the sum of its sizes",
        "flux": f"at most {flux['over_dissipation']:.3f} of the dissipation, at k = {flux['k']:.4g}"}
    rows |= {f"scalar {i}": f"variance {scalar['variance']:.6g}" for i, scalar in enumerate(r["scalars"])}
    return [f"{r['file']}: spectra of turbulence in a box", *(f"  {name:12} {text}" for name, text in rows.items())]


def _some_samples(read: Spectra) -> list:
    """Time and spectrum of up to MOST_LINES samples, the first and the last among them; none of a single one."""
    n = len(read.times)
    n_lines = min(n, MOST_LINES) if n > 1 else 0
    chosen = [line * (n - 1) // (n_lines - 1) for line in range(n_lines)]
    return [(float(read.times[i]), read.energies[i]) for i in chosen]


KIND = Kind("turbulence statistics", "statistics of turbulence in a box", ".statistics.h5", ("energy", "transfer", "scalars"), (),
            plotted)
