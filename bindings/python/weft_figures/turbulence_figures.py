"""Figures of turbulence in a periodic box for a paper: how it went in time, and its spectra.

Lines are the simulation, open symbols published data. Labels have the units that the file tells.
"""

import re
import textwrap

import numpy as np

from .style import (BLUE, DASHES, FAINT, GREEN, INK, ORANGE, PURPLE, RED, ROW_HEIGHT, draw_rows, draw_symbols, plain_log_axis,
                    with_units)

COLOURS = (BLUE, RED, GREEN, PURPLE, ORANGE, INK)  # of scalars
DECADES = 12  # of spectra that are shown at most
KOLMOGOROV = 1.62  # the constant of the spectrum (K. R. Sreenivasan, Phys. Fluids 7, 1995, 2778)
ABOVE = 1.8  # the line k^(-5/3) is so many times the spectrum, where that is nearest to it


def with_exponents(text: str) -> str:
    """U^2 with a raised 2.

    >>> with_exponents("U^2/L T^-1")
    'U$^{2}$/L T$^{-1}$'
    """
    return re.sub(r"\^([-+]?\d+(?:\.\d+)?)", r"$^{\1}$", text)


def units_in_words(units: str) -> str:
    """Those of a file; nothing for plain numbers, whose units are "1"."""
    return "" if units == "1" else with_exponents(units)


# --- history ------------------------------------------------------------------------------------------------


def draw_history(facts: dict, path: str) -> None:
    """Energy, scales and scalars over time, a row of three panels each.

    facts: columns (time, energy, ... by name, of one length) and their units; panels: which rows; n_scalars; data:
        columns time, energy, dissipation, or none; deviation: time, value (of the dissipation, in parts), or None;
        label (of data); shape (points along x, y, z) and viscosity, or None.
    """
    columns = facts["columns"]
    rows = {"energy": _energy_in_time, "scales": _scales_in_time, "scalars": _scalars_in_time}

    def draw_row(name: str, row) -> None:
        for axes in row:
            _time_axis(axes, columns["time"], facts["units"]["time"])
        rows[name](row, columns, facts)

    draw_rows(path, title_of(facts), facts["panels"], 3, 0.85 * ROW_HEIGHT, draw_row)


def _time_axis(axes, time, units: str) -> None:
    axes.set_xlim(*((time[0], time[-1]) if len(time) > 1 else (time[0] - 0.5, time[0] + 0.5)))
    axes.set_xlabel(with_units("time $t$", units_in_words(units)))


def _line(axes, x, y, colour: str, **how):
    """The line; a single point is a dot."""
    return axes.plot(x, y, color=colour, marker="o" if len(x) == 1 else None, markersize=3, zorder=3, **how)[0]


def _label(axes, text: str, facts: dict, name: str) -> None:
    axes.set_ylabel(with_units(text, units_in_words(facts["units"][name])))


def _from_zero(axes, *lines) -> None:
    """Limits that hold 0 and all values, with room beyond these."""
    low, high = min(0, *map(np.min, lines)), max(0, *map(np.max, lines))
    room = 0.08 * (high - low) or 1
    axes.set_ylim(low - room if low < 0 else 0, high + room if high > 0 or low == 0 else 0)


def _energy_in_time(row, columns: dict, facts: dict) -> None:
    time, forced = columns["time"], columns["forced_power"]
    data = facts["data"]
    shown = (data["time"] >= time[0]) & (data["time"] <= time[-1]) if data else None
    label = with_exponents(textwrap.fill(facts["label"], 18))
    for axes, name, text, words in zip(row, ("energy", "dissipation"), ("energy $E$", "dissipation $\\varepsilon$"),
                                       ("this simulation", "dissipation")):
        _from_zero(axes, columns[name], *_values(data, name, shown))
        _line(axes, time, columns[name], BLUE, label=words)
        if data:
            draw_symbols(axes, data["time"], data[name], INK, "o", label)
        _label(axes, text, facts, name)
    if data:
        row[0].legend(loc="best")
        deviation = facts["deviation"]
        row[2].axhline(0, color=FAINT, linewidth=0.7)
        _line(row[2], deviation["time"], 100 * deviation["value"], BLUE)
        row[2].set_ylabel("deviation of $\\varepsilon$ [%]")
    else:
        _from_zero(row[2], columns["integral_length"])
        _line(row[2], time, columns["integral_length"], BLUE)
        _label(row[2], "integral length $L$", facts, "integral_length")
    if forced.any():
        _from_zero(row[1], columns["dissipation"], forced, *_values(data, "dissipation", shown))
        row[1].set_ylim(top=1.3 * row[1].get_ylim()[1])  # room for the legend
        line = _line(row[1], time, forced, RED, linestyle=DASHES[1], label="power of the force")
        row[1].legend(handles=[row[1].lines[0], line], loc="upper left")


def _values(data: dict, name: str, shown) -> list:
    """The column of published data, of the times that are shown; nothing if there are none."""
    return [data[name][shown]] if data and shown.any() else []


