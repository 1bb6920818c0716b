"""The figure of a turbulent channel flow for a paper: profiles in units of the wall beside published data, and spectra.

Lines are the simulation, open symbols published data.
"""

import textwrap

import numpy as np

from .style import BLUE, DASHES, FAINT, GREEN, INK, RED, ROW_HEIGHT, draw_rows, draw_symbols, plain_log_axis

VELOCITIES = {"u": (BLUE, "-", "o"), "v": (RED, "--", "s"), "w": (GREEN, "-.", "^")}  # colour, dashes, symbol
DECADES = 10  # of spectra that are shown at most
LEAST_Y_PLUS = 0.5  # on the logarithmic axis


def draw_channel(facts: dict, path: str) -> None:
    """Mean velocity, root mean squares and stresses from wall to middle, and spectra along x and z.

    facts: re_tau, u_tau, shape (points along x, y, z), n_samples, duration (of the samples, in h / u_tau); profiles and
        data: columns y, y_plus, u_plus, ... by their names, as in the group "wall" of the file, or none; label (of
        data); spectra: datasets of the group of that name, or None.
    """
    rows = [name for name in ("profiles", "spectra x", "spectra z") if facts[name.split()[0]] is not None]

    def draw_row(name: str, row) -> None:
        if name == "profiles":
            _mean(row[0], facts["profiles"], facts["data"], facts["label"])
            _root_mean_squares(row[1], facts["profiles"], facts["data"])
            _stresses(row[2], facts["profiles"], facts["data"])
        else:
            _spectra(row, facts["spectra"], name[-1], facts["u_tau"])

    draw_rows(path, title_of(facts), rows, 3, ROW_HEIGHT, draw_row)


def title_of(facts: dict) -> str:
    r"""Reynolds number, grid, and how much was averaged.

    >>> facts = {"re_tau": 178.12, "shape": [128, 129, 96], "n_samples": 400, "duration": 12.3456}
    >>> title_of(facts)
    '$Re_\\tau$ = 178.1, 128×129×96 points, 400 samples over 12.3 $h/u_\\tau$'
    """
    n = facts["n_samples"]
    return (f"$Re_\\tau$ = {facts['re_tau']:.1f}, {'×'.join(map(str, facts['shape']))} points, "
            f"{n} {'sample' if n == 1 else 'samples'} over {facts['duration']:.3g} $h/u_\\tau$")


# --- profiles -----------------------------------------------------------------------------------------------


def _mean(axes, columns: dict, data: dict, label: str) -> None:
    from matplotlib.ticker import MaxNLocator

    y_plus, most = columns["y_plus"], columns["y_plus"][-1]
    axes.set_xscale("log")
    axes.set_xlim(LEAST_Y_PLUS, max(most, 14) * 1.15)
    wall, log = np.geomspace(LEAST_Y_PLUS, 14, 60), np.array([8, max(most, 9)])
    law = 2.5 * np.log(log) + 5.5
    axes.plot(wall, wall, color=FAINT, linewidth=0.7)
    axes.plot(log, law, color=FAINT, linewidth=0.7)
    beside = dict(textcoords="offset points", ha="right", color=FAINT, fontsize=7)
    axes.annotate("$y^+$", (wall[-1], wall[-1]), xytext=(-2, 1), **beside)
    axes.annotate("$2.5\\,\\ln\\,y^+ + 5.5$", (log[0], law[0]), xytext=(-2, 0), va="center", **beside)
    axes.set_ylim(0, 1.12 * max(columns["u_plus"].max(), law[1]))
    first = max(1, np.searchsorted(y_plus, LEAST_Y_PLUS) - 1)  # the line begins left of the panel
    axes.plot(y_plus[first:], columns["u_plus"][first:], color=BLUE, label="this simulation", zorder=3)
    if data:
        draw_symbols(axes, data["y_plus"], data["u_plus"], INK, "o", textwrap.fill(label, 18))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlabel("$y^+$")
    axes.set_ylabel("$U^+$")
    axes.legend(loc="upper left")


