"""The plans that weft.fft keeps, and how many calls it computed."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional

from .. import _serial
from ._scipy import given_to_scipy


class CacheInfo(NamedTuple):
    """Plans that are kept, the bytes that they take, and the most that they may take."""

    plans: int
    bytes: int
    limit: int


def cache_info() -> CacheInfo:
    """The plans that wait for their next call. Their bytes are those that they allocate, and about as much as the tables of
    their transforms take.

    >>> import weft.fft
    >>> info = weft.fft.cache_info()
    >>> info.bytes <= info.limit
    True
    """
    return CacheInfo(_serial.cache_plans(), _serial.cache_bytes(), _serial.cache_limit())


def set_cache_limit(bytes: int) -> None:
    """The most bytes that plans take between calls: those that were not used for longest are dropped. With 0 none is kept.
    ValueError for a negative number.

    bytes: the default is 1 GiB. A plan of an array that is larger than the cache of the processor takes about as much
        memory as the array.

    >>> import weft.fft
    >>> weft.fft.set_cache_limit(2**29)
    """
    if bytes < 0:
        raise ValueError(f"the limit is {bytes} bytes; give 0 or more")
    _serial.set_cache_limit(bytes)


def clear_cache() -> None:
    """Drops all plans that wait for their next call.

    >>> import weft.fft
    >>> weft.fft.clear_cache()
    >>> weft.fft.cache_info().plans
    0
    """
    _serial.clear_cache()


def counts(reset: bool = False) -> Dict[str, Dict[str, int]]:
    """How many calls were computed, since the start or the last reset: {"weft": by function, "scipy": by reason}. Reasons are
    "long double" and the names of functions that weft does not have. Calls with an error are not counted.

    reset: begin again at 0.

    >>> import weft.fft
    >>> before = weft.fft.counts(reset=True)
    >>> spectrum = weft.fft.rfft([1.0, 2.0, 3.0])
    >>> weft.fft.counts()
    {'weft': {'rfft': 1}, 'scipy': {}}
    """
    counted = {"weft": _serial.counts(), "scipy": dict(given_to_scipy)}
    if reset:
        _serial.reset_counts()
        given_to_scipy.clear()
    return counted
