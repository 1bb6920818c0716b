"""FFT: serial transforms of one process by one of several libraries, with 1/N forward and fewer modes than points where padded.

The backend "fftw", the default, is weft. numpy, scipy, pyfftw and mkl_fft are those libraries, where they are installed.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any, Dict, Optional, Sequence, Tuple

import numpy as np

from . import fftw
from .refusals import axes_of, check, transform_dtype

__all__ = ("FFT", "FFTBase")

Pair = Tuple[Any, Any]


class Direction:
    """One direction of an FFT: call it with arrays, or without for its own."""

    def __init__(self, compute: Any, input_array: Any, output_array: Any):
        self.xfftn = compute
        self.input_array, self.output_array = input_array, output_array

    def __call__(self, input_array: Any = None, output_array: Any = None, **options: Any) -> Any:
        if input_array is not None:
            self.input_array[...] = input_array
        self.xfftn(**options)
        if output_array is None:
            return self.output_array
        output_array[...] = self.output_array
        return output_array


class _Called:
    """A function of numpy or scipy as a planned transform, times `factor`."""

    def __init__(self, function: Any, input_array: Any, output_array: Any, factor: float, options: Dict[str, Any]):
        self._function, self._factor, self._options = function, factor, options
        self.input_array, self.output_array = input_array, output_array

    def __call__(self, input_array: Any = None, output_array: Any = None, **options: Any) -> Any:
        result = self._function(self.input_array, **{**self._options, **options})
        if self.output_array.dtype.kind == "f" and result.dtype.kind == "c":
            result = result.real
        if self._factor == 1:
            self.output_array[...] = result
        else:
            np.multiply(result, self._factor, out=self.output_array, casting="same_kind")
        return self.output_array


def default_pair(dtype: np.dtype[Any], library: Any = fftw) -> Pair:
    """What transforms arrays of that dtype, forward and backward, where nothing else is said."""
    return (library.rfftn, library.irfftn) if dtype.kind == "f" else (library.fftn, library.ifftn)


def threads_of(options: Dict[str, Any]) -> int:
    """How many threads the keywords of the backend "fftw" ask for; the others are looked at, and change nothing."""
    known = {"overwrite_input", "planner_effort", "threads"}
    check(set(options) <= known, f"unknown keywords {sorted(set(options) - known)}; known are {sorted(known)}")
    for key in ("overwrite_input", "planner_effort"):
        check(options.get(key, "FFTW_MEASURE") in fftw.flag_dict, f"{key} is {options.get(key)!r}; give a flag of FFTW, as 'FFTW_MEASURE'")
    return int(options.get("threads", 1))


def _by_weft(shape: Sequence[int], axes: Tuple[int, ...], dtype: np.dtype[Any], pair: Optional[Pair], options: Dict[str, Any]) -> Pair:
    forward, backward = pair or default_pair(dtype)
    threads = threads_of(options)
    lengths = tuple(shape[axis] for axis in axes)
    points = fftw.aligned(shape, dtype=dtype, fill=0)
    there = forward(points, s=lengths, axes=axes, threads=threads)
    there.output_array.fill(0)
    return there, backward(there.output_array, s=lengths, axes=axes, threads=threads, output_array=points)


def _by_function(name: str, lengths_key: str, shape: Sequence[int], axes: Tuple[int, ...], dtype: np.dtype[Any], pair: Optional[Pair],
                 options: Dict[str, Any]) -> Pair:
    library = importlib.import_module(name)
    if name == "scipy.fftpack":  # has no rfftn
        forward, backward = pair or (library.fftn, library.ifftn)
    else:
        forward, backward = pair or default_pair(dtype, library)
    lengths = tuple(int(shape[axis]) for axis in axes)
    keywords = {lengths_key: lengths, "axes": axes}
    points = fftw.aligned(shape, dtype=dtype, fill=0)
    modes = forward(points, **keywords)
    kept = fftw.aligned(modes.shape, dtype=dtype.char.upper() if modes.dtype.kind == "c" else dtype)
    kept.fill(0)
    return (_Called(forward, points, kept, 1, keywords),
            _Called(backward, kept, points, float(np.prod(lengths)), keywords))


def _by_pyfftw(shape: Sequence[int], axes: Tuple[int, ...], dtype: np.dtype[Any], pair: Optional[Pair], options: Dict[str, Any]) -> Pair:
    pyfftw: Any = importlib.import_module("pyfftw")
    forward, backward = pair or default_pair(dtype, pyfftw.builders)
    lengths = tuple(shape[axis] for axis in axes)
    keywords = {"avoid_copy": True, "overwrite_input": True, "auto_align_input": True, "auto_contiguous": True, "threads": 1, **options}
    points = pyfftw.empty_aligned(tuple(shape), dtype=dtype)
    there = forward(points, s=lengths, axes=axes, **keywords)
    modes = there.output_array
    if dtype.kind == "f":
        del keywords["overwrite_input"]
    back = backward(modes, s=lengths, axes=axes, **keywords)
    points.fill(0)
    modes.fill(0)
    there.update_arrays(points, modes)
    back.update_arrays(modes, points)
    unscaled: Any = functools.partial(back, normalise_idft=False)
    unscaled.input_array, unscaled.output_array = modes, points
    return there, unscaled


BACKENDS: Dict[str, Any] = {
    "fftw": _by_weft,
    "numpy": functools.partial(_by_function, "numpy.fft", "s"),
    "scipy": functools.partial(_by_function, "scipy.fftpack", "shape"),
    "mkl_fft": functools.partial(_by_function, "mkl_fft._numpy_fft", "s"),
    "pyfftw": _by_pyfftw,
}


class FFTBase:
    """Shape, axes and padding of a serial transform.

    shape: of the points. axes: that are transformed, None: all. dtype: of the points.
    padding: False, or how many times more points than modes: a number, or one for each axis.
    """

    def __init__(self, shape: Any, axes: Any = None, dtype: Any = float, padding: Any = False):
        self.shape = [int(length) for length in shape] if np.ndim(shape) else [int(shape)]
        check(len(self.shape) > 0 and min(self.shape) >= 0, f"the shape is {shape}; give one length or more")
        self.axes = list(axes_of(axes, len(self.shape)))
        self.dtype = transform_dtype(dtype)
        self.padding = padding
        self.real_transform = self.dtype.kind == "f"
        self.padding_factor = 1.0
        if padding is not False:
            self.padding_factor = float(padding[self.axes[-1]] if np.ndim(padding) else padding)


class FFT(FFTBase):
    """A serial transform: `forward` divides by the number of points, `backward` does not (normalize=... says otherwise).

    shape, axes, dtype, padding: as of FFTBase; padded is the one axis of `axes`.
    backend: "fftw" (weft), "numpy", "scipy", "pyfftw" or "mkl_fft".
    transforms: {axes: (forward, backward)} for other transforms than Fourier's.
    kw: of the backend: planner_effort, overwrite_input (without effect in weft), threads.

    >>> from weft.compat.mpi4py_fft.libfft import FFT
    >>> fft = FFT((4, 6))
    >>> fft.forward(numpy.ones((4, 6)))[0, 0]
    np.complex128(1+0j)
    """

    def __init__(self, shape: Any, axes: Any = None, dtype: Any = float, padding: Any = False, backend: str = "fftw",
                 transforms: Optional[Dict[Tuple[int, ...], Pair]] = None, **kw: Any):
        super().__init__(shape, axes, dtype, padding)
        check(backend in BACKENDS, f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}")
        self.backend = backend
        axes = tuple(self.axes)
        self.fwd, self.bck = BACKENDS[backend](self.shape, axes, self.dtype, (transforms or {}).get(axes), kw)
        points, modes = self.fwd.input_array, self.fwd.output_array
        if backend == "fftw":
            self.M = self.fwd.get_normalization()
        else:
            self.M = 1.0 / float(np.prod([self.shape[axis] for axis in axes]))
        self.real_transform = self.real_transform and backend != "scipy"
        kept = modes
        if abs(self.padding_factor - 1) > 1e-8:
            check(len(axes) == 1, f"the axes {axes} are transformed in one call; padding is for calls of one axis")
            check(not self.real_transform or modes.dtype.kind == "c", "cosine and sine transforms are not padded; leave their axes at 1")
            length = round(self.shape[axes[0]] / self.padding_factor)
            fewer = list(modes.shape)
            fewer[axes[0]] = length // 2 + 1 if self.real_transform else length
            kept = fftw.aligned(fewer, dtype=modes.dtype, fill=0)
        self.forward = Direction(self._forward, points, kept)
        self.backward = Direction(self._backward, kept, points)

    def _forward(self, **kw: Any) -> None:
        normalize = kw.pop("normalize", True)
        self.fwd(None, None, **kw)
        kept, modes = self.forward.output_array, self.fwd.output_array
        if kept is not modes:
            truncate(modes, kept, self.axes[0], self.real_transform)
        if normalize:
            kept *= self.M

    def _backward(self, **kw: Any) -> None:
        normalize = kw.pop("normalize", False)
        kept, modes = self.backward.input_array, self.bck.input_array
        if kept is not modes:
            pad(kept, modes, self.axes[0], self.real_transform)
        self.bck(None, None, **kw)
        if normalize:
            self.backward.output_array *= self.M


def truncate(modes: Any, kept: Any, axis: int, is_halved: bool) -> None:
    """The low modes of many. The one at half the length stands for both signs, as weft.Plan(kept=...) has it.

    Of a halved axis that is the last mode if the number of modes is even: so mpi4py-fft counts (doc/mpi4py-fft.md).
    """
    n = kept.shape[axis]
    modes, kept = np.moveaxis(modes, axis, 0), np.moveaxis(kept, axis, 0)
    if is_halved:
        kept[...] = modes[:n]
        if n % 2 == 0:
            kept[-1] = 2 * kept[-1].real
        return
    kept[:n // 2 + 1] = modes[:n // 2 + 1]
    if n > 1:
        kept[n - (n - 1) // 2:] = modes[modes.shape[0] - (n - 1) // 2:]
    if n % 2 == 0:
        kept[n // 2] += modes[-(n // 2)]


def pad(kept: Any, modes: Any, axis: int, is_halved: bool) -> None:
    """The way back from truncate(): what is not kept is 0."""
    n = kept.shape[axis]
    modes, kept = np.moveaxis(modes, axis, 0), np.moveaxis(kept, axis, 0)
    modes[...] = 0
    if is_halved:
        modes[:n] = kept
        if n % 2 == 0:
            modes[n - 1] = 0.5 * kept[-1].real
        return
    modes[:n // 2 + 1] = kept[:n // 2 + 1]
    if n > 1:
        modes[modes.shape[0] - (n - 1) // 2:] = kept[n - (n - 1) // 2:]
    if n % 2 == 0:
        modes[n // 2] *= 0.5
        modes[-(n // 2)] = modes[n // 2]
