"""What users pass to checkpoints: errors are raised on this process, and agreed on by whoever called."""

from __future__ import annotations

import numbers
import os
from typing import Any, Tuple

import numpy as np

from . import errors
from .arrays import Array
from .types import Complaint, Path


def _path(path: Path) -> Tuple[str, Complaint]:
    """(the path as a text, None) or ("", a complaint)."""
    try:
        return os.fsdecode(os.fspath(path)), None
    except TypeError:
        return "", (errors.InvalidArgumentError.code, f"the path is of type {type(path).__name__}; give a text")


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise errors.InvalidArgumentError(f"{what} is {value!r}; give a text")
    return value


def _memory(array: object, what: str, is_written: bool = False) -> Tuple[Any, int]:
    """The distribution of an array and where its memory begins."""
    if not isinstance(array, Array) or array.layout is None:
        kind = "an array without a layout" if isinstance(array, Array) else "of type " + type(array).__name__
        raise errors.InvalidArgumentError(
            f"{what} is {kind}; give a weft.Array that knows its layout, as plan.points(), weft.zeros(layout) or "
            "weft.array(block, layout)")
    if is_written and not array.flags.writeable:
        raise errors.InvalidArgumentError(f"{what} is read-only; give an array that can be written to")
    return array.distribution, array.__array_interface__["data"][0]


def _kind(name: str, value: Any) -> Tuple[str, Any]:
    """("number", value) and so on, as the library's."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, str):
        return "text", value
    if isinstance(value, numbers.Integral):
        if not -(2**63) <= int(value) < 2**63:
            raise errors.InvalidArgumentError(
                f"the value {name!r} is {value}, which has more than 64 bits; pass a text")
        return "whole", int(value)
    if isinstance(value, numbers.Real):
        return "number", float(value)
    if isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim == 1):
        kinds = [_kind(name, item) for item in value]
        present = {kind for kind, _ in kinds}
        if present <= {"number", "whole"}:
            kind = "whole" if present == {"whole"} else "number"
            return kind + "s", [int(item) if kind == "whole" else float(item) for _, item in kinds]
        if present == {"text"}:
            return "texts", [item for _, item in kinds]
    raise errors.InvalidArgumentError(
        f"the value {name!r} is {value!r}; a checkpoint keeps texts, numbers, and lists of texts or of numbers")
