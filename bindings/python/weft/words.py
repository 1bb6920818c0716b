"""Distributed arrays in words: what `repr` and `str` of one show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Sequence, Tuple

import numpy as np

if TYPE_CHECKING:
    from .arrays import Array

# Of the local block, as many values as fit a screen beside those of other processes.
_MOST_VALUES = 64


def indices(box: Sequence[Tuple[int, int]]) -> str:
    """A box as slices: "[2:4, 0:6]".

    >>> from weft.words import indices
    >>> indices(((2, 4), (0, 6)))
    '[2:4, 0:6]'
    """
    return "[" + ", ".join(f"{begin}:{end}" for begin, end in box) + "]"


def description(array: Array) -> str:
    """Global shape, dtype, layout, which block this is, and its values, abbreviated. Not collective."""
    block = array._block
    has = indices(array.box) if array.owned.size else "nothing"
    if any(block.layout.ghosts) and array.owned.size:
        has += f", with ghost cells {indices(block.layout.box_with_ghosts(block.rank))}"
    with np.printoptions(threshold=_MOST_VALUES, edgeitems=2):
        values = np.array2string(np.asarray(array))
    return (f"<weft.Array {block.layout.shape} of {array.dtype} in {block.layout}; process {block.rank} has {has}:\n"
            f"{values}>")