def _scales_in_time(row, columns: dict, facts: dict) -> None:
    time = columns["time"]
    for axes, name, text in zip(row, ("taylor_reynolds", "k_max_eta", "skewness"),
                                ("$Re_\\lambda$", "$k_{\\max}\\,\\eta$", "skewness of $\\partial u/\\partial x$")):
        _from_zero(axes, columns[name])
        _line(axes, time, columns[name], BLUE)
        _label(axes, text, facts, name)


def _scalars_in_time(row, columns: dict, facts: dict) -> None:
    time, n = columns["time"], facts["n_scalars"]
    for axes, name, text in zip(row, ("variance", "dissipation"), ("scalar variance", "scalar dissipation")):
        lines = [columns[f"scalar_{i}_{name}"] for i in range(n)]
        _from_zero(axes, *lines)
        for i, line in enumerate(lines):
            _line(axes, time, line, COLOURS[i % len(COLOURS)], linestyle=DASHES[i % len(DASHES)], label=f"scalar {i}")
        _label(axes, text, facts, f"scalar_0_{name}")
    if n > 1:
        row[0].legend(loc="best")
    for i in range(n):
        for j, along in enumerate("xyz"):
            of = f"$\\theta_{i}$, " if n > 1 else ""
            _line(row[2], time, columns[f"scalar_{i}_flux_{along}"], COLOURS[(i if n > 1 else j) % len(COLOURS)],
                  linestyle=DASHES[j], label=of + f"along ${along}$")
    _label(row[2], "scalar flux", facts, "scalar_0_flux_x")
    if n <= 2:
        row[2].legend(loc="best")


# --- statistics ---------------------------------------------------------------------------------------------


def draw_statistics(facts: dict, path: str) -> None:
    """Spectra of energy, transfer and scalars, a row of two panels each.

    facts: spectra (k, energy, dissipation, transfer, flux, scalar_0, scalar_0_transfer, ... by name) and their units;
        panels: which rows; n_scalars; samples: a list of (time, energy); k_max, kolmogorov_length, dissipation, shape
        (points along x, y, z), n_samples, time_start, time_end.
    """
    rows = {"energy": _energy_spectra, "transfer": _transfer_spectra, "scalars": _scalar_spectra}
    draw_rows(path, title_of(facts), facts["panels"], 2, 1.1 * ROW_HEIGHT, lambda name, row: rows[name](row, facts))


def line_of_five_thirds(k, density, k_max: float):
    """Ends of a line k^(-5/3) above a spectrum, from twice its peak to k_max / 2; None without half an octave there.

    >>> k = np.arange(64.0)
    >>> ends, values = line_of_five_thirds(k, np.r_[0, k[1:] ** (-5 / 3)], 42)
    >>> ends.tolist(), [round(float(v * e ** (5 / 3)), 9) for e, v in zip(ends, values)]
    ([2.0, 21.0], [1.8, 1.8])
    """
    good = (k > 0) & (density > 0)
    if not good.any():
        return None
    x, y = k[good], density[good]
    ends = np.array([2 * x[y.argmax()], k_max / 2])
    inside = (x >= ends[0]) & (x <= ends[1])
    if ends[1] < 1.5 * ends[0] or not inside.any():
        return None
    return ends, ABOVE * np.max(y[inside] * x[inside] ** (5 / 3)) * ends ** (-5 / 3)


def _spectrum_axes(axes, k, k_max: float, densities, decades: float = DECADES) -> None:
    """Logarithmic, up to k_max, with as many decades as are of use."""
    axes.set_xscale("log")
    axes.set_yscale("log")
    if np.any(k > 0):
        first = k[k > 0].min()
        axes.set_xlim(first / 1.1, max(k_max, 1.1 * first) * 1.05)
    plain_log_axis(axes.xaxis)
    values = np.concatenate([d[(d > 0) & (k > 0) & (k <= k_max)] for d in densities])
    if len(values):
        axes.set_ylim(max(values.min() / 2, values.max() * 10.0**-decades), values.max() * 4)


def _draw_five_thirds(axes, k, densities, k_max: float) -> None:
    lines = [line for line in (line_of_five_thirds(k, density, k_max) for density in densities) if line is not None]
    if not lines:
        return
    ends, values = max(lines, key=lambda line: line[1][0] * line[0][0] ** (5 / 3))
    axes.plot(ends, values, color=FAINT, linestyle="--", linewidth=0.9)
    axes.annotate("$k^{-5/3}$", np.sqrt((ends[0] * ends[1], values[0] * values[1])), xytext=(5, 4),
                  textcoords="offset points", color=FAINT, fontsize=7)


def _wavenumber(axes, facts: dict) -> None:
    axes.set_xlabel(with_units("wavenumber $k$", units_in_words(facts["units"]["k"])))


