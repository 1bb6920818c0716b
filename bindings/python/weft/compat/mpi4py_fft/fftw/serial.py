"""Serial transforms of chosen axes: FFTW's planned transforms as weft.Plans of one process.

Plans are kept, so that the same transform is planned once. Neither direction is scaled, as in FFTW: forward calls take
a plan with the norm "backward", backward calls one with the norm "forward".
"""

from __future__ import annotations

import functools
from typing import Any, Optional, Sequence, Tuple

import numpy as np

from .... import _library, errors
from ....plan import Plan
from ..refusals import axes_of, check, transform_dtype
from . import utilities as fftw

KINDS = {
    fftw.FFTW_R2HC: "r2hc", fftw.FFTW_HC2R: "hc2r", fftw.FFTW_DHT: "dht",
    fftw.FFTW_REDFT00: "dct1", fftw.FFTW_REDFT01: "dct3", fftw.FFTW_REDFT10: "dct2", fftw.FFTW_REDFT11: "dct4",
    fftw.FFTW_RODFT00: "dst1", fftw.FFTW_RODFT01: "dst3", fftw.FFTW_RODFT10: "dst2", fftw.FFTW_RODFT11: "dst4",
}


@functools.lru_cache(maxsize=512)
def plan_of(shape: Tuple[int, ...], transform: Any, precision: Any, axes: Tuple[int, ...], kinds: Any, norm: Any, threads: int) -> Plan:
    """The plan of this process alone."""
    return Plan(shape, _library.mpi().COMM_SELF, transform=transform, precision=precision, axes=axes, kinds=kinds, norm=norm,
                order="C", threads=threads)


class FFT:
    """A planned transform of one process. Not collective.

    input_array, output_array: what a call without arrays transforms.
    axes: that are transformed; of real transforms the last one is halved.
    kind: FFTW_FORWARD, FFTW_BACKWARD, R2C, C2R, or of real arrays one of FFTW_REDFT.., FFTW_RODFT.., FFTW_R2HC,
        FFTW_HC2R and FFTW_DHT for each axis.
    threads: that share the work. flags: of FFTW; they change nothing: weft preserves its input and does not measure here.
    normalization: what calls with normalize=True multiply by.
    """

    def __init__(self, input_array: Any, output_array: Any, axes: Sequence[int] = (-1,), kind: Any = fftw.FFTW_FORWARD,
                 threads: int = 1, flags: Any = fftw.FFTW_MEASURE, normalization: float = 1.0):
        axes = axes_of(axes, input_array.ndim)
        kinds = [int(one) for one in kind] if np.ndim(kind) else [int(kind)]
        is_real = input_array.dtype.kind == "f" and output_array.dtype.kind == "f"
        self._forward = is_real or kinds[0] not in (fftw.C2R, fftw.FFTW_BACKWARD)
        self._shapes = input_array.shape, output_array.shape
        self._dtypes = transform_dtype(input_array.dtype), transform_dtype(output_array.dtype)
        self._input, self._output = input_array, output_array
        self._factor = float(normalization)
        names: Optional[Tuple[str, ...]] = None
        if is_real:
            check(all(one in KINDS for one in kinds),
                  f"the kinds {kinds} are not all transforms of real arrays to real arrays, which are 0 to 10")
            kinds = kinds * len(axes) if len(kinds) == 1 else kinds
            check(len(kinds) == len(axes), f"there are {len(kinds)} kinds for {len(axes)} axes; give one for each")
            names = tuple(KINDS[one] for one in kinds)
        transform = "r2r" if is_real else "r2c" if "f" in (self._dtypes[0].kind, self._dtypes[1].kind) else "c2c"
        points = self._shapes[0] if self._forward else self._shapes[1]
        halved = list(points)
        if transform == "r2c":
            halved[axes[-1]] = halved[axes[-1]] // 2 + 1
        check(tuple(halved) == (self._shapes[1] if self._forward else self._shapes[0]),
              f"arrays of {self._shapes[0]} and {self._shapes[1]} are not those of one transform over the axes {axes}: {points} gives {tuple(halved)}")
        self._plan: Any = None
        if 0 not in points:
            precision = "single" if self._dtypes[0].char in "fF" else "double"
            self._plan = plan_of(points, transform, precision, axes, names, "backward" if self._forward else "forward", int(threads))
        self._has_plan = True
        self._is_direct = self._plan is not None and _is_direct(input_array, output_array)

    @property
    def input_array(self) -> Any:
        """What a call without an input transforms."""
        return self._input

    @property
    def output_array(self) -> Any:
        """What a call without an output writes and returns."""
        return self._output

    def update_arrays(self, input_array: Any, output_array: Any) -> None:
        """Other arrays of the same shapes and dtypes in place of the planned ones."""
        for array, shape, dtype in zip((input_array, output_array), self._shapes, self._dtypes):
            self._check(array, shape, dtype)
        self._input, self._output = input_array, output_array
        self._is_direct = self._plan is not None and _is_direct(input_array, output_array)

    def get_normalization(self) -> float:
        """What calls with normalize=True multiply by."""
        return self._factor

    def print_plan(self) -> None:
        """Prints the plan."""
        print(self._plan)

    def destroy(self) -> None:
        """Ends it; calls are errors from now on."""
        self._has_plan, self._plan, self._is_direct = False, None, False

    def __call__(self, input_array: Any = None, output_array: Any = None, implicit: bool = True, normalize: bool = False,
                 **ignored: Any) -> Any:
        """Transforms `input_array` (None: the planned one) to `output_array` (None: the planned one), which is returned.

        implicit: an input of the right dtype, shape and strides is transformed where it lies; False: it is copied to the
            planned one first. It is preserved either way.
        """
        if input_array is None and output_array is None and self._is_direct:
            self._plan._plan.run(self._forward, self._input, self._output, False, None)
            if normalize:
                self._output *= self._factor
            return self._output
        source = self._input if input_array is None else input_array
        if source is not self._input and (not implicit or not _fits(source, self._shapes[0], self._dtypes[0])):
            self._input[...] = source
            source = self._input
        target = self._output if output_array is None else output_array
        self._check(target, self._shapes[1], self._dtypes[1])
        check(self._has_plan, "the transform was destroyed; make another one")
        if self._plan is not None:
            self._run(source, target)
        if normalize:
            target *= self._factor
        return target

    def _run(self, source: Any, target: Any) -> None:
        if not source.flags.c_contiguous or np.may_share_memory(source, target):
            source = np.array(source, order="C", subok=False)
        dense = target if target.flags.c_contiguous else np.empty(target.shape, target.dtype)
        self._plan._plan.run(self._forward, source, dense, False, None)
        if dense is not target:
            target[...] = dense

    def _check(self, array: Any, shape: Tuple[int, ...], dtype: Any) -> None:
        if not (isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype):
            raise errors.InvalidArgumentError(
                f"the array has shape {np.shape(array)} and dtype {getattr(array, 'dtype', None)}; this transform takes {shape} of {dtype}")


def _is_direct(source: Any, target: Any) -> bool:
    return bool(source.flags.c_contiguous and target.flags.c_contiguous and not np.may_share_memory(source, target))


def _fits(array: Any, shape: Tuple[int, ...], dtype: Any) -> bool:
    return isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype and bool(array.flags.c_contiguous)
