"""The extension fft of the array API: transforms of whole distributed arrays by plans of weft. Collective.

Each call makes a plan, calls it and closes it: in a loop, make a weft.Plan. Results are cut as the arguments are. Other lengths
(n, s) cut the array or fill it up with zeros first. An array of one axis is transformed by each process for itself.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

import numpy as np

from .. import _library, errors
from ..any_type import copy_to
from ..arrays import Array
from ..creation import array as array_of_block
from ..layout import Layout, wholes
from ..plan import Plan
from ..types import Comm

from .blocks import argument, axes_argument, dtype_argument, local, new, of_block, shape_of, whole_array, with_shape
from .creation import _of_values
from .shapes import roll

__all__ = ["fft", "fftfreq", "fftn", "fftshift", "hfft", "ifft", "ifftn", "ifftshift", "ihfft", "irfft", "irfftn", "rfft",
           "rfftfreq", "rfftn"]

Norm = str
Lengths = Optional[Sequence[int]]
_INVERSE = {"backward": "forward", "ortho": "ortho", "forward": "backward"}


def _norm(norm: Any) -> Norm:
    if norm not in _INVERSE:
        raise errors.InvalidArgumentError(f"the norm is {norm!r}; give 'backward', 'ortho' or 'forward'")
    return str(norm)


def _axes(x: Array, s: Lengths, axes: Any, name: str) -> Tuple[Tuple[int, ...], Tuple[Optional[int], ...]]:
    """Axes, and the length of each where one is given."""
    lengths: Tuple[Optional[int], ...] = () if s is None else wholes(s, f"the lengths s of {name}")
    if axes is None and s is not None:
        axes = range(-len(lengths), 0)
    found = axes_argument(axes, x.ndim, name)
    if not found or (s is not None and len(lengths) != len(found)):
        raise errors.InvalidArgumentError(f"{name} was given {len(found)} axes and {len(lengths)} lengths; give an axis, and as "
                                          "many lengths as axes or none")
    if any(n is not None and n < 1 for n in lengths):
        raise errors.InvalidArgumentError(f"the lengths of {name} are {lengths}; give numbers of at least 1")
    return found, lengths or (None,) * len(found)


def _resized(x: Array, axes: Sequence[int], lengths: Sequence[Optional[int]]) -> Array:
    """Cut, or filled up with zeros, to these lengths."""
    shape = list(shape_of(x))
    for axis, n in zip(axes, lengths):
        shape[axis] = shape[axis] if n is None else n
    if tuple(shape) == shape_of(x):
        return x.owned
    common = tuple(slice(0, min(n, m)) for n, m in zip(shape, shape_of(x)))
    out = new(with_shape(x.layout.with_ghosts(None), shape), x.dtype, x)
    out[...] = 0
    copy_to(x.owned.global_[common], out.global_[common])
    return out


def _run(x: Array, transform: Any, axes: Sequence[int], norm: Norm, sign: Any = -1, n_real: Optional[int] = None) -> Array:
    """Forward from the points `x`, or, where `n_real` is the length of the real axis, backward from the modes `x`."""
    if x.ndim == 1 and x.layout.n_processes > 1:
        alone = array_of_block(whole_array(x), Layout(shape_of(x), 1, 0), _library.mpi().COMM_SELF)
        found = np.asarray(_run(alone, transform, axes, norm, sign, n_real))
        layout = with_shape(x.layout, found.shape)
        return of_block(found[layout.slices(x.rank)], layout, x)
    shape, other = list(shape_of(x)), list(shape_of(x))
    if transform == "r2c":
        other[axes[-1]] = shape[axes[-1]] // 2 + 1 if n_real is None else n_real
    there = with_shape(x.layout, other)
    points, modes = (x.layout, there) if n_real is None else (there, x.layout)
    precision: Any = "single" if x.dtype.itemsize == (8 if x.dtype.kind == "c" else 4) else "double"
    way: Any = norm
    with Plan(points.shape, x.comm, transform=transform, precision=precision, axes=axes, sign=sign, norm=way, points=points,
              modes=modes) as plan:
        given, taken = (plan.points(), plan.modes()) if n_real is None else (plan.modes(), plan.points())
        np.asarray(given)[...] = local(x)
        (plan.forward if n_real is None else plan.backward)(given, out=taken)
        return of_block(local(taken), there, x)


def _complex(name: str, is_inverse: Any, text: str) -> Tuple[Any, Any]:
    """The transform along one axis and that along several."""

    def several(x: Array, /, *, s: Lengths = None, axes: Lengths = None, norm: Norm = "backward") -> Array:
        x = argument(x, name + "n", "complex floating-point")
        found, lengths = _axes(x, s, axes, name + "n")
        way = _norm(norm)
        return _run(_resized(x, found, lengths), "c2c", found, _INVERSE[way] if is_inverse else way, 1 if is_inverse else -1)

    return _one_and_several(name, several, text)


def _one_and_several(name: str, several: Callable[..., Array], text: str) -> Tuple[Any, Any]:
    def one(x: Array, /, *, n: Optional[int] = None, axis: int = -1, norm: Norm = "backward") -> Array:
        return several(x, s=None if n is None else (n,), axes=(axis,), norm=norm)

    for function, of, numpy_name in ((one, "along one axis", name), (several, "along axes (None: all)", name + "n")):
        function.__name__ = function.__qualname__ = numpy_name
        function.__doc__ = f"{text} {of}, as numpy.fft.{numpy_name}; cut as `x`. Collective."
    return one, several


fft, fftn = _complex("fft", False, "The transform of complex elements")
ifft, ifftn = _complex("ifft", True, "The inverse transform of complex elements")


def _rfftn(x: Array, /, *, s: Lengths = None, axes: Lengths = None, norm: Norm = "backward") -> Array:
    x = argument(x, "rfftn", "real floating-point")
    found, lengths = _axes(x, s, axes, "rfftn")
    return _run(_resized(x, found, lengths), "r2c", found, _norm(norm))


def _irfftn(x: Array, /, *, s: Lengths = None, axes: Lengths = None, norm: Norm = "backward") -> Array:
    x = argument(x, "irfftn", "complex floating-point")
    found, lengths = _axes(x, s, axes, "irfftn")
    n = lengths[-1] if lengths[-1] is not None else 2 * (shape_of(x)[found[-1]] - 1)
    if n < 1:
        raise errors.InvalidArgumentError("irfftn was given one mode along the real axis; say how many points there are (n, s)")
    return _run(_resized(x, found, (*lengths[:-1], n // 2 + 1)), "r2c", found, _norm(norm), n_real=n)


rfft, rfftn = _one_and_several("rfft", _rfftn, "The modes 0 to n/2 of the transform of real elements")
irfft, irfftn = _one_and_several("irfft", _irfftn, "The real elements whose transform has these modes 0 to n/2")


def hfft(x: Array, /, *, n: Optional[int] = None, axis: int = -1, norm: Norm = "backward") -> Array:
    """The real transform of complex elements of which those of negative indices are the conjugates, as numpy.fft.hfft; cut as
    `x`. Collective."""
    x = argument(x, "hfft", "complex floating-point")
    found: Array = irfft(np.conjugate(x), n=n, axis=axis, norm=_INVERSE[_norm(norm)])
    return found


def ihfft(x: Array, /, *, n: Optional[int] = None, axis: int = -1, norm: Norm = "backward") -> Array:
    """The inverse of hfft, as numpy.fft.ihfft; cut as `x`. Collective."""
    x = argument(x, "ihfft", "real floating-point")
    return np.conjugate(rfft(x, n=n, axis=axis, norm=_INVERSE[_norm(norm)]))


def fftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None, comm: Optional[Comm] = None) -> Array:
    """The frequencies of `fft` of n points at distances d, in its order, as numpy.fft.fftfreq. Collective over `comm`."""
    return _frequencies(np.fft.fftfreq, n, d, dtype, device, comm)


def rfftfreq(n: int, /, *, d: float = 1.0, dtype: Any = None, device: Any = None, comm: Optional[Comm] = None) -> Array:
    """The frequencies of `rfft` of n points at distances d, as numpy.fft.rfftfreq. Collective over `comm`."""
    return _frequencies(np.fft.rfftfreq, n, d, dtype, device, comm)


def _frequencies(function: Any, n: int, d: float, dtype: Any, device: Any, comm: Optional[Comm]) -> Array:
    (points,) = wholes(n, "n") if not isinstance(n, (tuple, list)) else (0,)
    if points < 1:
        raise errors.InvalidArgumentError(f"the number of points is {n!r}; give a whole number of at least 1")
    found = function(points, d)
    to = dtype_argument(dtype, np.float64, "real floating-point")
    return _of_values(lambda part: found[part], found.size, to, comm, device)


def fftshift(x: Array, /, *, axes: Union[int, Sequence[int], None] = None) -> Array:
    """The modes with the wavenumber 0 in the middle of the axes (None: all), in the layout of `x`. Collective."""
    return _shifted(x, "fftshift", axes, lambda n: n // 2)


def ifftshift(x: Array, /, *, axes: Union[int, Sequence[int], None] = None) -> Array:
    """The inverse of fftshift. Collective."""
    return _shifted(x, "ifftshift", axes, lambda n: -(n // 2))


def _shifted(x: Array, name: str, axes: Any, by: Callable[[int], int]) -> Array:
    x = argument(x, name, "floating-point")
    found = axes_argument(axes, x.ndim, name)
    return roll(x, tuple(by(shape_of(x)[a]) for a in found), axis=found) if found else x


def __dir__() -> List[str]:
    return __all__
