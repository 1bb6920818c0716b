"""Planned transforms by kind, and FFTW's functions about wisdom and planning.

weft plans these transforms by rules, so that wisdom is empty: what exports it writes a file that says so, what imports
it looks whether there is one.
"""

from __future__ import annotations

import os
from typing import Any, Dict, Optional, Sequence

import numpy as np

from .... import _library, errors
from . import serial
from .serial import FFT
from .utilities import FFTW_FORWARD, FFTW_MEASURE, get_alignment

_WISDOM = "weft plans serial transforms without measuring: there is no wisdom\n"


class Library:
    """The transforms of one precision: stands for the module that mpi4py-fft has for each."""

    FFT = FFT

    def __init__(self, precision: str):
        self.precision = precision

    @staticmethod
    def alignment_of(input_array: Any) -> int:
        """Bytes from the last multiple of 16 before the array's memory."""
        return int(input_array.__array_interface__["data"][0]) % 16

    @staticmethod
    def get_alignment(array: Any) -> int:
        """The largest power of two up to 32 that divides the address of the array's memory."""
        return get_alignment(array)

    @staticmethod
    def export_wisdom(filename: Any) -> int:
        """1 if the file could be written."""
        try:
            with open(os.fsdecode(bytes(filename)), "w", encoding="utf-8") as file:
                file.write(_WISDOM)
        except OSError:
            return 0
        return 1

    @staticmethod
    def import_wisdom(filename: Any) -> int:
        """1 if there is such a file."""
        return int(os.path.isfile(os.fsdecode(bytes(filename))))

    @staticmethod
    def forget_wisdom() -> None:
        """Nothing: there is none."""

    @staticmethod
    def set_timelimit(limit: float) -> None:
        """Nothing: planning takes no time worth limiting."""

    @staticmethod
    def cleanup() -> None:
        """Forgets the plans that were kept."""
        serial.plan_of.cache_clear()


fftlib: Dict[str, Library] = {"F": Library("single"), "D": Library("double")}


def get_fftw_lib(dtype: Any) -> Optional[Library]:
    """The transforms of a dtype's precision; None for long double, which weft does not have."""
    return fftlib.get(np.dtype(dtype).char.upper())


def get_planned_FFT(input_array: Any, output_array: Any, axes: Sequence[int] = (-1,), kind: Any = FFTW_FORWARD, threads: int = 1,
                    flags: Any = (FFTW_MEASURE,), normalization: float = 1.0) -> FFT:
    """A planned transform of any kind; arguments as of FFT."""
    return FFT(input_array, output_array, axes, kind, threads, flags, normalization)


def _wisdom_files(filename: str) -> Dict[str, str]:
    rank = _library.mpi().COMM_WORLD.Get_rank()
    return {key: f"{key}{rank}_{filename}" for key in fftlib}


def export_wisdom(filename: str) -> None:
    """Writes a file for each precision and process, F0_filename and the like."""
    for key, name in _wisdom_files(filename).items():
        if fftlib[key].export_wisdom(name.encode()) != 1:
            raise errors.ResourceError(f"the wisdom could not be written to {name}; give a file in a folder that can be written to")


def import_wisdom(filename: str) -> None:
    """Reads the files that export_wisdom() wrote on as many processes."""
    for key, name in _wisdom_files(filename).items():
        if fftlib[key].import_wisdom(name.encode()) != 1:
            raise errors.InvalidArgumentError(f"there is no wisdom in {name}; export it first, on as many processes")


def forget_wisdom() -> None:
    """Nothing: there is none."""


def set_timelimit(limit: float) -> None:
    """Nothing: planning takes no time worth limiting."""


def cleanup() -> None:
    """Forgets the plans that were kept."""
    serial.plan_of.cache_clear()
