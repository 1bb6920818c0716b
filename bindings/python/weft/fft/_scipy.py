"""Calls that weft does not compute: scipy does, and they are counted by reason."""

from __future__ import annotations

import collections
from typing import Any, Dict, Tuple

given_to_scipy: collections.Counter[str] = collections.Counter()


def to_scipy(reason: str, function: Any, args: Tuple[Any, ...], kwargs: Dict[str, Any]) -> Any:
    """Calls scipy's function of this name, past every backend. ImportError, in words, where scipy is not installed."""
    name = function if isinstance(function, str) else function.__name__
    reason = name if reason == "function" else reason
    try:
        import scipy.fft
    except ImportError as error:
        raise ImportError(f"weft.fft.{name} does not transform {reason}, which scipy does, and scipy cannot be imported "
                          f"({error}): pip install scipy") from error
    given_to_scipy[reason] += 1
    with scipy.fft.set_backend("scipy", only=True):
        return getattr(scipy.fft, name)(*args, **kwargs)
