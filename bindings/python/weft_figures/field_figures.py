"""Pictures of spectra and slices: from numbers to a PNG, PDF or SVG file, without MPI and without a display.

Colours are perceptually uniform: equal steps of the values are equal steps to the eye, also in grey. Fields of one
sign take viridis; fields of both signs a map whose halves are straight lines in CIELAB (a space made so that equal
distances look equally different), of equal lightness on both sides, with white at zero.
"""

import math

import numpy as np

from .style import BAND, BLUE, FAINT, GRID, new_figure, plain_log_axis, save, with_units

# A field has both signs if the smaller extreme is more than this part of the larger one: not by rounding errors.
BOTH_SIGNS = 0.02
DECADES = 18  # of a spectrum that are shown at most: beyond that are rounding errors
MOST_WINDOW_ENDS = 40
MOST_LONG = 6  # a plane is drawn in one scale along both axes unless one side is so many times the other


# --- colours ------------------------------------------------------------------------------------------------


def rgb_of_lab(lab):
    """CIELAB (D65) as sRGB, both with three numbers along the last axis (IEC 61966-2-1)."""
    lightness, a, b = np.moveaxis(np.asarray(lab, float), -1, 0)
    f = (lightness + 16) / 116
    f = np.stack([f + a / 500, f, f - b / 200], -1)
    xyz = np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * (0.95047, 1, 1.08883)
    linear = xyz @ np.array([[3.2404542, -0.9692660, 0.0556434], [-1.5371385, 1.8760108, -0.2040259],
                             [-0.4985314, 0.0415560, 1.0572252]])
    linear = np.clip(linear, 0, 1)
    return np.where(linear > 0.0031308, 1.055 * linear ** (1 / 2.4) - 0.055, 12.92 * linear)


def diverging_lab(n: int = 257):
    """Blue (negative), white (zero), red: two straight lines in CIELAB, equally long and equally light."""
    t = np.linspace(-1, 1, n)[:, None]
    hue = np.where(t < 0, math.radians(290), math.radians(40))
    chroma = 60 * abs(t)
    return np.concatenate([96 - 60 * abs(t), chroma * np.cos(hue), chroma * np.sin(hue)], 1)


def colours_of(values):
    """Colour map and limits for these values: symmetric about zero if they have both signs."""
    from matplotlib.colors import LinearSegmentedColormap

    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)
    largest = max(-low, high)
    if low < 0 < high and min(-low, high) > BOTH_SIGNS * largest:
        return LinearSegmentedColormap.from_list("weft-diverging", rgb_of_lab(diverging_lab()), 257), -largest, largest
    return "viridis", low, high


# --- words --------------------------------------------------------------------------------------------------


def density_units(units: str, length_units: str) -> str:
    """Those of energy per wavenumber: of the square of the field times a length."""
    return f"({units})$^2$ {length_units}".strip() if units and length_units else ""


# --- spectra ------------------------------------------------------------------------------------------------


def guide(k, density, resolved: float):
    """Where a line k^(-5/3) fits: wavenumbers and values to draw it at, above the spectrum, or None.

    It fits over the longest window of at least half a decade (and five shells) below half the resolved wavenumber in
    which the slope of a least-squares line is -5/3 within 0.2 and no point is further from that line than 30 per cent.
    """
    good = (k > 0) & (density > 0) & (k <= resolved / 2)
    x, y = np.log10(k[good]), np.log10(density[good])
    if len(x) < 5:
        return None
    best = None
    some = np.unique(np.searchsorted(x, np.linspace(x[0], x[-1], MOST_WINDOW_ENDS)))  # the same on the eye's scale
    for i in some:
        for j in some[::-1]:
            if j - i < 4 or x[j] - x[i] < (0.5 if best is None else x[best[1]] - x[best[0]]):
                break
            slope, level = np.polyfit(x[i:j + 1], y[i:j + 1], 1)
            away = abs(level + slope * x[i:j + 1] - y[i:j + 1]).max()
            if abs(slope + 5 / 3) < 0.2 and away < math.log10(1.3):
                best = i, j
                break
    if best is None:
        return None
    ends = x[[best[0], best[1]]]
    middle = np.mean(y[best[0]:best[1] + 1] + 5 / 3 * x[best[0]:best[1] + 1])
    return 10**ends, 10 ** (middle - 5 / 3 * ends + math.log10(2.5))


