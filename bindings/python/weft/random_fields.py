"""Random fields that do not depend on the number of processes."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Union

from numpy.typing import DTypeLike

from . import _core, errors
from .arrays import Array
from .creation import array_of, like, new_block
from .layout import Layout, number
from .types import AnyArray, Comm, Order


def random_uniform(layout: Union[Layout, AnyArray], seed: int, low: float = 0, high: float = 1, dtype: Optional[DTypeLike] = None,
                   comm: Optional[Comm] = None, order: Order = None) -> Array:
    """Fills an array with random numbers of uniform distribution in low <= x < high.

    The numbers depend on the seed and the global index alone, not on the process count, layout or memory order
    (Philox4x64-10: Salmon, Moraes, Dror and Shaw, SC11). Real and imaginary parts of complex elements are
    independent. Doubles in [0, 1) are those of numpy.random.Generator(numpy.random.Philox(key=seed)).random(shape).
    Their distance from low is a multiple of 2^-53 (high - low). Single precision has the same numbers to its digits,
    in multiples of 2^-24. Collective.
    low, high: the bounds, 0 and 1 if not given; InvalidArgumentError unless low < high are finite.

    C++: random_uniform.
    layout: a weft.Layout; or an array with a layout, as plan.points(), whose dtype, communicator and order in memory
        the new one then has.
    seed: a whole number from 0 to 2^64 - 1. Fields that shall be independent need seeds of their own; uniform and normal
        fields of one seed are not independent either.
    dtype, comm, order: as of weft.empty.
    Returns a new distributed array, whose ghost cells are 0. InvalidArgumentError, MismatchError (another seed on
    another process), on all processes.

    >>> u = weft.random_uniform(weft.Layout((8, 6), comm.size, 0), seed=7, comm=comm)
    >>> numpy.random.Generator(numpy.random.Philox(key=7)).random((8, 6))[3, 2] == weft.gather(u, None)[3, 2]
    np.True_
    """
    return _filled(_core.random_uniform, layout, seed, {"low": low, "high": high}, dtype, comm, order)


def random_normal(layout: Union[Layout, AnyArray], seed: int, mean: float = 0, deviation: float = 1, dtype: Optional[DTypeLike] = None,
                  comm: Optional[Comm] = None, order: Order = None) -> Array:
    """Fills an array with random numbers of normal distribution, also each part of complex elements.

    By the method of Box and Muller words 2k and 2k+1 of the stream of `random_uniform()` give numbers 2k and 2k+1.
    The last digit may depend on the machine's library of elementary functions. Collective.
    mean, deviation: of the distribution, 0 and 1 if not given; the deviation is that of each part of complex
        elements. InvalidArgumentError unless both are finite and deviation >= 0.

    C++: random_normal.
    seed, layout, dtype, comm, order: as of weft.random_uniform.
    Returns a new distributed array, whose ghost cells are 0.

    >>> u = weft.random_normal(weft.Layout((40, 30), comm.size, 0), seed=1, mean=5, comm=comm)
    >>> abs(weft.mean(u) - 5) < 0.1
    True
    """
    return _filled(_core.random_normal, layout, seed, {"mean": mean, "deviation": deviation}, dtype, comm, order)


def _filled(fill: Callable[..., None], layout: Union[Layout, AnyArray], seed: Any, numbers: Dict[str, Any],
            dtype: Optional[DTypeLike], comm: Optional[Comm], order: Order) -> Array:
    of_layout, dtype, comm, order = like(layout, dtype, comm, order)
    values: List[float] = []

    def check() -> None:
        if isinstance(seed, bool) or not hasattr(type(seed), "__index__") or not 0 <= seed.__index__() < 2**64:
            raise errors.InvalidArgumentError(f"the seed is {seed!r}; give a whole number from 0 to 2^64 - 1")
        values.extend(number(value, name) for name, value in numbers.items())

    array = array_of(new_block(of_layout, dtype, comm, order, check, "to make a random array"), dtype, 0)
    fill(array.distribution, array.__array_interface__["data"][0], seed.__index__(), *values)
    return array
