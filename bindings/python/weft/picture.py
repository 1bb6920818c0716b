"""Layouts as pictures for notebooks: which process has which block, in SVG.

Drawn are the first two axes that are cut (or one and the first that is not); where more are cut, the plane of blocks
that this process's block is in. Lines and letters have the colour of the text around, so that they are seen on any
background. Nothing is collective: a layout knows the blocks of all processes.
"""

from __future__ import annotations

from html import escape
from typing import Any, List, Optional, Sequence, Tuple

from .layout import Layout, Range
from .words import indices

_SIZE = 180  # of the longer side, in pixels
_MARGIN = 24  # for the names of the axes, and for ghost cells beyond the ends
_MOST_BLOCKS = 256  # that are drawn; of more processes only this one's
_OWN = "#3584e4"


def _drawn_axes(layout: Layout) -> Tuple[int, Optional[int]]:
    """The axes that go down and to the right; one for arrays of one axis."""
    axes = [*dict.fromkeys(layout.cut), *(a for a in range(len(layout.shape)) if a not in layout.cut)][:2]
    return (min(axes), max(axes)) if len(axes) == 2 else (axes[0], None)


def _sides(layout: Layout, axes: Sequence[Optional[int]]) -> Tuple[float, float]:
    """Height and width in pixels, not flatter than 1 to 3."""
    down, right = (1 if axis is None else layout.shape[axis] for axis in axes)
    longest = max(down, right)
    return _SIZE * max(down / longest, 1 / 3), _SIZE * max(right / longest, 1 / 3)


class _Scale:
    """From indices of the drawn axes to pixels."""

    def __init__(self, layout: Layout):
        self.axes = _drawn_axes(layout)
        self.height, self.width = _sides(layout, self.axes)
        self._down = self.height / layout.shape[self.axes[0]]
        self._right = self.width / layout.shape[self.axes[1]] if self.axes[1] is not None else self.width

    def rectangle(self, box: Sequence[Range]) -> Tuple[float, float, float, float]:
        """x, y, width, height."""
        top, bottom = box[self.axes[0]]
        left, right = box[self.axes[1]] if self.axes[1] is not None else (0, 1)
        return (_MARGIN + left * self._right, _MARGIN + top * self._down, (right - left) * self._right,
                (bottom - top) * self._down)


def _is_empty(box: Sequence[Range]) -> bool:
    return any(begin == end for begin, end in box)


def _rect(place: Sequence[float], style: str) -> str:
    x, y, width, height = place
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" {style}/>'


def _text(x: float, y: float, text: str, size: float = 11, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.0f}" text-anchor="middle" {more}>{escape(text)}</text>'


def _blocks(layout: Layout, rank: Optional[int]) -> List[Tuple[int, Tuple[Range, ...]]]:
    """(process, block) of those that are drawn: in the plane of this process's block, or of the first one."""
    if layout.n_processes > _MOST_BLOCKS:
        return [(rank, layout.box(rank))] if rank is not None else []
    boxes = [(r, layout.box(r)) for r in range(layout.n_processes)]
    boxes = [(r, box) for r, box in boxes if not _is_empty(box)]
    beside = [a for a in set(layout.cut) if a not in _drawn_axes(layout)]
    here = layout.box(rank) if rank is not None and not _is_empty(layout.box(rank)) else boxes[0][1]
    return [(r, box) for r, box in boxes if all(box[a] == here[a] for a in beside)]


def svg_of(layout: Layout, rank: Optional[int] = None) -> str:
    """The blocks of a layout with their processes, that of process `rank` filled. Not collective.

    >>> from weft.picture import svg_of
    >>> svg_of(weft.Layout((8, 6), 4, 0), 2).count("<rect")
    5
    """
    scale = _Scale(layout)
    down, right = scale.axes
    whole = tuple((0, n) for n in layout.shape)
    parts = [_rect(scale.rectangle(whole), 'fill="none" stroke="currentColor"')]
    for process, box in _blocks(layout, rank):
        if _is_empty(box):
            continue
        x, y, width, height = place = scale.rectangle(box)
        own = 'fill="none"'
        if process == rank:
            own = f'fill="{_OWN}" fill-opacity="0.55"'
            place = (x, y, max(width, 4), max(height, 4))  # to be seen among thousands
        parts.append(_rect(place, f'{own} stroke="currentColor" stroke-opacity="0.6"'))
        size = min(11, height - 1, 1.4 * width / len(str(process)))
        if size >= 6:
            parts.append(_text(x + width / 2, y + height / 2 + 0.35 * size, str(process), size))
    if rank is not None and any(layout.ghosts) and not _is_empty(layout.box(rank)):
        ghosts = scale.rectangle(layout.box_with_ghosts(rank))
        parts.append(_rect(ghosts, f'fill="none" stroke="{_OWN}" stroke-dasharray="3 2"'))
    middle = _MARGIN + scale.height / 2
    parts.append(_text(12, middle, f"axis {down}: {layout.shape[down]} ↓", more=f'transform="rotate(-90 12 {middle:.1f})"'))
    if right is not None:
        parts.append(_text(_MARGIN + scale.width / 2, 14, f"axis {right}: {layout.shape[right]} →"))
    width, height = scale.width + 2 * _MARGIN, scale.height + 2 * _MARGIN
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" fill="currentColor" font-family="sans-serif">'
            + "".join(parts) + "</svg>")


def _caption(layout: Layout, rank: Optional[int], name: str) -> str:
    """What stands under a picture: what is drawn, and what this process has of it."""
    grid = "x".join(str(n) for n in layout.grid)
    lines = [f"{name} {layout.shape}, grid {grid} over {'axes' if len(layout.cut) > 1 else 'axis'} "
             + ", ".join(str(axis) for axis in layout.cut)]
    if rank is not None:
        box = layout.box(rank)
        lines.append(f"process {rank}: " + ("nothing" if _is_empty(box) else indices(box)))
    beside = sorted(a for a in set(layout.cut) if a not in _drawn_axes(layout))
    if beside:
        lines.append(f"the blocks beside it along {', '.join(f'axis {a}' for a in beside)} are not drawn")
    if layout.n_processes > _MOST_BLOCKS:
        lines.append(f"of {layout.n_processes} processes only this one is drawn")
    return "<br/>".join(escape(line) for line in lines)


def html_of(title: str, pictures: Sequence[Tuple[str, Layout]], rank: Optional[int],
            facts: Sequence[Tuple[str, Any]] = ()) -> str:
    """A heading, pictures of layouts side by side with their names, and facts in lines. Not collective."""
    figures = "".join(
        f'<div style="display: inline-block; vertical-align: top; margin-right: 1.5em">{svg_of(layout, rank)}'
        f'<div style="max-width: 24em">{_caption(layout, rank, name)}</div></div>'
        for name, layout in pictures)
    lines = "".join(f"<div>{escape(name)}: <code>{escape(str(value))}</code></div>" for name, value in facts)
    return (f'<div style="font-size: 90%"><div><b>{escape(title)}</b></div>'
            f'<div>{figures}</div>{lines}</div>')
