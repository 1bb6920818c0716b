"""How figures of simulations for a paper look: colours, dashes, letters, and symbols of published data.

Width 7.2 inches and letters of 8 points: two columns of a journal. Colours are those of Okabe and Ito (Color Universal
Design, 2008), told apart by colour-blind readers; dashes and the shapes of symbols say the same again. Like draw it
imports nothing of weft.
"""

import numpy as np

WIDTH, HEIGHT = 7.2, 2.35  # inches, of the figure and of a row of panels
DPI = 300
BLUE, RED, GREEN, GREY, INK = "#0072b2", "#d55e00", "#009e73", "#777777", "#222222"
PURPLE, YELLOW = "#cc79a7", "#e69f00"
DASHES = ("-", (0, (6, 1.5)), (0, (3, 1.5)), (0, (3, 1.5, 1, 1.5)), (0, (1, 1.2)))
SYMBOLS = dict(linestyle="none", markerfacecolor="none", markersize=3.2, markeredgewidth=0.7)
SETTINGS = {
    "font.size": 8, "axes.labelsize": 8, "axes.titlesize": 8, "xtick.labelsize": 7, "ytick.labelsize": 7,
    "legend.fontsize": 7, "legend.frameon": False, "legend.handlelength": 2.4, "legend.labelspacing": 0.25,
    "legend.borderaxespad": 0.3, "lines.linewidth": 1.2, "axes.linewidth": 0.7, "axes.axisbelow": True,
    "axes.grid": True, "axes.grid.which": "major", "grid.color": "#dddddd", "grid.linewidth": 0.6,
    "svg.hashsalt": "weft",
}
SYMBOLS_APART = 1 / 22  # along the curve, whose panel is 1 wide and 1 high


def thinned(places, apart: float):
    """Indices of places (ascending) that are at least so far from each other.

    >>> weft.draw_style.thinned([0, 1, 2, 3, 5, 9], 2).tolist()
    [0, 2, 4, 5]
    """
    kept = []
    for i, place in enumerate(places):
        if not kept or place - places[kept[-1]] >= apart:
            kept.append(i)
    return np.array(kept, int)


def draw_symbols(axes, x, y, colour: str, symbol: str, label=None) -> None:
    """Published data, as many symbols as there is room for; the limits of the axes (from 0 upwards) are given."""
    low, high = axes.get_xlim()
    is_log = axes.get_xscale() == "log"
    inside = np.flatnonzero((x >= low) & (x <= high))
    across = np.log(x[inside] / low) / np.log(high / low) if is_log else (x[inside] - low) / (high - low)
    up = y[inside] / axes.get_ylim()[1]
    steps = np.hypot(np.diff(across, prepend=across[:1]), np.diff(up, prepend=up[:1]))
    shown = inside[thinned(np.cumsum(steps), SYMBOLS_APART)]
    axes.plot(x[shown], y[shown], color=colour, marker=symbol, label=label, zorder=4, **SYMBOLS)