def draw_spectrum(facts: dict, path: str) -> None:
    """Energy per wavenumber over the wavenumber, both logarithmic.

    facts: k, energy (by shells), width (of a shell), resolved (the largest wavenumber that all directions have), name,
        title, units, length_units.
    """
    figure, axes = new_figure(6.4, 4.6)
    k, width = np.array(facts["k"]), facts["width"]
    density = np.array(facts["energy"]) / width
    shown = (k > 0) & (density > density[k > 0].max(initial=0) * 10.0**-DECADES)
    if shown.any():
        axes.loglog(k[shown], density[shown], color=BLUE, linewidth=1.6, marker="o", markersize=3, zorder=3)
        line = guide(k, density, facts["resolved"])
        if line is not None:
            axes.loglog(*line, color=FAINT, linestyle="--", linewidth=1)
            axes.annotate("$k^{-5/3}$", (math.sqrt(line[0][0] * line[0][1]), math.sqrt(line[1][0] * line[1][1])),
                          xytext=(4, 4), textcoords="offset points", color=FAINT)
        right = max(k[shown].max(), facts["resolved"]) * 1.1
        axes.set_xlim(k[shown].min() / 1.1, right)
        if facts["resolved"] < right:
            axes.axvspan(facts["resolved"], right, color=BAND, zorder=0)
            axes.annotate("corners", (facts["resolved"], 1), xycoords=("data", "axes fraction"), xytext=(3, -3),
                          textcoords="offset points", rotation=90, va="top", color=FAINT, fontsize="small")
        plain_log_axis(axes.xaxis)
    else:
        axes.text(0.5, 0.5, "no energy at k > 0", transform=axes.transAxes, ha="center")
    wavenumber = "rad/" + facts["length_units"] if facts["length_units"] else ""
    axes.set_xlabel(with_units("wavenumber $k$", wavenumber))
    axes.set_ylabel(with_units("energy $E(k)$ per wavenumber", density_units(facts["units"], facts["length_units"])))
    axes.set_title(facts["title"])
    axes.grid(True, which="major", color=GRID, linewidth=0.6)
    save(figure, path)


# --- slices -------------------------------------------------------------------------------------------------


def draw_slice(facts: dict, plane, path: str) -> None:
    """A plane in colours, or a line of values, of points at known places.

    plane: values of one or two axes; complex ones are drawn as their absolute value.
    facts: name, title, units, length_units, and for each axis of the plane: axis_names, coordinates (where the points
        are), has_lengths (whether these are lengths, or indices).
    """
    values = np.asarray(plane)
    name = facts["name"]
    if values.dtype.kind == "c":
        values, name = abs(values), f"|{name}|"
    names = [with_units(n, facts["length_units"]) if has else f"{n} (index)"
             for n, has in zip(facts["axis_names"], facts["has_lengths"])]
    places = [np.asarray(c, float) for c in facts["coordinates"]]
    if values.ndim == 1:
        figure, axes = new_figure(6.4, 4.0)
        axes.plot(places[0], values, color=BLUE, linewidth=1.6)
        axes.set_xlabel(names[0])
        axes.set_ylabel(with_units(name, facts["units"]))
        axes.grid(True, color=GRID, linewidth=0.6)
    else:
        edges = [_edges(c) for c in places]
        sides = [e[-1] - e[0] for e in edges]
        one_scale = len(set(facts["has_lengths"])) == 1 and max(sides) <= MOST_LONG * min(sides)
        figure, axes = new_figure(*(_size(sides) if one_scale else (7.2, 4.6)))
        colours, low, high = colours_of(values)
        shared = dict(cmap=colours, vmin=low, vmax=high)
        if all(_is_uniform(c) for c in places):
            extent = (edges[0][0], edges[0][-1], edges[1][0], edges[1][-1])
            image = axes.imshow(values.T, origin="lower", extent=extent, interpolation="nearest", **shared)
        else:
            image = axes.pcolormesh(edges[0], edges[1], values.T, rasterized=True, **shared)
            axes.set_xlim(edges[0][0], edges[0][-1])
            axes.set_ylim(edges[1][0], edges[1][-1])
        axes.set_facecolor("#bbbbbb")  # where there is no number
        axes.set_aspect("equal" if one_scale else "auto")
        axes.set_xlabel(names[0])
        axes.set_ylabel(names[1])
        figure.colorbar(image, ax=axes, label=with_units(name, facts["units"]), fraction=0.046, pad=0.03)
    axes.set_title(facts["title"])
    save(figure, path)


def _is_uniform(places) -> bool:
    steps = np.diff(places)
    return len(places) < 3 or bool(np.ptp(steps) <= 1e-6 * abs(steps).max())


def _edges(places):
    """Of the cells around the points, half way between them."""
    if len(places) == 1:
        return places[0] + np.array([-0.5, 0.5])
    middles = (places[1:] + places[:-1]) / 2
    return np.concatenate([[2 * places[0] - middles[0]], middles, [2 * places[-1] - middles[-1]]])


def _size(sides):
    """Inches of a figure whose picture has these sides, with room for labels and the bar."""
    scale = 5.0 / max(sides)
    return max(sides[0] * scale, 2.2) + 1.9, max(sides[1] * scale, 1.8) + 1.1
