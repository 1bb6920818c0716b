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
    """A new distributed array of numbers that are equally distributed in low <= x < high. Collective.

    layout: a weft.Layout; or an array with a layout, as plan.points(), whose dtype, communicator and order in memory
        the new one then has.
    seed: a whole number from 0 to 2^64 - 1. The same seed gives the same global array on any number of processes and in
        any layout; fields that shall be independent need different seeds.
    dtype, comm, order: as of weft.empty. Complex numbers have independent real and imaginary parts.

    Ghost cells are 0. With float64, low=0 and high=1 these are the numbers of
    numpy.random.Generator(numpy.random.Philox(key=seed)).random(shape), of the generator of Salmon, Moraes, Dror and
    Shaw (SC11). InvalidArgumentError, MismatchError (another seed on another process), on all processes.

    >>> u = weft.random_uniform(weft.Layout((8, 6), comm.size, 0), seed=7, comm=comm)
    >>> numpy.random.Generator(numpy.random.Philox(key=7)).random((8, 6))[3, 2] == weft.gather(u, None)[3, 2]
    np.True_
    """
    return _filled(_core.random_uniform, layout, seed, {"low": low, "high": high}, dtype, comm, order)


def random_normal(layout: Union[Layout, AnyArray], seed: int, mean: float = 0, deviation: float = 1, dtype: Optional[DTypeLike] = None,
                  comm: Optional[Comm] = None, order: Order = None) -> Array:
    """A new distributed array of normally distributed numbers. Collective.

    mean, deviation: of the distribution; of complex numbers the deviation is that of each part.

    All else as weft.random_uniform.

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
