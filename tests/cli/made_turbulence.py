"""Histories and spectra of turbulence in a box, made for tests of `weft plot`."""

import pathlib

import numpy

TABLE = pathlib.Path(__file__).resolve().parents[2] / "bindings/python/weft_figures/data/taylor_green_1600.csv"
KOLMOGOROV = 1.5  # constant of the made spectra


def published():
    """The columns of the table by their names."""
    lines = [line for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    rows = numpy.array([[float(word) for word in line.split(",")] for line in lines[1:]])
    return dict(zip(lines[0].split(","), rows.T))


def history_of(time, energy, dissipation, n_scalars=0):
    """The datasets of a history with this decay; the rest has known values."""
    n = len(time)
    columns = {"step": numpy.arange(float(n)), "time": time, "courant_number": 0.5 + 0 * time, "energy": energy,
               "enstrophy": 800 * dissipation, "dissipation": dissipation,
               "skewness": numpy.where(time < (time[0] + time[-1]) / 2, -0.1, -0.5),
               "taylor_reynolds": 40 + 100 * numpy.exp(-time / 8), "k_max_eta": 1 + 0.1 * (time - 9) ** 2,
               "integral_length": 1 + time / 50, "forced_power": 0 * time}
    for i in range(n_scalars):
        columns[f"scalar_{i}_variance"] = (1 + i) * numpy.exp(-time / 10)
        columns[f"scalar_{i}_dissipation"] = (1 + i) / 10 * numpy.exp(-time / 10)
        for j, along in enumerate("xyz"):
            columns[f"scalar_{i}_flux_{along}"] = 0.1 * numpy.sin(time + i + 2 * j) - (j == 0)
    return columns


def published_history(n_scalars=0):
    table = published()
    return history_of(table["time"], table["energy"], table["dissipation"], n_scalars)


def made_spectra(n_scalars=0, n_shells=65, viscosity=2e-3, width=1.0):
    """A spectrum with energy only by k^(-5/3) up to k = 20 width, and a transfer that moves it from shells 1 to 3."""
    k = width * numpy.arange(n_shells)
    shape = numpy.r_[0, (k[1:]) ** (-5 / 3)] * numpy.exp(-numpy.maximum(k / width - 20, 0) / 4)
    # dissipation = 2 nu k^2 E; its sum is epsilon where E = C epsilon^(2/3) shape
    share = 2 * viscosity * KOLMOGOROV * numpy.sum(k**2 * shape) * width
    epsilon = share**3
    energy = KOLMOGOROV * epsilon ** (2 / 3) * shape
    dissipation = 2 * viscosity * k**2 * energy
    transfer = dissipation.copy()
    transfer[1:4] -= dissipation.sum() / 3
    spectra = {"k": k, "energy": energy, "dissipation": dissipation, "transfer": transfer}
    for i in range(n_scalars):
        spectra[f"scalar_{i}"] = (1 + i) * energy
        spectra[f"scalar_{i}_transfer"] = (1 + i) * transfer
    return spectra, epsilon