def _energy_spectra(row, facts: dict) -> None:
    from matplotlib import colormaps

    k, energy, k_max = facts["spectra"]["k"], facts["spectra"]["energy"], facts["k_max"]
    samples = facts["samples"]
    shown = (k > 0) & (k <= k_max)
    good = shown & (energy > 0)
    _spectrum_axes(row[0], k, k_max, [energy, *(density for _, density in samples)])
    colours = colormaps["viridis"](np.linspace(0.1, 0.85, max(1, len(samples))))
    for (time, density), colour in zip(samples, colours):
        inside = shown & (density > 0)
        row[0].plot(k[inside], density[inside], color=colour, alpha=0.6, linewidth=0.7, label=f"$t$ = {time:.4g}")
    row[0].plot(k[good], energy[good], color=INK if samples else BLUE, zorder=4, label="mean")
    _draw_five_thirds(row[0], k, [energy, *(density for _, density in samples)], k_max)
    _wavenumber(row[0], facts)
    _label(row[0], "energy $E(k)$ per wavenumber", facts, "energy")
    if samples:
        legend = row[0].legend(loc="lower left", frameon=True, framealpha=0.9, edgecolor="none")
        legend.set_zorder(5)
    eta = facts["kolmogorov_length"]
    compensated = facts["dissipation"] ** (-2 / 3) * k ** (5 / 3) * energy
    _spectrum_axes(row[1], k * eta, k_max * eta, [compensated, np.full(len(k), KOLMOGOROV)], decades=4)
    row[1].axhline(KOLMOGOROV, color=FAINT, linestyle="--", linewidth=0.9)
    row[1].annotate(f"{KOLMOGOROV:g}", (1, KOLMOGOROV), xycoords=("axes fraction", "data"), xytext=(-3, 2),
                    textcoords="offset points", ha="right", color=FAINT, fontsize=7)
    row[1].plot(k[good] * eta, compensated[good], color=BLUE, zorder=3)
    row[1].set_xlabel("$k\\,\\eta$")
    row[1].set_ylabel("$\\varepsilon^{-2/3}\\,k^{5/3}\\,E(k)$")


def _signed_axes(axes, k, k_max: float) -> None:
    axes.set_xscale("log")
    if np.any(k > 0):
        first = k[k > 0].min()
        axes.set_xlim(first / 1.1, max(k_max, 1.1 * first) * 1.05)
    plain_log_axis(axes.xaxis)
    axes.axhline(0, color=FAINT, linewidth=0.7)


def _transfer_spectra(row, facts: dict) -> None:
    spectra = facts["spectra"]
    k, k_max = spectra["k"], facts["k_max"]
    shown = (k > 0) & (k <= k_max)
    for axes in row:
        _signed_axes(axes, k, k_max)
        _wavenumber(axes, facts)
    row[0].plot(k[shown], spectra["transfer"][shown], color=BLUE, zorder=3)
    _label(row[0], "transfer $T(k)$", facts, "transfer")
    row[1].plot(k[shown], spectra["flux"][shown] / facts["dissipation"], color=BLUE, zorder=3)
    row[1].set_ylabel("flux $\\Pi(k)\\,/\\,\\varepsilon$")


def _scalar_spectra(row, facts: dict) -> None:
    spectra = facts["spectra"]
    k, k_max, n = spectra["k"], facts["k_max"], facts["n_scalars"]
    shown = (k > 0) & (k <= k_max)
    densities = [spectra[f"scalar_{i}"] for i in range(n)]
    _spectrum_axes(row[0], k, k_max, densities)
    _signed_axes(row[1], k, k_max)
    for i, density in enumerate(densities):
        how = dict(color=COLOURS[i % len(COLOURS)], linestyle=DASHES[i % len(DASHES)], zorder=3)
        good = shown & (density > 0)
        row[0].plot(k[good], density[good], label=f"scalar {i}", **how)
        row[1].plot(k[shown], spectra[f"scalar_{i}_transfer"][shown], **how)
    _draw_five_thirds(row[0], k, densities, k_max)
    for axes, text, name in zip(row, ("scalar spectrum $E_\\theta(k)$", "transfer $T_\\theta(k)$"),
                                ("scalar_0", "scalar_0_transfer")):
        _wavenumber(axes, facts)
        _label(axes, text, facts, name)
    if n > 1:
        row[0].legend(loc="lower left")


# --- both ---------------------------------------------------------------------------------------------------


def title_of(facts: dict) -> str:
    r"""Grid, viscosity, and what was averaged, as far as they are known.

    >>> title_of({"shape": [64, 64, 64], "viscosity": 0.000625})
    '64×64×64 points, $\\nu$ = 0.000625'
    >>> of_samples = {"n_samples": 1, "time_start": 2.0, "time_end": 2.0}
    >>> title_of({"shape": None, "viscosity": None, **of_samples})
    '1 sample at $t$ = 2'
    """
    words = []
    if facts["shape"] is not None:
        words.append("×".join(map(str, facts["shape"])) + " points")
    if facts["viscosity"] is not None:
        words.append(f"$\\nu$ = {facts['viscosity']:.6g}")
    n = facts.get("n_samples")
    if n is not None:
        start, end = facts["time_start"], facts["time_end"]
        when = f"at $t$ = {end:.4g}" if start == end else f"over $t$ = {start:.4g} to {end:.4g}"
        words.append(f"{n} {'sample' if n == 1 else 'samples'} {when}")
    return ", ".join(words)
