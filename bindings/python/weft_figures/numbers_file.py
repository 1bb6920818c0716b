"""An HDF5 file of lists and tables of numbers that weft run wrote: its values, or a sentence with the remedy."""

import math
import os
from typing import Dict, List, Optional, Sequence, Tuple

import numpy as np

from .words import FigureError

MOST_FACT = 1e15  # of those above 0


class NumbersFile:
    """FigureError for what is missing, of a wrong shape, or no number."""

    def __init__(self, path: str):
        import h5py

        self.path = path
        self.datasets: Dict[str, np.ndarray] = {}
        self.units: Dict[str, str] = {}  # of the datasets
        if not os.path.isfile(path):
            what = "it is not a regular file" if os.path.exists(path) else "there is no such file"
            raise FigureError(f"cannot read {path}: {what}; give a file that weft run writes", True)
        try:
            with h5py.File(path, "r") as file:
                self.attributes = dict(file.attrs)
                file.visititems(lambda name, item: self._take("/" + name, item))
        except (OSError, RuntimeError, ValueError, TypeError, KeyError, MemoryError) as error:
            raise FigureError(f"cannot read {path}: it is not an HDF5 file, or damaged ({error}); give a file that weft run "
                              "writes", True)

    def _take(self, name: str, item) -> None:
        if getattr(item, "shape", None) is not None and item.dtype.kind in "iufc":
            if item.compression is None and item.nbytes > os.path.getsize(self.path):
                raise ValueError(f"{name} is longer than the file")
            self.datasets[name] = item[()]
            self.units[name] = _text(item.attrs.get("units")) or ""

    def text(self, name: str) -> Optional[str]:
        """The attribute of that name of the file, if it is a text."""
        return _text(self.attributes.get(name))

    def number(self, name: str) -> Optional[float]:
        """A number among the attributes of the file; none: it is not there."""
        value = self.attributes.get(name)
        return float(value) if isinstance(value, (np.floating, np.integer)) else None

    def expect(self, contents: str, ending: str) -> None:
        """What the file should be, for the remedy of errors: "statistics of a channel flow"."""
        self._remedy = f"give {contents} as weft run writes it: NAME{ending}"

    def refusal(self, why: str) -> FigureError:
        return FigureError(f"{self.path} {why}; {self._remedy}")

    def has(self, prefix: str) -> bool:
        return any(name.startswith(prefix) for name in self.datasets)

    def check_present(self, names: Sequence[str]) -> None:
        missing = [name for name in names if name not in self.datasets]
        if missing:
            raise self.refusal(f"has no dataset of numbers {', '.join(missing)}")

    def facts(self, of_any_value: Sequence[str], positive: Sequence[str]) -> Dict[str, float]:
        """Attributes that must be there: of any value, or above 0 and of the size of a flow."""
        facts = {name: self.number(name) for name in (*of_any_value, *positive)}
        for name, value in facts.items():
            if value is None or not math.isfinite(value):
                raise self.refusal(f"has no number {name} among its attributes")
            if name in positive and not 0 < value <= MOST_FACT:
                what = "value above 0" if value <= 0 else "size of a flow"
                raise self.refusal(f"has the attribute {name} = {value:g}, which is no {what}")
        return facts

    def length(self, name: str) -> int:
        """Of a list, at least 1."""
        shape = self.datasets[name].shape
        if len(shape) != 1 or shape[0] < 1:
            raise self.refusal(f"has {_by(shape)} values in {name}, not a list")
        return shape[0]

    def values(self, name: str, shape: Tuple[int, ...]) -> np.ndarray:
        """As doubles, all finite."""
        values = self.datasets[name]
        if values.shape != shape:
            raise self.refusal(f"has {_by(values.shape)} values in {name}, not {_by(shape)}")
        if values.dtype.kind == "c":
            raise self.refusal(f"has complex numbers in {name}")
        if not np.isfinite(values).all():
            raise self.refusal(f"has values in {name} that are not numbers")
        return values.astype(float)

    def columns(self, group: str, names: Sequence[str], n: int) -> Dict[str, np.ndarray]:
        """Lists of one length by their names in the group."""
        return {name: self.values(group + name, (n,)) for name in names}

    def check_ascending(self, names: List[str]) -> None:
        for name in names:
            if not (np.diff(self.datasets[name]) > 0).all():
                raise self.refusal(f"has values in {name} that do not ascend")


def _text(value) -> Optional[str]:
    return value.decode(errors="replace") if isinstance(value, bytes) else value if isinstance(value, str) else None


def _by(shape) -> str:
    return "x".join(map(str, shape))