def _root_mean_squares(axes, columns: dict, data: dict) -> None:
    y_plus = columns["y_plus"]
    axes.set_xlim(0, y_plus[-1])
    shown = (columns, data) if data else (columns,)
    axes.set_ylim(0, 1.06 * max(some[f"{name}_rms_plus"].max() for some in shown for name in VELOCITIES))
    for name, (colour, dashes, symbol) in VELOCITIES.items():
        column = f"{name}_rms_plus"
        axes.plot(y_plus, columns[column], color=colour, linestyle=dashes, label=f"${name}$", zorder=3)
        if data:
            draw_symbols(axes, data["y_plus"], data[column], colour, symbol)
    axes.set_xlabel("$y^+$")
    axes.set_ylabel("rms of $u^+$, $v^+$, $w^+$")
    axes.legend(loc="best")


def _stresses(axes, columns: dict, data: dict) -> None:
    """What total stress less storage should be is a broad pale line under it."""
    y, total = columns["y"], columns["total_plus"]
    axes.set_xlim(0, 1)
    axes.set_ylim(min(0, *columns["minus_uv_plus"], *total) * 1.05, max(1, *total) * 1.05)
    axes.plot([0, 1], [1, 0], color="#c8c8c8", linewidth=3.5, solid_capstyle="butt", label="$1 - y/h$", zorder=1)
    axes.plot(y, total, color=GREEN, label="total", zorder=3)
    axes.plot(y, total - columns["storage_plus"], color=INK, linestyle=DASHES[-1], label="total $-$ storage", zorder=3)
    axes.plot(y, columns["viscous_plus"], color=RED, linestyle="--", label="viscous", zorder=3)
    axes.plot(y, columns["minus_uv_plus"], color=BLUE, linestyle="-.", label="$-\\langle uv \\rangle$", zorder=3)
    if data:
        draw_symbols(axes, data["y"], data["minus_uv_plus"], BLUE, "o")
    axes.set_xlabel("$y/h$")
    axes.set_ylabel("stress / $u_\\tau^2$")
    axes.legend(loc="best")


# --- spectra ------------------------------------------------------------------------------------------------


def _spectra(row, spectra: dict, along: str, u_tau: float) -> None:
    """E_uu, E_vv, E_ww over the wavenumber, a line for each distance from the wall; one scale for the row."""
    from matplotlib import colormaps

    k = spectra[f"k{along}"][1:]  # the first is 0
    distances = spectra["y_plus"]
    colours = colormaps["viridis"](np.linspace(0, 0.78, len(distances)))
    densities = {name: spectra[f"{name}_{along}"][:, 1:] / u_tau**2
                 for name in ("uu", "vv", "ww")}
    most = max(density.max(initial=0) for density in densities.values())
    row[0].set_yscale("log")
    for axes in row[1:]:
        axes.sharey(row[0])
        axes.tick_params(axis="y", labelleft=False)
    for axes, (name, density) in zip(row, densities.items()):
        for i, (line, distance) in enumerate(zip(density, distances)):
            shown = line > most * 10.0**-DECADES
            axes.plot(k[shown], line[shown], color=colours[i], linestyle=DASHES[i % len(DASHES)],
                      label=f"{distance:.3g}")
        axes.set_xscale("log")
        if k.size > 0:
            axes.set_xlim(k[0] / 1.1, k[-1] * 1.1)
        plain_log_axis(axes.xaxis)
        axes.set_xlabel(f"$k_{along} h$")
        axes.set_title(f"$E_{{{name}}}(k_{along})$", loc="right")
    row[0].set_ylabel("$E$ / $(u_\\tau^2 h)$")
    row[0].legend(loc="lower left", title="$y^+$", title_fontsize=7, alignment="left")
