"""PFFT: transforms of distributed arrays in several axes, and Transform, one direction of it."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from ... import errors
from . import fused
from .fftw import aligned
from .libfft import FFT
from .pencil import Pencil, Subcomm
from .refusals import check, transform_dtype

__all__ = ("PFFT", "Transform")


class Transform:
    """One direction: serial transforms with redistributions between them. Calls are collective.

    xfftn: the serial transforms, in their order. transfer: functions (array, array) between them, one less.
    pencil: those of input and output.
    """

    def __init__(self, xfftn: Sequence[Any], transfer: Sequence[Any], pencil: Sequence[Pencil]):
        check(len(xfftn) == len(transfer) + 1 and len(pencil) == 2,
              f"there are {len(xfftn)} transforms, {len(transfer)} transfers and {len(pencil)} pencils; n, n-1 and 2 belong together")
        self._xfftn = tuple(xfftn)
        self._transfer = tuple(transfer)
        self._pencil = tuple(pencil)

    @property
    def input_array(self) -> Any:
        """What a call without an input transforms."""
        return self._xfftn[0].input_array

    @property
    def output_array(self) -> Any:
        """What a call without an output writes and returns."""
        return self._xfftn[-1].output_array

    @property
    def input_pencil(self) -> Pencil:
        """How the input is cut."""
        return self._pencil[0]

    @property
    def output_pencil(self) -> Pencil:
        """How the output is cut."""
        return self._pencil[1]

    def __call__(self, input_array: Any = None, output_array: Any = None, **kw: Any) -> Any:
        """Transforms `input_array` (None: the transform's own) to `output_array` (None: its own), which is returned.

        kw: of the serial transforms; normalize=True divides by the number of points: the default forward, not backward.
        """
        if input_array is not None:
            self.input_array[...] = input_array
        for step, transfer in enumerate(self._transfer):
            self._xfftn[step](**kw)
            transfer(self._xfftn[step].output_array, self._xfftn[step + 1].input_array)
        self._xfftn[-1](**kw)
        if output_array is None:
            return self.output_array
        output_array[...] = self.output_array
        return output_array


class _Own:
    """The arrays of a plan's calls without arrays, one for each side, made when they are first asked for."""

    def __init__(self, problem: fused.Problem):
        self._problem = problem
        self._arrays: Dict[int, Any] = {}

    def __getitem__(self, side: int) -> Any:
        if side not in self._arrays:
            self._arrays[side] = aligned(self._problem.pencils[side].subshape, 64, self._problem.dtypes[side], fill=0)
        return self._arrays[side]


class PlannedTransform(Transform):
    """One direction of a PFFT that is one weft.Plan. Arrays that fit are transformed where they lie: nothing is copied."""

    def __init__(self, pfft: PFFT, problem: fused.Problem, own: _Own, plan: Any, forward: bool):
        self._pfft, self._own, self._plan, self._is_forward = pfft, own, plan, forward
        self._pencil = problem.pencils if forward else problem.pencils[::-1]
        self._source, self._target = (0, 1) if forward else (1, 0)
        self._facts = [(pencil.subshape, dtype) for pencil, dtype in zip(problem.pencils, problem.dtypes)]
        self._n_points = problem.n_points
        self.dtypes = problem.dtypes

    @property
    def _xfftn(self) -> Any:  # type: ignore[override]
        stages = self._pfft.xfftn
        return tuple(stage.forward for stage in stages) if self._is_forward else tuple(stage.backward for stage in stages[::-1])

    @property
    def _transfer(self) -> Any:  # type: ignore[override]
        moves = self._pfft.transfer
        return tuple(move.forward for move in moves) if self._is_forward else tuple(move.backward for move in moves[::-1])

    @property
    def input_array(self) -> Any:
        """What a call without an input transforms."""
        return self._own[self._source]

    @property
    def output_array(self) -> Any:
        """What a call without an output writes and returns."""
        return self._own[self._target]

    def __call__(self, input_array: Any = None, output_array: Any = None, normalize: Optional[bool] = None, **kw: Any) -> Any:
        """As of Transform. With both arrays given, the transform's own are neither read nor written. The input is preserved."""
        complaint, source, target = None, input_array, output_array
        try:
            if source is None:
                source = self.input_array
            elif not self._fits(source, self._source):
                self.input_array[...] = source
                source = self.input_array
            if target is None or not self._fits(target, self._target) or np.may_share_memory(source, target):
                target = self.output_array
                if output_array is not None:
                    self._broadcasts(output_array, target)
        except (errors.Error, ValueError, TypeError, MemoryError) as error:
            complaint = errors.complaint_of(error)
        if complaint is not None:
            source = target = ()
        self._plan._plan.run(self._is_forward, source, target, True, complaint)
        if normalize is not None and normalize is not self._is_forward:
            target *= 1 / self._n_points if normalize else self._n_points
        if output_array is None:
            return target
        if output_array is not target:
            output_array[...] = target
        return output_array

    def _fits(self, array: Any, side: int) -> bool:
        shape, dtype = self._facts[side]
        return isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype and \
            array.flags.c_contiguous and array.flags.aligned and (side == self._source or array.flags.writeable)

    def _broadcasts(self, given: Any, target: Any) -> None:
        check(np.shape(given) == target.shape, f"the output has shape {np.shape(given)}; this transform gives {target.shape}")


class PFFT:
    """A transform of distributed arrays. Making it, calls and destroy() are collective.

    comm: a communicator, or a Subcomm with one communicator for each axis.
    shape: of the points. axes: that are transformed, the last one first: numbers, or sequences of axes that one serial
        transform takes; None: all.
    dtype: of the points: real ones have half the modes along the axis that is transformed first.
    grid: processes along each axis, 0 or -1 where MPI may choose; further axes are whole.
    padding: how many times more points than modes, one number for each axis.
    collapse: take neighbouring axes in one serial transform where they are whole (weft does that anyway; it shows in `axes`).
    backend: "fftw" (weft); others run step by step (libfft.FFT).
    transforms: {axes: (forward, backward)} of fftw.dctn, fftw.dstn and the like.
    darray: a DistArray whose shape, dtype and distribution are taken. slab: cut one axis only: True, or its number.

    `forward` divides by the number of points, `backward` does not. InvalidArgumentError in place of assertions.

    >>> from weft.compat.mpi4py_fft import PFFT, newDistArray
    >>> fft = PFFT(comm, (12, 14, 15))
    >>> u = newDistArray(fft, False, val=1)
    >>> u_hat = fft.forward(u, newDistArray(fft, True))
    >>> bool(numpy.allclose(fft.backward(u_hat), u))
    True
    >>> fft.destroy()
    """

    xfftn: Any
    transfer: Any

    def __init__(self, comm: Any, shape: Any = None, axes: Any = None, dtype: Any = float, grid: Any = None, padding: Any = False,
                 collapse: bool = False, backend: str = "fftw", transforms: Any = None, darray: Any = None, **kw: Any):
        check(shape is not None or darray is not None, "there is no shape; give shape or darray")
        lengths = [int(length) for length in (darray.pencil.shape if shape is None else shape)]
        check(len(lengths) > 1 and min(lengths) > 0, f"the shape is {tuple(lengths)}; give two lengths or more")
        if axes is None and darray is not None:  # what is whole is transformed first
            axes = np.roll(np.arange(len(lengths)), len(lengths) - 1 - darray.alignment).tolist()
        groups = fused.groups_of(axes, len(lengths))
        slab = kw.pop("slab", False)
        kept: Dict[int, int] = {}
        factors: Any = False
        if darray is None:
            dtype = transform_dtype(dtype)
            kept, factors = _padded(lengths, groups, padding)
            self.subcomm = _cut(comm, lengths, groups[-1], grid, slab)
        else:
            dtype = transform_dtype(darray.dtype)
            self.subcomm = darray.subcomm[darray.rank:]
        for axis in groups[-1]:
            check(self.subcomm[axis].Get_size() == 1,
                  f"axis {axis} is transformed first, but is cut over {self.subcomm[axis].Get_size()} processes; make it whole, or name in "
                  "`axes` one that is whole last")
        self.collapse = collapse
        self.axes: Tuple[Tuple[int, ...], ...] = tuple(_collapsed(groups, self.subcomm) if collapse is True else groups)
        self._input_shape = tuple(lengths)
        self._steps = {"dtype": dtype, "padding": factors, "backend": backend, "transforms": transforms, "options": kw}
        problem = fused.problem_of(self.axes, lengths, dtype, self.subcomm, kept, transforms) if backend == "fftw" else None
        spreads = fused.spread_of_problem(problem) if problem is not None else None
        self._plan: Any = None
        self.forward: Transform
        self.backward: Transform
        if problem is None or spreads is None:
            self._make_steps()
            self.forward = Transform([step.forward for step in self.xfftn], [move.forward for move in self.transfer], self.pencil)
            self.backward = Transform([step.backward for step in self.xfftn[::-1]], [move.backward for move in self.transfer[::-1]],
                                      self.pencil[::-1])
            return
        self.pencil: List[Any] = list(problem.pencils)
        self._output_shape = problem.modes_shape
        self._plan = fused.plan_of(problem, spreads, kw)
        own = _Own(problem)
        self.forward, self.backward = (PlannedTransform(self, problem, own, self._plan, forward) for forward in (True, False))

    def __getattr__(self, name: str) -> Any:
        # The steps of a transform that is one plan: made for who asks for them.
        if name in ("xfftn", "transfer") and "_steps" in self.__dict__:
            self._make_steps()
            return self.__dict__[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _make_steps(self) -> None:
        """Serial transforms and transfers, as mpi4py-fft makes them."""
        facts, shape = self._steps, list(self._input_shape)
        dtype: Any = facts["dtype"]
        pencil = before = Pencil(self.subcomm, shape, self.axes[-1][-1])
        self.xfftn, self.transfer = [], []
        for group in reversed(self.axes):
            if self.xfftn and group[-1] != pencil.axis:
                following = pencil.pencil(group[-1])
                self.transfer.append(pencil.transfer(following, dtype))
                pencil = following
            check(all(pencil.subcomm[axis].Get_size() == 1 for axis in group),
                  f"the axes {group} are transformed in one call, but not all are whole there; name them one by one")
            step = FFT(pencil.subshape, group, dtype, facts["padding"], facts["backend"], facts["transforms"], **facts["options"])
            self.xfftn.append(step)
            dtype, shape = step.forward.output_array.dtype, list(pencil.shape)
            for axis in group:
                shape[axis] = step.forward.output_array.shape[axis]
            pencil = Pencil(pencil.subcomm, shape, group[-1])
        self.pencil = [before, pencil]
        self._output_shape = tuple(shape)

    def destroy(self) -> None:
        """Frees the plan and, where they were made here or given as a Subcomm, the communicators."""
        if self.__dict__.get("_plan") is not None:
            self._plan.close()
        for transfer in self.__dict__.get("transfer", ()):
            transfer.destroy()
        if isinstance(self.subcomm, Subcomm):
            self.subcomm.destroy()

    def shape(self, forward_output: bool = True) -> Tuple[int, ...]:
        """The shape of this process's block: of the modes, or, with False, of the points."""
        if forward_output and not isinstance(self.forward, PlannedTransform):
            shape: Tuple[int, ...] = self.forward.output_array.shape
            return shape
        return self._end(forward_output).subshape

    def local_slice(self, forward_output: bool = True) -> Tuple[slice, ...]:
        """This process's block as slices of the global array: of the modes, or, with False, of the points."""
        pencil = self._end(forward_output)
        return tuple(slice(start, start + length) for start, length in zip(pencil.substart, pencil.subshape))

    def _end(self, forward_output: bool) -> Pencil:
        return self.backward.input_pencil if forward_output else self.forward.input_pencil

    def global_shape(self, forward_output: bool = False) -> Tuple[int, ...]:
        """The global shape of the points, or, with True, of the modes."""
        return self._output_shape if forward_output else self._input_shape

    @property
    def dimensions(self) -> int:
        """How many axes there are."""
        return len(self.forward.input_pencil.shape)

    def dtype(self, forward_output: bool = False) -> np.dtype[Any]:
        """The dtype of the points, or, with True, of the modes."""
        if isinstance(self.forward, PlannedTransform):
            return self.forward.dtypes[1 if forward_output else 0]
        dtype: np.dtype[Any] = self.forward.output_array.dtype if forward_output else self.forward.input_array.dtype
        return dtype


def _padded(lengths: List[int], groups: Sequence[Sequence[int]], padding: Any) -> Tuple[Dict[int, int], Any]:
    """Makes padded axes longer; (what they had, the factors that came out), or ({}, False)."""
    if padding is False or padding is None:
        return {}, False
    factors = [float(factor) for factor in padding] if np.ndim(padding) else [float(padding)] * len(lengths)
    check(len(factors) == len(lengths), f"padding has {len(factors)} numbers for {len(lengths)} axes; give one for each")
    kept = {}
    for group in groups:
        axis = group[0]
        if len(group) == 1 and factors[axis] > 1 + 1e-6:
            had, lengths[axis] = lengths[axis], math.floor(lengths[axis] * factors[axis])
            factors[axis] = lengths[axis] / had
            if lengths[axis] > had:
                kept[axis] = had
        else:
            check(all(factors[a] <= 1 + 1e-6 for a in group),
                  f"the axes {tuple(group)} are transformed in one call; padding is for axes that are named one by one")
    return kept, factors


def _cut(comm: Any, lengths: Sequence[int], first: Sequence[int], grid: Any, slab: Any) -> Any:
    """The communicators of the points, one for each axis; `first` are the axes that must be whole."""
    n_axes = len(lengths)
    if isinstance(comm, Subcomm):
        check(grid is None and slab in (False, None), "the communicators say how the array is cut; leave grid and slab away")
        check(len(comm) == n_axes, f"there are {len(comm)} communicators for {n_axes} axes; give one for each")
        return comm
    if grid is not None:
        check(slab in (False, None), "grid says how the array is cut; leave slab away")
        dims = [int(n) for n in grid]
        check(len(dims) <= n_axes, f"the grid has {len(dims)} dimensions for {n_axes} axes; give at most one for each")
        return Subcomm(comm, dims + [1] * (n_axes - len(dims)))
    if slab is False or slab is None:
        return Subcomm(comm, [1 if axis in first else 0 for axis in range(n_axes)])
    axis = (first[-1] + 1) % n_axes if slab is True else int(slab)
    check(-n_axes <= axis < n_axes, f"slab is {slab}; the array has the axes 0 to {n_axes - 1}")
    return Subcomm(comm, [comm.Get_size() if other == axis % n_axes else 1 for other in range(n_axes)])


def _collapsed(groups: Sequence[Tuple[int, ...]], subcomm: Any) -> List[Tuple[int, ...]]:
    """The groups, those that are whole from the start taken together."""
    merged: List[Tuple[int, ...]] = [()]
    for group in reversed(groups):
        if all(subcomm[axis].Get_size() == 1 for axis in group):
            merged[0] = (*group, *merged[0])
        else:
            merged.insert(0, group)
    return merged
